package io.carillon.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Heartbeats that list some of what is held. Leases are of 60 s, and of 5 s before the first renewal. */
class PartialHeartbeatTest {
    private static final long SECOND = 1_000_000_000L;

    private final LeaseClock leases = new LeaseClock();
    private final HeldRuns runs = new HeldRuns(10, leases);

    @Test
    void it_renews_what_it_lists_alone() {
        HeldRun listed = add("a", 0);
        HeldRun other = add("b", 0);

        leases.acknowledged(leases.sentPartial(SECOND, List.of(listed)));

        assertThat(listed.leaseEndsAtNanos(leases)).isEqualTo(61 * SECOND);
        assertThat(other.leaseEndsAtNanos(leases)).isEqualTo(5 * SECOND);
    }

    @Test
    void those_that_are_not_renewed_yet_are_listed() {
        HeldRun renewed = add("a", 0);
        leases.acknowledged(leases.sentPartial(SECOND, runs.fresh()));
        HeldRun later = add("b", 2 * SECOND);
        HeldRun ended = add("c", 2 * SECOND);
        runs.ended(ended);

        assertThat(renewed.isRenewed(leases)).isTrue();
        assertThat(runs.fresh()).containsExactly(later);
    }

    @Test
    void its_acknowledgement_leaves_a_whole_one_waiting_for_its_own() {
        HeldRun held = add("a", 0);
        leases.acknowledged(leases.sent(SECOND));
        long whole = leases.sent(20 * SECOND);
        HeldRun fresh = add("b", 21 * SECOND);
        leases.acknowledged(leases.sentPartial(22 * SECOND, List.of(fresh)));

        assertThat(leases.waitingSinceNanos()).hasValue(20 * SECOND);
        assertThat(held.leaseEndsAtNanos(leases)).isEqualTo(61 * SECOND);
        leases.acknowledged(whole);
        assertThat(leases.waitingSinceNanos()).isEmpty();
        assertThat(held.leaseEndsAtNanos(leases)).isEqualTo(80 * SECOND);
        assertThat(fresh.leaseEndsAtNanos(leases)).isEqualTo(82 * SECOND);
    }

    @Test
    void its_answer_in_part_leaves_a_whole_one_waiting_for_its_own() {
        HeldRun held = add("a", 0);
        long whole = leases.sent(SECOND);
        runs.renewedInPart(whole, Set.of(held.key()));
        HeldRun fresh = add("b", 2 * SECOND);
        long partial = leases.sentPartial(3 * SECOND, runs.fresh());
        runs.renewedInPart(partial, Set.of(held.key()));

        assertThat(fresh.leaseEndsAtNanos(leases)).isEqualTo(63 * SECOND);
        assertThat(held.leaseEndsAtNanos(leases)).isEqualTo(5 * SECOND);
        leases.acknowledged(whole);
        assertThat(held.leaseEndsAtNanos(leases)).isEqualTo(61 * SECOND);
        leases.acknowledged(partial);
        assertThat(held.leaseEndsAtNanos(leases)).isEqualTo(63 * SECOND);
    }

    @Test
    void an_answer_in_part_renews_nothing_that_was_not_listed() {
        HeldRun listed = add("a", 0);
        HeldRun other = add("b", 0);
        runs.renewedInPart(leases.sentPartial(SECOND, List.of(listed)), Set.of());

        assertThat(listed.leaseEndsAtNanos(leases)).isEqualTo(61 * SECOND);
        assertThat(other.leaseEndsAtNanos(leases)).isEqualTo(5 * SECOND);
    }

    @Test
    void a_whole_one_that_is_acknowledged_covers_those_before_it() {
        HeldRun run = add("a", 0);
        long partial = leases.sentPartial(SECOND, List.of(run));
        leases.acknowledged(leases.sent(2 * SECOND));
        leases.acknowledged(partial);

        assertThat(leases.waitingSinceNanos()).isEmpty();
        assertThat(run.leaseEndsAtNanos(leases)).isEqualTo(62 * SECOND);
    }

    @Test
    void one_of_an_earlier_stream_renews_nothing() {
        HeldRun run = add("a", 0);
        long partial = leases.sentPartial(SECOND, List.of(run));
        long inPart = leases.sentPartial(2 * SECOND, List.of(run));
        leases.answeredInPart(inPart);
        leases.disconnected();
        leases.acknowledged(partial);
        leases.acknowledged(inPart);

        assertThat(run.leaseEndsAtNanos(leases)).isEqualTo(5 * SECOND);
    }

    private HeldRun add(String runId, long receivedAt) {
        HeldRun run = new HeldRun(
                new AttemptKey(runId, "job", 1),
                receivedAt,
                leases.nextSequence(),
                5 * SECOND,
                60 * SECOND,
                300 * SECOND,
                reason -> {});
        runs.add(run);
        return run;
    }
}
