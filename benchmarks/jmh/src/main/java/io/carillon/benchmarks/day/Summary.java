package io.carillon.benchmarks.day;

import java.util.Locale;

/**
 * What a simulation round midnight came to.
 *
 * @param workedOffSeconds after midnight until no more waited than falls due in one second; -1: never
 * @param storeCores of all databases that were busy in the busiest minute
 * @param memberCores of each member, likewise
 */
record Summary(
        LatenessCount exact,
        LatenessCount flexible,
        long backlogMost,
        int workedOffSeconds,
        long startsMost,
        long rowsMost,
        long commitsMost,
        double storeCores,
        double memberCores,
        long workersMost,
        long claimedLate,
        int left) {

    private static final int MINUTE = 60;
    private static final double MICROS = 1e6;
    /** A backlog this small is no backlog. */
    private static final int FEW = 1_000;

    static Summary of(Simulation simulation) {
        Figures figures = simulation.figures;
        int members = simulation.scenario.size().members();
        int seconds = figures.seconds();
        long[] backlog = figures.backlog();
        long most = 0;
        for (long waiting : backlog) {
            most = Math.max(most, waiting);
        }
        return new Summary(
                figures.lateness(true),
                figures.lateness(false),
                most,
                workedOff(simulation, backlog),
                figures.attempts.max(0, seconds),
                figures.rows.max(0, seconds),
                figures.commits.max(0, seconds),
                figures.storeBusy.maxOver(MINUTE, 0, seconds - 1) / MICROS / MINUTE,
                figures.memberBusy.maxOver(MINUTE, 0, seconds - 1) / MICROS / MINUTE / members,
                figures.workers.max(0, seconds),
                figures.claimedLate(),
                simulation.left());
    }

    private static int workedOff(Simulation simulation, long[] backlog) {
        int midnight = Scenario.LEAD_SECONDS - simulation.scenario.from();
        for (int second = midnight + 1; second < backlog.length; second++) {
            if (backlog[second] <= simulation.figures.due.in(second) + FEW) {
                return second - midnight;
            }
        }
        return -1;
    }

    static String heading() {
        return String.format(
                Locale.ROOT,
                "%-34s %9s %8s | %7s %8s %8s | %7s %8s %8s | %8s %8s %8s | %6s %6s %7s | %7s",
                "",
                "backlog",
                "off in s",
                "ex p50",
                "p99",
                "p99.9",
                "fl p50",
                "p99",
                "p99.9",
                "starts/s",
                "rows/s",
                "commit/s",
                "db",
                "member",
                "workers",
                "late cl");
    }

    String row(String name) {
        return String.format(
                Locale.ROOT,
                "%-34s %9d %8d | %7.0f %8.0f %8.0f | %7.0f %8.0f %8.0f | %8d %8d %8d | %6.2f %6.2f %7d | %7d%s",
                name,
                backlogMost,
                workedOffSeconds,
                exact.millis(0.5),
                exact.millis(0.99),
                exact.millis(0.999),
                flexible.millis(0.5),
                flexible.millis(0.99),
                flexible.millis(0.999),
                startsMost,
                rowsMost,
                commitsMost,
                storeCores,
                memberCores,
                workersMost,
                claimedLate,
                left == 0 ? "" : "  " + left + " NOT ENDED");
    }
}
