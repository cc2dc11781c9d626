package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.Heartbeat;
import io.carillon.proto.v1.HeldRun;
import io.carillon.worker.state.StopReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A worker never learns whether its confirmation of an assignment has arrived; if not, the grid gives the run to another worker
 * after the accept lease. Here that is 5 s, leases are of 60 s, heartbeats each 20 s; a worker stops a handler half a second before
 * the accept lease can end, and asks for a renewal 1.5 s after the receipt.
 */
class AcceptLeaseTest {
    private int begun;
    private final Bench bench = new Bench(1_000, run -> {
        begun++;
        return null;
    });

    /** Its confirmation is lost with whatever the test does next. */
    private Execution assigned() {
        bench.welcome(5).acknowledgeHeartbeats().assign("r1");
        return bench.waiting.element();
    }

    @Test
    void handler_is_stopped_before_the_accept_lease_ends_when_the_stream_is_cut() {
        Execution execution = assigned();
        cut();

        after(4_499);
        assertThat(execution.stopped()).isNull();
        assertThat(execution.leaseStillValid()).isTrue();

        after(1);
        assertThat(execution.stopped()).isEqualTo(StopReason.LEASE_ENDING);
        assertThat(execution.leaseStillValid()).isFalse();
    }

    @Test
    void handler_is_stopped_before_the_accept_lease_ends_when_the_member_is_frozen() {
        Execution execution = assigned();

        after(4_499);
        assertThat(execution.stopped()).isNull();
        after(1);
        assertThat(execution.stopped()).isEqualTo(StopReason.LEASE_ENDING);

        after(5_000);
        assertThat(bench.stream().heartbeats()).as("at 0, 1.5 and 3 s").hasSize(3);
    }

    @Test
    void one_early_heartbeat_is_all_that_a_long_run_costs() {
        Execution execution = assigned();
        after(1_499);
        assertThat(bench.stream().heartbeats()).hasSize(1);

        after(1);
        assertThat(bench.stream().heartbeats()).hasSize(2);
        assertThat(bench.stream().heartbeats().get(1).getHeldList())
                .extracting(HeldRun::getRunId)
                .containsExactly("r1");

        bench.acknowledgeHeartbeats();
        after(18_499);
        assertThat(bench.stream().heartbeats()).hasSize(2);
        assertThat(execution.stopped()).isNull();
        after(1);
        assertThat(bench.stream().heartbeats()).as("the usual one, at 20 s").hasSize(3);
    }

    @Test
    void whole_lease_counts_from_the_sending_of_the_early_heartbeat() {
        Execution execution = assigned();
        after(1_600);
        bench.acknowledgeHeartbeats();
        cut();

        after(54_899);
        assertThat(execution.stopped()).as("56.499 s").isNull();
        after(1);
        assertThat(execution.stopped()).as("56.5 s").isEqualTo(StopReason.LEASE_ENDING);
    }

    @Test
    void short_runs_cost_no_early_heartbeat() {
        bench.welcome(5).acknowledgeHeartbeats();

        for (int i = 0; i < 190; i++) {
            bench.assign("a" + i, "b" + i);
            after(100);
            bench.runAll();
        }

        assertThat(begun).isEqualTo(380);
        assertThat(bench.stream().heartbeats()).hasSize(1);
    }

    @Test
    void member_that_names_no_accept_lease_is_believed_to_know_the_run_from_its_receipt() {
        bench.welcome().acknowledgeHeartbeats().assign("r1");
        Execution execution = bench.waiting.element();
        after(19_000);
        assertThat(bench.stream().heartbeats()).hasSize(1);
        cut();

        after(35_999);
        assertThat(execution.stopped()).isNull();
        after(1);
        assertThat(execution.stopped()).isEqualTo(StopReason.LEASE_ENDING);
    }

    @Test
    void a_thousand_long_runs_in_ten_seconds_share_few_heartbeats() {
        bench.welcome(5).acknowledgeHeartbeats();

        for (int i = 0; i < 1_000; i++) {
            bench.assign("r" + i);
            after(10);
            bench.acknowledgeHeartbeat(bench.stream().heartbeats().size());
        }
        after(1_500);
        bench.acknowledgeHeartbeats();
        after(5_000);

        assertThat(bench.stream().heartbeats()).hasSizeBetween(2, 9);
        assertThat(bench.counters().leasesLost.sum()).isZero();
        assertThat(bench.waiting).hasSize(1_000);
    }

    @Test
    void hello_of_the_next_stream_renews_nothing_but_the_heartbeat_after_it_does() {
        Execution execution = assigned();
        after(1_000);
        bench.breakStream();
        after(200);
        bench.welcome(5);
        assertThat(bench.stream().hello().getHeldList()).containsExactly(Bench.held("r1", 1));
        assertThat(bench.stream().heartbeats()).hasSize(1);

        bench.acknowledgeHeartbeats();

        after(10_000);
        assertThat(execution.stopped()).isNull();
        assertThat(bench.stream().heartbeats()).hasSize(1);
    }

    @Test
    void next_stream_on_which_nothing_is_acknowledged_saves_no_run() {
        Execution execution = assigned();
        after(1_000);
        bench.breakStream();
        after(200);
        bench.welcome(5);

        after(3_299);
        assertThat(execution.stopped()).isNull();
        after(1);
        assertThat(execution.stopped()).isEqualTo(StopReason.LEASE_ENDING);
    }

