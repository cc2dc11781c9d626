package io.carillon.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.worker.time.WorkerClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldRunsTest {
    private static final long SECOND = 1_000_000_000L;

    private final LeaseClock leases = new LeaseClock();
    private final HeldRuns runs = new HeldRuns(2, leases);
    private final List<StopReason> stops = new ArrayList<>();

    @Test
    void assignments_beyond_the_slots_are_not_admitted() {
        add("a", 1);
        add("b", 1);

        assertThat(runs.judge(key("c", 1))).isEqualTo(HeldRuns.Admission.FULL);
        assertThatThrownBy(() -> add("c", 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void same_attempt_again_is_a_repeat_even_without_a_free_slot() {
        add("a", 1);
        add("b", 1);

        assertThat(runs.judge(key("a", 1))).isEqualTo(HeldRuns.Admission.REPEATED);
    }

    @Test
    void attempt_with_a_lower_token_is_outdated() {
        add("a", 5);

        assertThat(runs.judge(key("a", 4))).isEqualTo(HeldRuns.Admission.OUTDATED);
    }

    @Test
    void attempt_with_a_higher_token_stops_the_earlier_one_which_keeps_its_slot_until_it_ends() {
        HeldRun earlier = add("a", 1);

        HeldRun later = add("a", 2);

        assertThat(earlier.stopped()).isEqualTo(StopReason.SUPERSEDED);
        assertThat(runs.counted()).containsExactly(later);
        assertThat(runs.strays()).isEqualTo(1);
        assertThat(runs.judge(key("b", 1))).isEqualTo(HeldRuns.Admission.FULL);

        runs.ended(earlier);
        assertThat(runs.find(key("a", 2))).isSameAs(later);
        assertThat(runs.judge(key("b", 1))).isEqualTo(HeldRuns.Admission.NEW);
    }

    @Test
    void run_is_found_by_its_own_token_only() {
        HeldRun run = add("a", 5);

        assertThat(runs.find(key("a", 5))).isSameAs(run);
        assertThat(runs.find(key("a", 4))).isNull();
        assertThat(runs.find(key("a", 6))).isNull();
        assertThat(runs.find(key("b", 5))).isNull();
    }

    @Test
    void discounted_run_keeps_its_slot_and_discounting_again_changes_nothing() {
        HeldRun run = add("a", 1);

        runs.discount(run);
        runs.discount(run);

        assertThat(runs.counted()).isEmpty();
        assertThat(run.counted()).isFalse();
        assertThat(runs.occupied()).isEqualTo(1);
        runs.ended(run);
        assertThat(runs.occupied()).isZero();
    }

    @Test
    void run_is_due_when_its_time_is_up() {
        HeldRun run = add("a", 1, 0, 100 * SECOND, 7 * SECOND);

        assertThat(runs.due(7 * SECOND - 1).timedOut()).isEmpty();
        assertThat(runs.due(7 * SECOND).timedOut()).containsExactly(run);
    }

    @Test
    void run_is_fenced_a_margin_before_its_lease_ends() {
        HeldRun run = add("a", 1, 3 * SECOND, 20 * SECOND, 1_000 * SECOND);

        assertThat(runs.due(21 * SECOND - 1).fenced()).isEmpty();
        assertThat(runs.due(21 * SECOND).fenced()).containsExactly(run);
    }

    @Test
    void margin_is_a_tenth_of_the_lease_and_at_most_five_seconds() {
        assertThat(LeaseMargin.of(10 * SECOND)).isEqualTo(SECOND);
        assertThat(LeaseMargin.of(60 * SECOND)).isEqualTo(5 * SECOND);
    }

    @Test
    void renewal_moves_the_fence() {
        HeldRun run = add("a", 1, 0, 20 * SECOND, 1_000 * SECOND);
        leases.acknowledged(leases.sent(15 * SECOND));

        assertThat(runs.due(18 * SECOND).fenced()).isEmpty();
        assertThat(runs.due(33 * SECOND - 1).fenced()).isEmpty();
        assertThat(runs.due(33 * SECOND).fenced()).containsExactly(run);
    }

    @Test
    void run_that_was_told_to_stop_is_not_fenced_but_can_time_out() {
        HeldRun run = add("a", 1, 0, 20 * SECOND, 50 * SECOND);
        run.stop(StopReason.CANCELLED);

        assertThat(runs.due(18 * SECOND).fenced()).isEmpty();
        assertThat(runs.due(50 * SECOND).timedOut()).containsExactly(run);
    }

    @Test
    void run_that_was_fenced_can_still_time_out() {
        HeldRun run = add("a", 1, 0, 20 * SECOND, 50 * SECOND);
        runs.due(18 * SECOND).fenced().forEach(each -> each.stop(StopReason.LEASE_ENDING));

        assertThat(runs.nextLookNanos()).isEqualTo(50 * SECOND);
        assertThat(runs.due(50 * SECOND).timedOut()).containsExactly(run);
    }

    @Test
    void run_that_no_heartbeat_has_renewed_is_fenced_before_its_accept_lease_ends() {
        HeldRun run = addFresh("a", SECOND);
        leases.sent(2 * SECOND);

        assertThat(run.leaseEndsAtNanos(leases)).isEqualTo(6 * SECOND);
        assertThat(runs.due(5_500_000_000L - 1).fenced()).isEmpty();
        assertThat(runs.due(5_500_000_000L).fenced()).containsExactly(run);
    }

    @Test
    void heartbeat_that_covers_a_run_makes_a_whole_lease_of_its_accept_lease() {
        HeldRun run = addFresh("a", SECOND);
        leases.acknowledged(leases.sent(2 * SECOND));

        assertThat(run.leaseEndsAtNanos(leases)).isEqualTo(62 * SECOND);
        assertThat(runs.due(5 * SECOND).fenced()).isEmpty();
        assertThat(runs.due(6 * SECOND).fenced()).isEmpty();
        assertThat(runs.due(57 * SECOND - 1).fenced()).isEmpty();
        assertThat(runs.due(57 * SECOND).fenced()).containsExactly(run);
    }

    @Test
    void accept_lease_beyond_the_lease_is_a_mistake() {
        assertThatThrownBy(() -> add("a", 1, 0, 5 * SECOND, 4 * SECOND, 300 * SECOND))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void heartbeat_is_wanted_three_tenths_of_the_accept_lease_after_the_oldest_receipt() {
        assertThat(runs.heartbeatWantedAtNanos()).isEqualTo(WorkerClock.NEVER);
        HeldRun oldest = addFresh("a", SECOND);
        addFresh("b", 2 * SECOND);
        assertThat(runs.heartbeatWantedAtNanos()).isEqualTo(2_500_000_000L);

        runs.ended(oldest);

        assertThat(runs.heartbeatWantedAtNanos()).isEqualTo(3_500_000_000L);
    }

    @Test
    void no_heartbeat_is_wanted_for_runs_whose_right_is_a_whole_lease_from_the_beginning() {
        add("a", 1);

        assertThat(runs.heartbeatWantedAtNanos()).isEqualTo(WorkerClock.NEVER);
    }

    @Test
    void unanswered_heartbeat_is_repeated_until_one_is_acknowledged() {
        addFresh("a", SECOND);
        leases.sent(3 * SECOND);
        assertThat(runs.heartbeatWantedAtNanos()).isEqualTo(4_500_000_000L);

        leases.acknowledged(leases.sent(4_500_000_000L));

        assertThat(runs.heartbeatWantedAtNanos()).isEqualTo(WorkerClock.NEVER);
    }

    @Test
    void run_that_is_fenced_or_given_up_wants_no_heartbeat() {
        addFresh("a", 0);
        runs.discount(addFresh("b", SECOND));

        runs.due(4_500_000_000L).fenced().forEach(run -> run.stop(StopReason.LEASE_ENDING));

        assertThat(runs.heartbeatWantedAtNanos()).isEqualTo(WorkerClock.NEVER);
    }

    @Test
    void member_that_acknowledges_nothing_is_not_asked_for_ever() {
        addFresh("a", 0);
        for (int i = 0; i < 16; i++) {
            assertThat(runs.heartbeatWantedAtNanos()).isLessThan(WorkerClock.NEVER);
            leases.sent(i);
        }

        assertThat(runs.heartbeatWantedAtNanos()).isEqualTo(WorkerClock.NEVER);
    }

    @Test
    void earliest_deadline_of_all_runs_is_looked_at_next() {
        assertThat(runs.nextLookNanos()).isEqualTo(WorkerClock.NEVER);

        add("a", 1, 0, 100 * SECOND, 50 * SECOND);
        add("b", 1, 0, 20 * SECOND, 50 * SECOND);

        assertThat(runs.nextLookNanos()).isEqualTo(18 * SECOND);
    }

    @Test
    void deadline_of_a_run_that_has_ended_costs_one_look() {
        HeldRun quick = add("a", 1, 0, 100 * SECOND, SECOND);
        add("b", 1, 0, 100 * SECOND, 50 * SECOND);
        runs.ended(quick);

        HeldRuns.Due due = runs.due(SECOND);

        assertThat(due.timedOut()).isEmpty();
        assertThat(runs.nextLookNanos()).isEqualTo(50 * SECOND);
    }

    @Test
    void without_runs_there_is_nothing_to_look_at() {
        runs.ended(add("a", 1, 0, 100 * SECOND, SECOND));
        runs.due(SECOND);

        assertThat(runs.nextLookNanos()).isEqualTo(WorkerClock.NEVER);
    }

    @Test
    void a_renewal_of_its_own_moves_the_end_of_what_it_covers_and_never_back() {
        HeldRun covered = add("a", 1);
        leases.sent(20 * SECOND);
        HeldRun later = add("b", 1, 21 * SECOND, 60 * SECOND, 300 * SECOND);

        covered.renewed(1, 20 * SECOND);
        later.renewed(1, 20 * SECOND);
        assertThat(covered.leaseEndsAtNanos(leases)).isEqualTo(80 * SECOND);
        assertThat(later.leaseEndsAtNanos(leases)).isEqualTo(81 * SECOND);

        covered.renewed(1, 10 * SECOND);
        assertThat(covered.leaseEndsAtNanos(leases)).isEqualTo(80 * SECOND);
    }

    @Test
    void a_renewal_of_its_own_makes_a_whole_lease_of_the_accept_lease_of_what_it_covers() {
        HeldRun covered = addFresh("a", 0);
        leases.sent(SECOND);
        HeldRun later = addFresh("b", SECOND);

        covered.renewed(1, SECOND);
        later.renewed(1, SECOND);

        assertThat(covered.leaseEndsAtNanos(leases)).isEqualTo(61 * SECOND);
        assertThat(later.leaseEndsAtNanos(leases)).isEqualTo(6 * SECOND);
        assertThat(runs.heartbeatWantedAtNanos()).as("for the later one").isEqualTo(2_500_000_000L);
    }

    private HeldRun add(String runId, long token) {
        return add(runId, token, 0, 60 * SECOND, 300 * SECOND);
    }

    private HeldRun add(String runId, long token, long receivedAt, long lease, long timeoutAt) {
        return add(runId, token, receivedAt, lease, lease, timeoutAt);
    }

    /** With an accept lease of 5 s and a lease of 60 s. */
    private HeldRun addFresh(String runId, long receivedAt) {
        return add(runId, 1, receivedAt, 5 * SECOND, 60 * SECOND, 300 * SECOND);
    }

    private HeldRun add(String runId, long token, long receivedAt, long acceptLease, long lease, long timeoutAt) {
        HeldRun run = new HeldRun(
                key(runId, token), receivedAt, leases.nextSequence(), acceptLease, lease, timeoutAt, stops::add);
        runs.add(run);
        return run;
    }

    private static AttemptKey key(String runId, long token) {
        return new AttemptKey(runId, "job-of-" + runId, token);
    }
}
