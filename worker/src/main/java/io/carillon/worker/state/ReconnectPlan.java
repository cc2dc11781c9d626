package io.carillon.worker.state;

/**
 * Which member to connect to next, and when.
 *
 * <p>The first is drawn by chance, so that workers spread over the members; after a failure the next one in order is tried,
 * almost at once until each was tried, then after waits that double from 200 ms to 3 s. Each wait is cut by up to half by
 * chance, so that workers that lost the same member do not return together. Not thread-safe.
 */
public final class ReconnectPlan {
    private static final long SPREAD_NANOS = 100_000_000L;
    private static final long WAIT_MIN_NANOS = 200_000_000L;
    private static final long WAIT_MAX_NANOS = 3_000_000_000L;

    private final int targets;
    private int next;
    private int failures;

    /** @param chance in [0, 1) */
    public ReconnectPlan(int targets, double chance) {
        if (targets < 1) {
            throw new IllegalArgumentException("at least one member is needed");
        }
        this.targets = targets;
        this.next = (int) (chance * targets);
    }

    /** The index of the member to connect to. */
    public int target() {
        return next;
    }

    /** The member could not be reached, or did not keep the stream for long. @return nanoseconds to wait */
    public long failed(double chance) {
        failures++;
        next = (next + 1) % targets;
        if (failures < targets) {
            return (long) (SPREAD_NANOS * chance);
        }
        long full = Math.min(WAIT_MAX_NANOS, WAIT_MIN_NANOS << Math.min(failures - targets, 10));
        return full - (long) (full * chance / 2);
    }

    /** The stream has lasted. */
    public void succeeded() {
        failures = 0;
    }
}
