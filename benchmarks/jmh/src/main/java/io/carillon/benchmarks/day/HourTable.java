package io.carillon.benchmarks.day;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A day by hours: lines for the terminal and, with commas, for a file. */
final class HourTable {

    private static final int HOUR = 3_600;
    private static final int MINUTE = 60;
    private static final double MICROS = 1e6;

    private static final List<String> NAMES = List.of(
            "hour",
            "runs",
            "due/s",
            "starts/s",
            "ex p50",
            "ex p99",
            "ex p99.9",
            "fl p50",
            "fl p99",
            "fl p99.9",
            "backlog",
            "rows/s",
            "rows/s mean",
            "commits/s mean",
            "members",
            "members min",
            "db",
            "db min",
            "workers");

    private final List<List<String>> rows = new ArrayList<>();

    /** @param simulation of a whole day, in periods of an hour */
    HourTable(Simulation simulation) {
        Figures figures = simulation.figures;
        long[] backlog = figures.backlog();
        for (int hour = 0; hour < (simulation.scenario.to() - simulation.scenario.from()) / HOUR; hour++) {
            int from = Scenario.LEAD_SECONDS + hour * HOUR;
            int to = from + HOUR;
            long most = 0;
            for (int second = from; second < to; second++) {
                most = Math.max(most, backlog[second]);
            }
            LatenessCount exact = figures.lateness(hour, true);
            LatenessCount flexible = figures.lateness(hour, false);
            rows.add(List.of(
                    whole(hour),
                    whole(figures.due.sum(from, to)),
                    whole(figures.due.max(from, to)),
                    whole(figures.attempts.max(from, to)),
                    millis(exact.millis(0.5)),
                    millis(exact.millis(0.99)),
                    millis(exact.millis(0.999)),
                    millis(flexible.millis(0.5)),
                    millis(flexible.millis(0.99)),
                    millis(flexible.millis(0.999)),
                    whole(most),
                    whole(figures.rows.max(from, to)),
                    whole(figures.rows.sum(from, to) / HOUR),
                    whole(figures.commits.sum(from, to) / HOUR),
                    cores(figures.memberBusy.sum(from, to) / MICROS / HOUR),
                    cores(figures.memberBusy.maxOver(MINUTE, from, to) / MICROS / MINUTE),
                    cores(figures.storeBusy.sum(from, to) / MICROS / HOUR),
                    cores(figures.storeBusy.maxOver(MINUTE, from, to) / MICROS / MINUTE),
                    whole(figures.workers.max(from, to))));
        }
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(aligned(NAMES));
        rows.forEach(row -> lines.add(aligned(row)));
        return lines;
    }

    List<String> csv() {
        List<String> lines = new ArrayList<>();
        lines.add(String.join(",", NAMES));
        rows.forEach(row -> lines.add(String.join(",", row)));
        return lines;
    }

    private static String aligned(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            line.append(" "
                            .repeat(Math.max(
                                    1, 2 + NAMES.get(i).length() - cells.get(i).length())))
                    .append(cells.get(i));
        }
        return line.toString();
    }

    private static String whole(long value) {
        return String.valueOf(value);
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }

    private static String cores(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
