package io.carillon.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EndRuleTest {

    @ParameterizedTest
    @CsvSource({
        // stopped, counted, ended well, failed
        ",             true,  RESULT,  RESULT",
        "CANCELLED,    true,  RESULT,  CANCELLED",
        "LEASE_ENDING, true,  RESULT,  HAND_BACK",
        "SHUT_DOWN,    true,  RESULT,  HAND_BACK",
        "SHUT_DOWN,    false, NOTHING, NOTHING",
        "REVOKED,      false, RESULT,  NOTHING",
        "SUPERSEDED,   false, RESULT,  NOTHING",
        "TIMED_OUT,    false, NOTHING, NOTHING",
    })
    void end_is_reported_by_what_the_attempt_was_told(
            @Nullable StopReason stopped, boolean counted, EndRule success, EndRule failure) {
        assertThat(EndRule.of(stopped, counted, true)).isEqualTo(success);
        assertThat(EndRule.of(stopped, counted, false)).isEqualTo(failure);
    }

    /** Only an attempt the grid counts can be given back, and only such a one may be counted as cancelled. */
    @ParameterizedTest
    @EnumSource(StopReason.class)
    void attempt_that_is_not_counted_is_never_handed_back(StopReason stopped) {
        Set<EndRule> rules = new HashSet<>();
        rules.add(EndRule.of(stopped, false, true));
        rules.add(EndRule.of(stopped, false, false));

        assertThat(rules).doesNotContain(EndRule.HAND_BACK);
    }

    @Test
    void reasons_that_mean_a_lost_lease_are_known() {
        assertThat(StopReason.values())
                .filteredOn(StopReason::leaseIsLost)
                .containsExactly(StopReason.REVOKED, StopReason.SUPERSEDED, StopReason.LEASE_ENDING);
    }
}
