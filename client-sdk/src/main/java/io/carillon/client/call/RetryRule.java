package io.carillon.client.call;

import io.grpc.Status;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether and when a failed attempt of a call is followed by another.
 *
 * <p>Only {@code UNAVAILABLE} and {@code DEADLINE_EXCEEDED} are retried, as long as the wait ends before the deadline. Each
 * other target is tried at once; after that the waits double from 50 ms to 2 s, each cut by up to half so that callers that
 * failed together do not return together. A server that names a wait is given it.
 */
final class RetryRule {
    private static final long BACKOFF_MIN_NANOS = 50_000_000L;
    private static final long BACKOFF_MAX_NANOS = 2_000_000_000L;

    private RetryRule() {}

    /**
     * @param attempts how many attempts have failed, at least 1
     * @param retryAfter the wait the server asked for, if any
     * @param leftNanos time until the deadline of the whole call
     * @param chance from 0 to 1
     * @return nanoseconds to wait before the next attempt, or -1 if there is none
     */
    static long waitNanos(
            Status.Code code, int attempts, int targets, @Nullable Duration retryAfter, long leftNanos, double chance) {
        if (code != Status.Code.UNAVAILABLE && code != Status.Code.DEADLINE_EXCEEDED) {
            return -1;
        }
        long wait = Math.max(backoffNanos(attempts, targets, chance), nanos(retryAfter));
        return wait < leftNanos ? wait : -1;
    }

    private static long backoffNanos(int attempts, int targets, double chance) {
        int doublings = attempts - targets;
        if (doublings < 0) {
            return 0;
        }
        long full = Math.min(BACKOFF_MAX_NANOS, BACKOFF_MIN_NANOS << Math.min(doublings, 10));
        return full - (long) (full * chance / 2);
    }

    private static long nanos(@Nullable Duration duration) {
        if (duration == null || duration.isNegative()) {
            return 0;
        }
        return duration.toSeconds() > 1_000_000_000L ? Long.MAX_VALUE : duration.toNanos();
    }
}
