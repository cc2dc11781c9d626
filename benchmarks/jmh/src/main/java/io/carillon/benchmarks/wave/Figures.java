package io.carillon.benchmarks.wave;

import java.util.List;
import java.util.Locale;

/**
 * What one entrant did in one measurement.
 *
 * @param work "wave", or a rate
 * @param runsPerSecond from the due instant, or from the first call if that came before, to the last durable end
 * @param schedulerMicros of CPU a run from the due instant on, in the scheduler's processes, handlers included
 * @param postgresMicros likewise in PostgreSQL
 * @param micros both, from the end of creation on: claims ahead of time and waiting included
 * @param exact each handler was called exactly once, and nothing was left
 */
record Figures(
        int pair,
        Entrant entrant,
        String work,
        int runs,
        double runsPerSecond,
        double schedulerMicros,
        double postgresMicros,
        double micros,
        Lateness lateness,
        boolean exact) {

    static final String WAVE = "wave";

    static final String COLUMNS =
            "pair\tentrant\twork\truns\truns_per_second\tscheduler_us\tpostgres_us\tus_since_created\tp50_ms\tp99_ms\tmost_ms\tearly\texact";

    boolean isWave() {
        return work.equals(WAVE);
    }

    String inWords() {
        String speed = isWave() ? String.format(Locale.ROOT, "%.0f runs/s; ", runsPerSecond) : "";
        return String.format(
                Locale.ROOT,
                "%s; %s%s; CPU us a run: scheduler %.0f  PostgreSQL %.0f, with what came before %.0f",
                exact
                        ? "each handled exactly once"
                        : "NOT EXACT: " + lateness.calls() + " calls for " + lateness.runs(),
                speed,
                lateness.inWords(),
                schedulerMicros,
                postgresMicros,
                micros);
    }

    String toTsv() {
        return String.join(
                "\t",
                List.of(
                        pair + "",
                        entrant.label(),
                        work,
                        runs + "",
                        runsPerSecond + "",
                        schedulerMicros + "",
                        postgresMicros + "",
                        micros + "",
                        lateness.p50() + "",
                        lateness.p99() + "",
                        lateness.most() + "",
                        lateness.early() + "",
                        exact + ""));
    }
}