    @Test
    void late_acknowledgement_saves_a_run_up_to_its_fence_and_revives_none_after_it() {
        Execution execution = assigned();
        after(2_000);
        bench.assign("r2");
        Execution later = bench.waiting.peekLast();

        after(2_600);
        bench.acknowledgeHeartbeat(3);

        assertThat(execution.stopped()).isEqualTo(StopReason.LEASE_ENDING);
        after(10_000);
        assertThat(later.stopped()).as("sent at 3 s, acknowledged at 4.6 s").isNull();
        assertThat(execution.leaseStillValid()).isFalse();
    }

    @Test
    void renewal_that_failed_once_is_asked_for_again_in_time() {
        Execution execution = assigned();
        after(3_000);
        assertThat(bench.stream().heartbeats()).hasSize(3);

        bench.acknowledgeHeartbeat(3);

        after(10_000);
        assertThat(execution.stopped()).isNull();
        assertThat(bench.stream().heartbeats()).hasSize(3);
    }

    @Test
    void answer_in_part_saves_all_but_the_runs_it_names() {
        Execution named = assigned();
        bench.assign("r2");
        Execution renewed = bench.waiting.peekLast();
        after(1_500);
        bench.answerInPart("r1", 1);

        after(10_000);
        assertThat(named.stopped()).isEqualTo(StopReason.LEASE_ENDING);
        assertThat(renewed.stopped()).isNull();
        assertThat(bench.stream().heartbeats())
                .as("at 0, 1.5 and, for r1, at 3 s")
                .hasSize(3);
    }

    @Test
    void early_heartbeat_lists_the_runs_alone_that_none_has_renewed() {
        assigned();
        after(1_600);
        bench.acknowledgeHeartbeats().assign("r2");
        after(1_600);

        Heartbeat early = bench.stream().heartbeats().get(2);
        assertThat(early.getPartial()).isTrue();
        assertThat(early.getHeldList()).containsExactly(Bench.held("r2", 1));
        bench.acknowledgeHeartbeats();
        after(16_800);
        Heartbeat usual = bench.stream().heartbeats().get(3);
        assertThat(usual.getPartial()).isFalse();
        assertThat(usual.getHeldList()).containsExactlyInAnyOrder(Bench.held("r1", 1), Bench.held("r2", 1));
    }

    @Test
    void early_heartbeat_lists_everything_to_a_member_that_would_take_the_rest_for_lost() {
        bench.welcome(5, 2).acknowledgeHeartbeats().assign("r1");
        after(1_600);
        bench.acknowledgeHeartbeats().assign("r2");
        after(1_600);

        Heartbeat early = bench.stream().heartbeats().get(2);
        assertThat(early.getPartial()).isFalse();
        assertThat(early.getHeldList()).containsExactlyInAnyOrder(Bench.held("r1", 1), Bench.held("r2", 1));
    }

    /** It renews r2 from 21.5 s on, and r1, whose heartbeat of 20 s nobody answers, from 1.5 s. */
    @Test
    void acknowledgement_of_an_early_heartbeat_is_no_renewal_of_what_it_leaves_out() {
        Execution older = assigned();
        after(1_500);
        bench.acknowledgeHeartbeats();
        after(18_500);
        bench.assign("r2");
        Execution later = bench.waiting.peekLast();
        after(1_500);
        bench.acknowledgeHeartbeat(4);
        cut();

        after(34_999);
        assertThat(older.stopped()).as("56.499 s").isNull();
        after(1);
        assertThat(older.stopped()).as("56.5 s").isEqualTo(StopReason.LEASE_ENDING);
        after(19_999);
        assertThat(later.stopped()).as("76.499 s").isNull();
        after(1);
        assertThat(later.stopped()).as("76.5 s").isEqualTo(StopReason.LEASE_ENDING);
    }

    @Test
    void run_that_got_no_thread_in_time_never_begins_and_is_handed_back() {
        Execution execution = assigned();
        after(4_500);

        assertThat(execution.stopped()).isEqualTo(StopReason.LEASE_ENDING);
        bench.runNext();

        assertThat(begun).isZero();
        assertThat(bench.stream().handedBack()).containsExactly("r1:1");
    }

    @Test
    void result_that_nobody_acknowledges_asks_for_no_early_heartbeat_but_is_in_the_next() {
        assigned();
        after(1_000);
        bench.runNext();

        after(18_999);
        assertThat(bench.stream().heartbeats()).hasSize(1);
        after(1);
        assertThat(bench.stream().heartbeats().get(1).getHeldList()).containsExactly(Bench.held("r1", 1));
    }

    @Test
    void draining_worker_renews_what_it_received_last() {
        Execution execution = assigned();
        after(500);

        bench.drain(60).acknowledgeHeartbeats();

        after(10_000);
        assertThat(execution.stopped()).isNull();
        assertThat(bench.stream().heartbeats())
                .as("the one that follows the draining")
                .hasSize(2);
    }

    @Test
    void lease_that_is_no_longer_than_the_accept_lease_is_renewed_as_ever() {
        bench.welcome(60).acknowledgeHeartbeats().assign("r1");
        after(19_999);

        assertThat(bench.stream().heartbeats()).hasSize(1);
        assertThat(bench.waiting.element().stopped()).isNull();
    }

    private void cut() {
        bench.down[0] = true;
        bench.down[1] = true;
        bench.breakStream();
    }

    private void after(long millis) {
        bench.advance(Duration.ofMillis(millis));
    }
}
