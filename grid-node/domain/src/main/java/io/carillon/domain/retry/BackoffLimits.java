package io.carillon.domain.retry;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** What every {@link Backoff} checks and converts alike. Seven days of microseconds are exact in a double. */
final class BackoffLimits {
    /** The resolution of the store; a shorter wait would be none. */
    private static final Duration DELAY_MIN = Duration.of(1, ChronoUnit.MICROS);

    private BackoffLimits() {}

    static void requireDelay(String what, Duration delay) {
        if (delay.compareTo(DELAY_MIN) < 0 || delay.compareTo(Backoff.DELAY_MAX) > 0) {
            throw new IllegalArgumentException(
                    what + " must be positive and at most " + Backoff.DELAY_MAX.toDays() + " days, was " + delay);
        }
    }

    static void requireJitter(double jitter) {
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("the jitter must be from 0 to 1, was " + jitter);
        }
    }

    static void requireRetryNumber(int retryNumber) {
        if (retryNumber < 1) {
            throw new IllegalArgumentException("retries count from 1, was " + retryNumber);
        }
    }

    static long toMicros(Duration delay) {
        return delay.toNanos() / 1_000;
    }

    static Duration ofMicros(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }
}
