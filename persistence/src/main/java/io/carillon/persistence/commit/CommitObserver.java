package io.carillon.persistence.commit;

import java.time.Duration;

/** Told of every merged batch, for metrics. Called on the writers' threads: return at once. */
public interface CommitObserver {

    /** Tells nobody. */
    CommitObserver NONE = (kind, calls, rows, took) -> {};

    enum Kind {
        JOBS,
        RUNS
    }

    /**
     * A batch was answered.
     *
     * @param calls merged into it
     * @param took from taking it up until its last answer
     */
    void written(Kind kind, int calls, int rows, Duration took);
}
