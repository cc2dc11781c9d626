package io.carillon.worker.runtime;

import com.google.protobuf.Duration;

/** Durations of the wire in nanoseconds, kept within bounds so that sums of them do not overflow. */
final class Durations {
    /** Ten years: more than any timeout or lease of the grid. */
    static final long NANOS_MAX = 10 * 365 * 86_400L * 1_000_000_000L;

    private static final long SECONDS_MAX = NANOS_MAX / 1_000_000_000L;

    private Durations() {}

    /** From 0 to ten years. */
    static long nanos(Duration duration) {
        if (duration.getSeconds() >= SECONDS_MAX) {
            return NANOS_MAX;
        }
        return Math.max(0, Math.max(-1, duration.getSeconds()) * 1_000_000_000L + duration.getNanos());
    }
}
