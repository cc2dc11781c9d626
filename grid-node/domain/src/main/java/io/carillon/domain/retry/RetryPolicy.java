package io.carillon.domain.retry;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How often a run is tried again, and how long to wait before each time.
 *
 * @param retriesMax retries after the first attempt, 0 to 1,000
 * @param backoff the wait before each retry
 */
public record RetryPolicy(int retriesMax, Backoff backoff) {
    public static final int RETRIES_LIMIT = 1_000;
    public static final int RETRIES_DEFAULT = 3;
    public static final RetryPolicy DEFAULT = new RetryPolicy(RETRIES_DEFAULT, Backoff.Steps.DEFAULT);

    /** The longest wait a target can ask for; a longer one is cut to this. */
    public static final Duration RETRY_AFTER_MAX = Duration.ofHours(24);

    public RetryPolicy {
        if (retriesMax < 0 || retriesMax > RETRIES_LIMIT) {
            throw new IllegalArgumentException(
                    "the number of retries must be from 0 to " + RETRIES_LIMIT + ", was " + retriesMax);
        }
        Objects.requireNonNull(backoff, "backoff");
    }

    /**
     * Decides what follows a failed attempt.
     *
     * @param retriesUsed how many retries this run has had, not counting its first attempt and attempts that lost their lease
     * @param retryAfter the wait the target asked for, if any: the retry is not earlier, and later if the backoff is longer
     * @param now when the attempt ended
     * @param chance from 0 to 1, drawn by the caller; spreads the retries of runs that failed together
     */
    public RetryDecision decide(
            int retriesUsed, FailureKind kind, @Nullable Duration retryAfter, Instant now, double chance) {
        if (retriesUsed < 0) {
            throw new IllegalArgumentException("retriesUsed must not be negative, was " + retriesUsed);
        }
        if (kind == FailureKind.PERMANENT) {
            return new RetryDecision.Exhausted(RetryDecision.Reason.PERMANENT_FAILURE);
        }
        if (retriesUsed >= retriesMax) {
            return new RetryDecision.Exhausted(RetryDecision.Reason.NO_RETRIES_LEFT);
        }
        Duration backoffDelay = backoff.delay(retriesUsed + 1, chance);
        return new RetryDecision.RetryAt(plus(now, longer(backoffDelay, cut(retryAfter))));
    }

    private static Duration cut(@Nullable Duration retryAfter) {
        if (retryAfter == null) {
            return Duration.ZERO;
        }
        return retryAfter.compareTo(RETRY_AFTER_MAX) > 0 ? RETRY_AFTER_MAX : retryAfter;
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    /** The end of time is as late as a retry can be; no clock shows it, but no input may break the decision. */
    private static Instant plus(Instant now, Duration delay) {
        return now.isAfter(Instant.MAX.minus(delay)) ? Instant.MAX : now.plus(delay);
    }
}
