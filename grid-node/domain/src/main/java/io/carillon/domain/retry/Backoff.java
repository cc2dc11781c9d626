package io.carillon.domain.retry;

import java.time.Duration;
import java.util.List;

/**
 * How long to wait before each retry of a run.
 *
 * <p>Every wait is spread by jitter, so that runs that failed together do not return together: a jitter of 0.2 makes a
 * wait of 10 s one of 8 s to 12 s. Jitter is applied last, so a wait can exceed the longest one configured by that fraction.
 */
public sealed interface Backoff {
    Duration DELAY_MAX = Duration.ofDays(7);
    double JITTER_DEFAULT = 0.2;

    /** The fraction of a wait by which it may be shorter or longer: 0 (none) to 1 (from nothing to twice as long). */
    double jitter();

    /** The wait before the given retry, which counts from 1, without jitter: positive, at most {@link #DELAY_MAX}. */
    Duration delayWithoutJitter(int retryNumber);

    /**
     * The wait before the given retry.
     *
     * @param retryNumber counts from 1
     * @param chance from 0 (shortest wait) to 1 (longest wait), drawn by the caller
     * @return in whole microseconds
     */
    default Duration delay(int retryNumber, double chance) {
        if (!(chance >= 0 && chance <= 1)) {
            throw new IllegalArgumentException("chance must be from 0 to 1, was " + chance);
        }
        double micros = BackoffLimits.toMicros(delayWithoutJitter(retryNumber)) * (1 + jitter() * (2 * chance - 1));
        return BackoffLimits.ofMicros(Math.round(micros));
    }

    /**
     * A list of waits, the last of which repeats.
     *
     * @param delays 1 to 100 waits, each positive and at most {@link #DELAY_MAX}
     */
    record Steps(List<Duration> delays, double jitter) implements Backoff {
        public static final int STEPS_MAX = 100;
        public static final Steps DEFAULT =
                new Steps(List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(120)));

        public Steps {
            delays = List.copyOf(delays);
            if (delays.isEmpty() || delays.size() > STEPS_MAX) {
                throw new IllegalArgumentException(
                        "a backoff list must have from 1 to " + STEPS_MAX + " delays, had " + delays.size());
            }
            delays.forEach(delay -> BackoffLimits.requireDelay("each delay", delay));
            BackoffLimits.requireJitter(jitter);
        }

        public Steps(List<Duration> delays) {
            this(delays, JITTER_DEFAULT);
        }

        @Override
        public Duration delayWithoutJitter(int retryNumber) {
            BackoffLimits.requireRetryNumber(retryNumber);
            return delays.get(Math.min(retryNumber, delays.size()) - 1);
        }
    }

    /**
     * Waits that grow by a factor up to a longest one.
     *
     * @param initial the wait before the first retry; positive, at most {@code max}
     * @param factor from 1 to 100
     * @param max at most {@link #DELAY_MAX}
     */
    record Exponential(Duration initial, double factor, Duration max, double jitter) implements Backoff {
        public static final double FACTOR_DEFAULT = 2;
        public static final double FACTOR_MAX = 100;
        public static final Duration MAX_DEFAULT = Duration.ofHours(1);

        public Exponential {
            BackoffLimits.requireDelay("the initial delay", initial);
            BackoffLimits.requireDelay("the longest delay", max);
            if (initial.compareTo(max) > 0) {
                throw new IllegalArgumentException(
                        "the initial delay must not exceed the longest, was " + initial + " with at most " + max);
            }
            if (!(factor >= 1 && factor <= FACTOR_MAX)) {
                throw new IllegalArgumentException("the factor must be from 1 to 100, was " + factor);
            }
            BackoffLimits.requireJitter(jitter);
        }

        /** Doubles from {@code initial} up to an hour; an initial wait longer than that stays as it is. */
        public static Exponential from(Duration initial) {
            Duration max = initial.compareTo(MAX_DEFAULT) > 0 ? initial : MAX_DEFAULT;
            return new Exponential(initial, FACTOR_DEFAULT, max, JITTER_DEFAULT);
        }

        @Override
        public Duration delayWithoutJitter(int retryNumber) {
            BackoffLimits.requireRetryNumber(retryNumber);
            // The power may be infinite; the comparison below holds then too.
            double micros = BackoffLimits.toMicros(initial) * Math.pow(factor, retryNumber - 1);
            return micros >= BackoffLimits.toMicros(max) ? max : BackoffLimits.ofMicros(Math.round(micros));
        }
    }
}
