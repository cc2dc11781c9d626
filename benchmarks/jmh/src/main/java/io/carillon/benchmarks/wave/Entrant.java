package io.carillon.benchmarks.wave;

import java.util.List;

/**
 * Who is compared.
 *
 * <p>The guess is of jobs created a second before any have been measured, low, since a wave must not be due too early.
 */
enum Entrant {
    CARILLON("carillon", "Carillon", 5_000, "SELECT EXISTS (SELECT FROM runs WHERE ended_at IS NULL)"),
    LOCK_AND_FETCH(
            "lock-and-fetch", "db-scheduler, lock-and-fetch", 10_000, "SELECT EXISTS (SELECT FROM scheduled_tasks)"),
    FETCH("fetch", "db-scheduler, fetch", 10_000, "SELECT EXISTS (SELECT FROM scheduled_tasks)"),
    JOBRUNR("jobrunr", "JobRunr", 1_000, "SELECT EXISTS (SELECT FROM jobrunr_jobs WHERE state <> 'SUCCEEDED')"),
    QUARTZ(
            "quartz",
            "Quartz, clustered",
            200,
            "SELECT EXISTS (SELECT FROM qrtz_triggers) OR EXISTS (SELECT FROM qrtz_fired_triggers)");

    private final String label;
    private final String title;
    private final double createRateGuess;
    private final String somethingLeft;

    Entrant(String label, String title, double createRateGuess, String somethingLeft) {
        this.label = label;
        this.title = title;
        this.createRateGuess = createRateGuess;
        this.somethingLeft = somethingLeft;
    }

    /** @throws IllegalArgumentException for an unknown name */
    static Entrant named(String label) {
        return List.of(values()).stream()
                .filter(entrant -> entrant.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nobody is called " + label));
    }

    /** On the command line, here and of a peer's process. */
    String label() {
        return label;
    }

    String title() {
        return title;
    }

    double createRateGuess() {
        return createRateGuess;
    }

    /** A query that answers whether anything that was called for is not yet durably finished. */
    String somethingLeft() {
        return somethingLeft;
    }

    boolean isDbScheduler() {
        return this == LOCK_AND_FETCH || this == FETCH;
    }
}
