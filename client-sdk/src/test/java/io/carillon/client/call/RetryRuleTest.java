package io.carillon.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RetryRuleTest {
    private static final long NO_RETRY = -1;
    private static final long MILLI = 1_000_000L;
    private static final long PLENTY = 60_000 * MILLI;

    @ParameterizedTest
    @CsvSource({
        // attempts, targets, chance, wait in ms
        "1, 1, 0, 50",
        "1, 1, 1, 25",
        "2, 1, 0, 100",
        "3, 1, 0, 200",
        "7, 1, 0, 2000",
        "1000, 1, 0, 2000",
        "1000, 1, 1, 1000",
        "1, 3, 0, 0",
        "2, 3, 0, 0",
        "3, 3, 0, 50",
        "4, 3, 0, 100",
    })
    void other_targets_are_tried_at_once_and_then_the_waits_double(
            int attempts, int targets, double chance, long waitMillis) {
        assertThat(RetryRule.waitNanos(Status.Code.UNAVAILABLE, attempts, targets, null, PLENTY, chance))
                .isEqualTo(waitMillis * MILLI);
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"UNAVAILABLE", "DEADLINE_EXCEEDED"},
            mode = EnumSource.Mode.EXCLUDE)
    void what_does_not_pass_by_waiting_is_not_retried(Status.Code code) {
        assertThat(RetryRule.waitNanos(code, 1, 1, Duration.ZERO, PLENTY, 0)).isEqualTo(NO_RETRY);
    }

    @Test
    void attempt_that_got_no_answer_is_retried() {
        assertThat(RetryRule.waitNanos(Status.Code.DEADLINE_EXCEEDED, 1, 1, null, PLENTY, 0))
                .isEqualTo(50 * MILLI);
    }

    @Test
    void wait_that_does_not_end_before_the_deadline_is_not_begun() {
        assertThat(unavailable(null, 50 * MILLI)).isEqualTo(NO_RETRY);
        assertThat(unavailable(null, 50 * MILLI + 1)).isEqualTo(50 * MILLI);
        assertThat(unavailable(null, -1)).isEqualTo(NO_RETRY);
    }

    @Test
    void wait_that_the_server_asks_for_is_kept() {
        assertThat(unavailable(Duration.ofMillis(700), PLENTY)).isEqualTo(700 * MILLI);
        assertThat(unavailable(Duration.ofMillis(1), PLENTY)).isEqualTo(50 * MILLI);
        assertThat(unavailable(Duration.ofSeconds(-5), PLENTY)).isEqualTo(50 * MILLI);
        assertThat(unavailable(Duration.ofSeconds(Long.MAX_VALUE), PLENTY)).isEqualTo(NO_RETRY);
    }

    private static long unavailable(@Nullable Duration retryAfter, long leftNanos) {
        return RetryRule.waitNanos(Status.Code.UNAVAILABLE, 1, 1, retryAfter, leftNanos, 0);
    }
}
