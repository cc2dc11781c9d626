package io.carillon.worker.time;

import java.time.Instant;

/** Time and chance for the worker. Thread-safe. */
public interface WorkerClock {
    /** A point in time that never comes. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Monotonic nanoseconds since the clock was made: never negative, and far from {@link #NEVER}, so that points in time
     * can be compared and added to without care for overflow.
     */
    long nanos();

    /** Calendar time of this machine; no lease and no timeout may depend on it. */
    Instant now();

    /** A uniformly distributed number in [0, 1). */
    double chance();
}
