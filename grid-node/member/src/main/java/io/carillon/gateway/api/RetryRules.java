package io.carillon.gateway.api;

import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rules of {@code retry}. */
final class RetryRules {

    private static final String DELAY_RANGE =
            "must be more than 0 and at most " + Backoff.DELAY_MAX.toSeconds() + " (7 days)";

    private RetryRules() {}

    static RetryPolicy policy(JobDraft.@Nullable Retry retry, Violations violations) {
        if (retry == null) {
            return RetryPolicy.DEFAULT;
        }
        int max = Objects.requireNonNullElse(retry.max(), RetryPolicy.RETRIES_DEFAULT);
        if (max < 0 || max > RetryPolicy.RETRIES_LIMIT) {
            violations.add("retry.max", "must be from 0 to " + RetryPolicy.RETRIES_LIMIT);
            max = 0;
        }
        double jitter = jitter("retry.jitter", retry.jitter(), violations);
        Backoff backoff = backoff(retry.backoff(), jitter, violations);
        return backoff == null ? RetryPolicy.DEFAULT : new RetryPolicy(max, backoff);
    }

    private static double jitter(String field, @Nullable Double given, Violations violations) {
        double jitter = Objects.requireNonNullElse(given, Backoff.JITTER_DEFAULT);
        if (jitter >= 0 && jitter <= 1) {
            return jitter;
        }
        violations.add(field, "must be from 0 to 1");
        return 0;
    }

    private static @Nullable Backoff backoff(JobDraft.@Nullable Backoff backoff, double jitter, Violations violations) {
        if (backoff == null) {
            return new Backoff.Steps(Backoff.Steps.DEFAULT.delays(), jitter);
        }
        if (backoff instanceof JobDraft.Delays delays) {
            return steps(delays.delays(), jitter, violations);
        }
        return growing((JobDraft.Growing) backoff, jitter, violations);
    }

    private static @Nullable Backoff steps(List<Duration> delays, double jitter, Violations violations) {
        if (delays.isEmpty() || delays.size() > Backoff.Steps.STEPS_MAX) {
            violations.add("retry.backoff", "must have from 1 to " + Backoff.Steps.STEPS_MAX + " delays");
            return null;
        }
        boolean right = true;
        for (int n = 0; n < delays.size(); n++) {
            right &= inRange("retry.backoff[" + n + "]", delays.get(n), violations);
        }
        return right ? new Backoff.Steps(delays, jitter) : null;
    }

    private static @Nullable Backoff growing(JobDraft.Growing growing, double outerJitter, Violations violations) {
        double jitter =
                growing.jitter() == null ? outerJitter : jitter("retry.backoff.jitter", growing.jitter(), violations);
        Duration initial = growing.initial();
        if (initial == null) {
            violations.add("retry.backoff.initial_s", "is required");
            return null;
        }
        double factor = Objects.requireNonNullElse(growing.factor(), Backoff.Exponential.FACTOR_DEFAULT);
        Duration max = Objects.requireNonNullElseGet(
                growing.max(), () -> Backoff.Exponential.from(clipped(initial)).max());
        boolean right = inRange("retry.backoff.initial_s", initial, violations);
        right &= inRange("retry.backoff.max_s", max, violations);
        if (!(factor >= 1 && factor <= Backoff.Exponential.FACTOR_MAX)) {
            violations.add("retry.backoff.factor", "must be from 1 to 100");
            right = false;
        }
        if (right && initial.compareTo(max) > 0) {
            violations.add("retry.backoff.initial_s", "must not exceed max_s");
            right = false;
        }
        return right ? new Backoff.Exponential(initial, factor, max, jitter) : null;
    }

    private static Duration clipped(Duration delay) {
        return delay.isNegative() || delay.isZero() || delay.compareTo(Backoff.DELAY_MAX) > 0
                ? Backoff.DELAY_MAX
                : delay;
    }

    private static boolean inRange(String field, Duration delay, Violations violations) {
        boolean right = delay.compareTo(Duration.ofNanos(1_000)) >= 0 && delay.compareTo(Backoff.DELAY_MAX) <= 0;
        if (!right) {
            violations.add(field, DELAY_RANGE);
        }
        return right;
    }
}
