package io.carillon.engine.grid.cp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpPolicyTest {

    private static final Duration RESET_AFTER = Duration.ofSeconds(60);

    private final CpPolicy policy = new CpPolicy(RESET_AFTER);
    private long nowNanos;

    private static CpView seen(int members, int present, int metadata, int tokens, @Nullable UUID ghost) {
        return new CpView(3, true, true, members, present, metadata, tokens, false, ghost);
    }

    private static CpView settledAt(int members) {
        return seen(members, members, members, members, null);
    }

    private CpStep after(CpView view, boolean next) {
        return policy.after(view, next, false, nowNanos);
    }

    private CpStep afterSilence(boolean formed, boolean mayReset, int seconds) {
        nowNanos += Duration.ofSeconds(seconds).toNanos();
        return policy.after(CpView.silent(3, formed), false, mayReset, nowNanos);
    }

    @Test
    void an_empty_seat_is_taken_by_the_next_in_line_once_all_has_been_settled_twice() {
        assertThat(after(settledAt(2), true)).isEqualTo(CpStep.NOTHING);
        assertThat(after(settledAt(2), false)).isEqualTo(CpStep.NOTHING);
        assertThat(after(settledAt(2), true)).isEqualTo(CpStep.PROMOTE);
    }

    /** Members of the list, present ones, members of the two groups. */
    @ParameterizedTest
    @CsvSource({"3,3,3,3", "3,2,3,3", "2,1,2,2", "2,2,3,2", "2,2,2,3", "2,2,1,2"})
    void no_seat_is_taken_while_there_is_none_or_somebody_is_coming_or_going(
            int members, int present, int metadata, int tokens) {
        CpView view = seen(members, present, metadata, tokens, null);
        assertThat(after(view, true)).isEqualTo(CpStep.NOTHING);
        assertThat(after(view, true)).isEqualTo(CpStep.NOTHING);
    }

    @Test
    void settling_begins_anew_when_something_moves_in_between() {
        after(settledAt(2), true);
        after(seen(2, 1, 2, 2, null), true);
        assertThat(after(settledAt(2), true)).isEqualTo(CpStep.NOTHING);
        assertThat(after(settledAt(2), true)).isEqualTo(CpStep.PROMOTE);
    }

    @Test
    void a_member_gives_up_the_seat_of_its_own_dead_predecessor_first() {
        CpView haunted = seen(3, 3, 3, 3, new UUID(0, 1));
        assertThat(haunted.settled()).isFalse();
        assertThat(haunted.whole()).isFalse();
        assertThat(after(haunted, true)).isEqualTo(CpStep.REMOVE_GHOST);
    }

    @Test
    void silence_leads_to_a_reset_after_a_while_and_then_only_after_as_long_again() {
        assertThat(afterSilence(true, true, 0)).isEqualTo(CpStep.NOTHING);
        assertThat(afterSilence(true, true, 59)).isEqualTo(CpStep.NOTHING);
        assertThat(afterSilence(true, true, 1)).isEqualTo(CpStep.RESET);
        assertThat(afterSilence(true, true, 1)).isEqualTo(CpStep.NOTHING);
        assertThat(afterSilence(true, true, 59)).isEqualTo(CpStep.NOTHING);
        assertThat(afterSilence(true, true, 1)).isEqualTo(CpStep.RESET);
    }

    @Test
    void one_answer_ends_the_silence() {
        afterSilence(true, true, 0);
        after(settledAt(3), false);
        assertThat(afterSilence(true, true, 100)).isEqualTo(CpStep.NOTHING);
    }

    @Test
    void a_group_that_has_not_formed_yet_is_not_silent() {
        afterSilence(false, true, 0);
        assertThat(afterSilence(false, true, 1_000)).isEqualTo(CpStep.NOTHING);
        assertThat(afterSilence(true, true, 1)).isEqualTo(CpStep.NOTHING);
    }

    @Test
    void who_may_not_reset_does_not() {
        afterSilence(true, false, 0);
        assertThat(afterSilence(true, false, 1_000)).isEqualTo(CpStep.NOTHING);
        CpPolicy never = new CpPolicy(Duration.ZERO);
        never.after(CpView.silent(3, true), false, true, 0);
        assertThat(never.after(
                        CpView.silent(3, true), false, true, Duration.ofDays(1).toNanos()))
                .isEqualTo(CpStep.NOTHING);
    }
}
