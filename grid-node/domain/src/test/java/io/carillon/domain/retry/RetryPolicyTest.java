package io.carillon.domain.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.retry.RetryDecision.Exhausted;
import io.carillon.domain.retry.RetryDecision.Reason;
import io.carillon.domain.retry.RetryDecision.RetryAt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {
    private static final Instant NOW = Instant.parse("2026-03-29T00:59:59.123456Z");
    private static final double MIDDLE = 0.5;

    @ParameterizedTest(name = "at most {0}, {1} used, {2}: {3} s")
    @CsvSource({
        "3, 0, RETRYABLE,  10",
        "3, 1, RETRYABLE,  30",
        "3, 2, RETRYABLE, 120",
        "3, 0, TIMEOUT,    10",
        "3, 2, TIMEOUT,   120",
        "9, 7, TIMEOUT,   120",
        "1000, 999, RETRYABLE, 120",
    })
    void a_failure_that_may_pass_is_tried_again_after_the_backoff(int max, int used, FailureKind kind, long seconds) {
        RetryPolicy policy = new RetryPolicy(max, Backoff.Steps.DEFAULT);
        assertThat(policy.decide(used, kind, null, NOW, MIDDLE)).isEqualTo(new RetryAt(NOW.plusSeconds(seconds)));
    }

    @ParameterizedTest(name = "at most {0}, {1} used, {2}: {3}")
    @CsvSource({
        "3, 3, RETRYABLE, NO_RETRIES_LEFT",
        "3, 4, RETRYABLE, NO_RETRIES_LEFT",
        "3, 3, TIMEOUT,   NO_RETRIES_LEFT",
        "0, 0, RETRYABLE, NO_RETRIES_LEFT",
        "0, 0, TIMEOUT,   NO_RETRIES_LEFT",
        "3, 2147483647, RETRYABLE, NO_RETRIES_LEFT",
        "3, 0, PERMANENT, PERMANENT_FAILURE",
        "3, 3, PERMANENT, PERMANENT_FAILURE",
        "0, 0, PERMANENT, PERMANENT_FAILURE",
    })
    void there_is_no_retry_after_the_last_or_after_a_permanent_failure(
            int max, int used, FailureKind kind, Reason reason) {
        RetryPolicy policy = new RetryPolicy(max, Backoff.Steps.DEFAULT);
        assertThat(policy.decide(used, kind, Duration.ofSeconds(1), NOW, MIDDLE))
                .isEqualTo(new Exhausted(reason));
    }

    @ParameterizedTest(name = "backoff 10 s, asked for {0}: {1}")
    @CsvSource({
        "PT0S,    PT10S",
        "PT-1H,   PT10S",
        "PT9S,    PT10S",
        "PT11S,   PT11S",
        "PT23H,   PT23H",
        "PT24H,   PT24H",
        "PT24H1S, PT24H",
        "PT2562047788015215H30M7.999999999S,  PT24H",
        "PT-2562047788015215H-30M-8S, PT10S",
    })
    void a_wait_the_target_asked_for_is_kept_up_to_a_day(Duration retryAfter, Duration expected) {
        assertThat(RetryPolicy.DEFAULT.decide(0, FailureKind.RETRYABLE, retryAfter, NOW, MIDDLE))
                .isEqualTo(new RetryAt(NOW.plus(expected)));
    }

    @ParameterizedTest(name = "chance {0}: {1} s")
    @CsvSource({"0, 8", "0.25, 9", "0.5, 10", "1, 12"})
    void chance_spreads_the_retries(double chance, long seconds) {
        assertThat(RetryPolicy.DEFAULT.decide(0, FailureKind.TIMEOUT, null, NOW, chance))
                .isEqualTo(new RetryAt(NOW.plusSeconds(seconds)));
    }

    @Test
    void the_end_of_time_breaks_nothing() {
        assertThat(RetryPolicy.DEFAULT.decide(0, FailureKind.RETRYABLE, null, Instant.MAX, MIDDLE))
                .isEqualTo(new RetryAt(Instant.MAX));
        assertThat(RetryPolicy.DEFAULT.decide(0, FailureKind.RETRYABLE, null, Instant.MIN, MIDDLE))
                .isEqualTo(new RetryAt(Instant.MIN.plusSeconds(10)));
    }

    @Test
    void the_default_is_three_retries_after_10_30_and_120_seconds() {
        assertThat(RetryPolicy.DEFAULT)
                .isEqualTo(new RetryPolicy(
                        3,
                        new Backoff.Steps(
                                List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(120)),
                                0.2)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1_001, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void the_number_of_retries_must_be_from_0_to_1000(int max) {
        assertThatThrownBy(() -> new RetryPolicy(max, Backoff.Steps.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(String.valueOf(max));
    }

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    void a_negative_number_of_used_retries_is_a_mistake_of_the_caller(FailureKind kind) {
        assertThatThrownBy(() -> RetryPolicy.DEFAULT.decide(-1, kind, null, NOW, MIDDLE))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
