package io.carillon.client.call;

import java.util.Arrays;

/**
 * Which of the targets to ask next: each in turn, passing over those that failed lately.
 *
 * <p>A target that failed is passed over for 500 ms, and twice as long each time it fails again, up to 10 s; an answer
 * clears it. If all failed lately, their order decides as if none had. Thread-safe.
 */
final class TargetRing {
    private static final long AVOID_MIN_NANOS = 500_000_000L;
    private static final long AVOID_MAX_NANOS = 10_000_000_000L;

    private final int[] failures;
    private final long[] failedAtNanos;
    private int next;

    /** @param first index of the target asked first, so that many clients do not all begin with the same one */
    TargetRing(int targets, int first) {
        if (targets < 1) {
            throw new IllegalArgumentException("at least one target is needed");
        }
        failures = new int[targets];
        failedAtNanos = new long[targets];
        next = Math.floorMod(first, targets);
    }

    int size() {
        return failures.length;
    }

    synchronized int next(long nowNanos) {
        int chosen = next;
        for (int i = 0; i < failures.length; i++) {
            int candidate = (next + i) % failures.length;
            if (!avoided(candidate, nowNanos)) {
                chosen = candidate;
                break;
            }
        }
        next = (chosen + 1) % failures.length;
        return chosen;
    }

    synchronized void failed(int target, long nowNanos) {
        failures[target]++;
        failedAtNanos[target] = nowNanos;
    }

    synchronized void answered(int target) {
        failures[target] = 0;
    }

    private boolean avoided(int target, long nowNanos) {
        int failed = failures[target];
        if (failed == 0) {
            return false;
        }
        // A shift beyond the cap's bits would wrap, so it is bounded first.
        long avoidNanos = Math.min(AVOID_MAX_NANOS, AVOID_MIN_NANOS << Math.min(failed - 1, 10));
        return nowNanos - failedAtNanos[target] < avoidNanos;
    }

    @Override
    public synchronized String toString() {
        return "TargetRing[next=" + next + ", failures=" + Arrays.toString(failures) + "]";
    }
}
