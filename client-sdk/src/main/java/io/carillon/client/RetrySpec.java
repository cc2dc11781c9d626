package io.carillon.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How often and when a failed run is tried again. What is null is left to the cluster's default.
 *
 * @param max retries after the first attempt
 * @param jitter the fraction, 0 to 1, by which a wait may be shorter or longer
 */
public record RetrySpec(
        @Nullable Integer max,
        @Nullable Backoff backoff,
        @Nullable Double jitter) {

    /** Retries with the default waits. */
    public static RetrySpec times(int max) {
        return new RetrySpec(max, null, null);
    }

    public static RetrySpec never() {
        return times(0);
    }

    /** One wait after the other; the last one repeats. */
    public RetrySpec withDelays(Duration... delays) {
        return new RetrySpec(max, new Backoff.Delays(List.of(delays)), jitter);
    }

    /** Waits that double from {@code initial}, up to an hour. */
    public RetrySpec withExponential(Duration initial) {
        return new RetrySpec(max, new Backoff.Exponential(initial, null, null), jitter);
    }

    public RetrySpec withExponential(Duration initial, double factor, Duration longest) {
        return new RetrySpec(max, new Backoff.Exponential(initial, factor, longest), jitter);
    }

    public RetrySpec withJitter(double fraction) {
        return new RetrySpec(max, backoff, fraction);
    }

    /** The waits before each retry. */
    public sealed interface Backoff {

        record Delays(List<Duration> delays) implements Backoff {
            public Delays {
                delays = List.copyOf(delays);
            }
        }

        record Exponential(
                Duration initial,
                @Nullable Double factor,
                @Nullable Duration max) implements Backoff {}
    }
}
