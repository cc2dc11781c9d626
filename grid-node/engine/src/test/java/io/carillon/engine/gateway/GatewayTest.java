package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.assignment;
import static io.carillon.engine.gateway.Made.fallback;
import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.run.Outcome;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.gateway.ResultAck.Verdict;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.LocalWorkers.Placed;
import io.carillon.engine.port.WorkerGroup;
import io.carillon.engine.port.WorkerSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GatewayTest {

    private static final Capability H = new Capability("default", "h");
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration HAND_OFF = Duration.ofSeconds(10);

    private final SetTime time = new SetTime();
    private final ScriptedOwners owners = new ScriptedOwners();
    private final GridDoubles grid = new GridDoubles();
    private final RecordedPush push = new RecordedPush();
    private final List<Set<Capability>> woken = new ArrayList<>();
    private final Gateway gateway = new Gateway(
            new GatewayPorts(owners, grid, grid, grid, time, GatewayEvents.NONE), new GatewaySettings(LEASE, HAND_OFF));

    GatewayTest() {
        gateway.onFreeSlots(woken::add);
    }

    // ---- the fused hand-off -----------------------------------------------------------------------------------------

    @Test
    void assignments_for_one_worker_are_pushed_together() {
        connect(worker("w1", 10, "h"));
        List<WorkerSlot> slots = gateway.reserve(H, 3);

        gateway.assign(List.of(
                new Placed(slots.get(0), assignment(1, 11)),
                new Placed(slots.get(1), assignment(2, 12)),
                new Placed(slots.get(2), assignment(3, 13))));

        assertThat(push.batchSizes).containsExactly(3);
        assertThat(push.assigned).containsExactly(held(1, 11), held(2, 12), held(3, 13));
        assertThat(free()).isEqualTo(7);
    }

    @Test
    void an_attempt_whose_worker_has_gone_is_handed_back() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        WorkerSlot slot = gateway.reserve(H, 1).get(0);
        session.closed();

        gateway.assign(List.of(new Placed(slot, assignment(1, 11))));

        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
        assertThat(push.assigned).isEmpty();
    }

    @Test
    void loops_that_fell_short_are_woken_when_a_result_frees_a_slot() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        assertThat(gateway.reserve(H, 1)).isEmpty();

        session.results(List.of(success(1, 11)));

        assertThat(woken).containsExactly(Set.of(H));
        assertThat(gateway.reserve(H, 1)).hasSize(1);
    }

    @Test
    void loops_that_fell_short_look_again_each_second_since_workers_elsewhere_come_and_go() {
        connect(fallback("w1", 1));
        grid.elsewhere.add(H);
        assertThat(gateway.reserve(H, 1)).isEmpty();

        tick(Duration.ofMillis(999));
        assertThat(woken).isEmpty();
        tick(Duration.ofMillis(1));
        assertThat(woken).containsExactly(Set.of(H));
    }

    // ---- confirmations ----------------------------------------------------------------------------------------------

    @Test
    void confirmations_reach_their_owners_in_one_batch() {
        WorkerSession session = connect(worker("w1", 5, "h"));
        start(1, 11);
        start(2, 12);

        session.accepted(List.of(held(1, 11), held(2, 12)));

        assertThat(owners.batchSizes).containsExactly(2);
        assertThat(owners.asked).containsExactly(new RunCommand.Accept(run(1), 11), new RunCommand.Accept(run(2), 12));
    }

    @Test
    void a_confirmation_that_came_too_late_is_answered_by_a_revocation() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        owners.answer(run(1), new RunReply.Stale());

        session.accepted(List.of(held(1, 11)));

        assertThat(push.revoked).containsExactly(held(1, 11));
        assertThat(free()).isEqualTo(1);
    }

    // ---- results ----------------------------------------------------------------------------------------------------

    @Test
    void a_result_frees_its_slot_at_once_and_is_acknowledged_when_durable() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);

        session.results(List.of(success(1, 11)));
        assertThat(free()).isEqualTo(1);
        assertThat(push.acks).isEmpty();

        owners.answerNow(run(1), new RunReply.Accepted());
        assertThat(push.acks).containsExactly(new ResultAck(held(1, 11), Verdict.ACCEPTED));
    }

    @Test
    void each_verdict_of_the_owner_is_passed_on() {
        WorkerSession session = connect(worker("w1", 5, "h"));
        owners.answer(run(1), new RunReply.Accepted());
        owners.answer(run(2), new RunReply.Already());
        owners.answer(run(3), new RunReply.Stale());

        session.results(List.of(success(1, 11), success(2, 12), success(3, 13)));

        assertThat(push.acks)
                .extracting(ResultAck::verdict)
                .containsExactly(Verdict.ACCEPTED, Verdict.ALREADY, Verdict.STALE);
    }

    @Test
    void an_owner_that_cannot_answer_yet_is_asked_again_with_growing_pauses() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        owners.answer(run(1), new RunReply.Retry());
        session.results(List.of(success(1, 11)));
        assertThat(owners.asked).hasSize(1);

        tick(Duration.ofMillis(49));
        assertThat(owners.asked).hasSize(1);
        tick(Duration.ofMillis(1));
        assertThat(owners.asked).hasSize(2);
        tick(Duration.ofMillis(99));
        assertThat(owners.asked).hasSize(2);
        tick(Duration.ofMillis(1));
        assertThat(owners.asked).hasSize(3);
        for (int n = 0; n < 10; n++) {
            tick(Duration.ofSeconds(2));
        }
        assertThat(owners.asked).hasSize(13);

        owners.answer(run(1), new RunReply.Accepted());
        tick(Duration.ofSeconds(2));
        assertThat(push.acks).containsExactly(new ResultAck(held(1, 11), Verdict.ACCEPTED));
    }

    @Test
    void a_report_repeated_while_its_owner_is_being_asked_again_adds_nothing() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        owners.answer(run(1), new RunReply.Retry());
        session.results(List.of(success(1, 11)));

        session.results(List.of(success(1, 11)));
        session.results(List.of(success(1, 11)));

        assertThat(owners.asked).hasSize(1);
        tick(Duration.ofMillis(50));
        assertThat(owners.asked).hasSize(2);
    }

    @Test
    void the_acknowledgement_follows_the_worker_to_its_new_stream() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        session.results(List.of(success(1, 11)));
        session.closed();
        RecordedPush newPush = new RecordedPush();
        gateway.connect(worker("w1", 1, "h"), List.of(), newPush);

        owners.answerNow(run(1), new RunReply.Accepted());

        assertThat(push.acks).isEmpty();
        assertThat(newPush.acks).hasSize(1);
    }

    // ---- heartbeats -------------------------------------------------------------------------------------------------

    @Test
    void a_heartbeat_is_acknowledged_when_every_lease_is_renewed() {
        WorkerSession session = connect(worker("w1", 2, "h"));
        grid.lease(held(1, 11), "w1");
        grid.lease(held(2, 12), "w1");

        session.heartbeat(5, List.of(held(1, 11), held(2, 12)));

        assertThat(push.renewed).containsExactly(5L);
        assertThat(owners.asked).isEmpty();
        assertThat(grid.leases.values())
                .allSatisfy(lease ->
                        assertThat(lease.expiresAt()).isEqualTo(time.now().plus(LEASE)));
    }

    @Test
    void an_idle_worker_is_answered_too() {
        connect(worker("w1", 2, "h")).heartbeat(1, List.of());
        assertThat(push.renewed).containsExactly(1L);
    }

    @Test
    void a_heartbeat_is_not_acknowledged_while_leases_cannot_be_renewed() {
        WorkerSession session = connect(worker("w1", 2, "h"));
        grid.leasesAway = true;

        session.heartbeat(5, List.of(held(1, 11)));

        assertThat(push.renewed).isEmpty();
    }

    @Test
    void a_missing_lease_is_a_question_to_the_owner_and_the_acknowledgement_waits_for_it() {
        WorkerSession session = connect(worker("w1", 3, "h"));
        start(1, 11);
        start(2, 12);
        start(3, 13);
        grid.lease(held(1, 11), "w1");

        session.heartbeat(5, List.of(held(1, 11), held(2, 12), held(3, 13)));
        assertThat(owners.asked)
                .containsExactly(new RunCommand.Held(run(2), 12, "w1"), new RunCommand.Held(run(3), 13, "w1"));

        owners.answerNow(run(2), new RunReply.Noted());
        assertThat(push.renewed).isEmpty();
        owners.answerNow(run(3), new RunReply.Stale());
        assertThat(push.renewed).containsExactly(5L);
        assertThat(push.revoked).containsExactly(held(3, 13));
        assertThat(free()).isEqualTo(1);
    }

    @Test
    void an_owner_that_stays_silent_keeps_the_heartbeat_from_being_acknowledged() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        owners.answer(run(1), new RunReply.Retry());

        session.heartbeat(5, List.of(held(1, 11)));
        for (int n = 0; n < 60; n++) {
            tick(Duration.ofSeconds(2));
        }

        assertThat(push.renewed).isEmpty();
        assertThat(push.revoked).isEmpty();
    }

    /** Else it would stop all of them in time, for want of one answer. */
    @Test
    void an_owner_that_stays_silent_keeps_no_other_lease_of_the_worker_from_being_confirmed() {
        WorkerSession session = connect(worker("w1", 3, "h"));
        start(1, 11);
        start(2, 12);
        grid.lease(held(2, 12), "w1");

        session.heartbeat(5, List.of(held(1, 11), held(2, 12)));
        assertThat(push.inPart).containsExactly(Map.entry(5L, List.of(held(1, 11))));
        assertThat(push.renewed).isEmpty();

        owners.answerNow(run(1), new RunReply.Noted());
        assertThat(push.renewed).containsExactly(5L);
    }

    @Test
    void nothing_is_confirmed_where_no_lease_could_be_renewed() {
        WorkerSession session = connect(worker("w1", 3, "h"));
        start(1, 11);
        session.heartbeat(5, List.of(held(1, 11)));
        assertThat(push.inPart).isEmpty();
        assertThat(push.renewed).isEmpty();
    }

    @Test
    void a_run_reported_while_its_owner_is_asked_is_not_revoked() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        session.heartbeat(5, List.of(held(1, 11)));
        session.results(List.of(success(1, 11)));

        owners.answerNow(run(1), new RunReply.Stale());

        assertThat(push.revoked).isEmpty();
        assertThat(push.renewed).containsExactly(5L);
    }

    @Test
    void a_run_that_the_owner_knows_as_the_workers_own_takes_its_slot_again() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        owners.answer(run(1), new RunReply.Noted());

        session.heartbeat(5, List.of(held(1, 11)));

        assertThat(free()).isZero();
    }

    @Test
    void a_run_nobody_knows_is_revoked() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        owners.answer(run(1), new RunReply.Stale());

        session.heartbeat(5, List.of(held(1, 11)));

        assertThat(push.revoked).containsExactly(held(1, 11));
    }

    @Test
    void a_reported_run_is_listed_until_it_is_judged_and_its_owner_is_not_asked_twice() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        session.results(List.of(success(1, 11)));

        session.heartbeat(5, List.of(held(1, 11)));

        assertThat(owners.asked).hasSize(1);
        assertThat(push.renewed).containsExactly(5L);
        assertThat(free()).isEqualTo(1);
    }

    @Test
    void a_verdict_that_comes_after_a_reconnect_frees_the_slot_the_run_was_listed_under() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        owners.answer(run(1), new RunReply.Retry());
        session.results(List.of(success(1, 11)));
        session.closed();
        owners.answer(run(1), new RunReply.Noted());
        gateway.connect(worker("w1", 1, "h"), List.of(held(1, 11)), push);
        assertThat(free()).isZero();

        owners.answer(run(1), new RunReply.Accepted());
        tick(Duration.ofMillis(50));

        assertThat(push.acks).hasSize(1);
        assertThat(free()).isEqualTo(1);
    }

    // ---- streams that end and come back -----------------------------------------------------------------------------

    @Test
    void a_worker_that_comes_back_keeps_what_is_its_own_and_loses_the_rest() {
        owners.answer(run(1), new RunReply.Noted());
        owners.answer(run(2), new RunReply.Stale());

        gateway.connect(worker("w1", 5, "h"), List.of(held(1, 11), held(2, 12)), push);

        assertThat(owners.asked)
                .containsExactly(new RunCommand.Held(run(1), 11, "w1"), new RunCommand.Held(run(2), 12, "w1"));
        assertThat(push.revoked).containsExactly(held(2, 12));
        assertThat(free()).isEqualTo(4);
    }

    @Test
    void nothing_is_said_to_owners_when_a_stream_ends() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);

        session.closed();

        assertThat(owners.asked).isEmpty();
        assertThat(gateway.workers()).isEmpty();
    }

    @Test
    void a_second_stream_of_a_worker_replaces_the_first() {
        WorkerSession first = connect(worker("w1", 1, "h"));
        RecordedPush newPush = new RecordedPush();
        gateway.connect(worker("w1", 1, "h"), List.of(), newPush);

        assertThat(push.closed).hasSize(1);
        first.closed();
        assertThat(gateway.workers()).hasSize(1);
        start(1, 11);
        assertThat(newPush.assigned).containsExactly(held(1, 11));
    }

    @Test
    void a_draining_worker_gets_nothing_new_and_keeps_what_it_has() {
        WorkerSession session = connect(worker("w1", 2, "h"));
        start(1, 11);
        session.draining();

        assertThat(gateway.reserve(H, 1)).isEmpty();
        session.handBack(List.of(held(1, 11)));
        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
    }

    @Test
    void a_worker_whose_handlers_do_not_stop_can_take_fewer_runs_for_a_while() {
        WorkerSession session = connect(worker("w1", 3, "h"));
        start(1, 11);
        session.capacity(1);
        assertThat(gateway.reserve(H, 1)).isEmpty();

        session.capacity(2);
        assertThat(woken).containsExactly(Set.of(H));
        assertThat(gateway.reserve(H, 5)).hasSize(1);
    }

    @Test
    void a_member_that_leaves_sends_its_workers_away_and_gives_them_nothing_new() {
        connect(worker("w1", 2, "h"));
        gateway.sendAway("leaving");
        RecordedPush late = new RecordedPush();
        gateway.connect(worker("w2", 2, "h"), List.of(), late);

        assertThat(push.goneAway).containsExactly("leaving");
        assertThat(gateway.reserve(H, 1)).isEmpty();
    }

    @Test
    void a_member_that_may_not_act_ends_its_streams_and_takes_no_new_ones() {
        connect(worker("w1", 2, "h"));
        grid.mayAct = false;
        tick(Duration.ofMillis(50));

        assertThat(push.closed).hasSize(1);
        assertThat(gateway.connect(worker("w2", 1, "h"), List.of(), new RecordedPush()))
                .isEmpty();
    }

    // ---- revoke and cancel ------------------------------------------------------------------------------------------

    @Test
    void a_revoked_run_frees_its_slot_and_the_worker_hears_its_token() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        session.accepted(List.of(held(1, 11)));

        assertThat(gateway.revoke(List.of(attempt(1, 11), attempt(2, 11)))).containsExactly(attempt(2, 11));

        assertThat(push.revoked).containsExactly(held(1, 11));
        assertThat(free()).isEqualTo(1);
    }

    @Test
    void a_worker_that_lets_an_attempt_lapse_without_a_word_gets_nothing_until_it_is_heard_again() {
        WorkerSession session = connect(worker("w1", 5, "h"));
        start(1, 11);
        gateway.revoke(List.of(attempt(1, 11)));

        assertThat(gateway.reserve(H, 1)).as("it may be stopped").isEmpty();
        assertThat(free()).isZero();

        session.heartbeat(1, List.of());
        assertThat(woken).as("whoever fell short looks again").containsExactly(Set.of(H));
        assertThat(gateway.reserve(H, 5)).hasSize(5);
    }

    @Test
    void whatever_a_silent_worker_says_makes_it_heard_again() {
        List<Consumer<WorkerSession>> words = List.of(
                session -> session.accepted(List.of(held(1, 11))),
                session -> session.heartbeat(1, List.of(held(1, 11))),
                session -> session.results(List.of(success(1, 11))),
                session -> session.handBack(List.of(held(1, 11))),
                session -> session.capacity(1));
        for (Consumer<WorkerSession> word : words) {
            WorkerSession session = connect(worker("w1", 1, "h"));
            start(1, 11);
            gateway.revoke(List.of(attempt(1, 11)));
            assertThat(free()).isZero();

            word.accept(session);

            assertThat(free()).isEqualTo(1);
        }
    }

    @Test
    void a_silent_worker_leaves_its_share_to_the_others() {
        connect(worker("w1", 5, "h"));
        start(1, 11);
        gateway.connect(worker("w2", 5, "h"), List.of(), new RecordedPush());
        gateway.revoke(List.of(attempt(1, 11)));

        assertThat(gateway.reserve(H, 10)).extracting(WorkerSlot::workerId).containsOnly("w2");
    }

    @Test
    void a_cancel_reaches_the_holder_of_this_very_attempt_only() {
        connect(worker("w1", 1, "h"));
        start(1, 11);

        List<Attempt> others = List.of(attempt(1, 10), attempt(2, 11), attempt(1, 12));
        assertThat(gateway.cancel(others)).isEqualTo(others);
        assertThat(push.cancelled).isEmpty();
        assertThat(gateway.cancel(List.of(attempt(1, 11)))).isEmpty();
        assertThat(push.cancelled).containsExactly(held(1, 11));
        assertThat(free()).isZero();
    }

    @Test
    void a_revocation_that_comes_late_leaves_a_later_attempt_alone() {
        connect(worker("w1", 1, "h"));
        start(1, 11);

        gateway.stop(List.of(attempt(1, 10)), true);
        assertThat(push.revoked).isEmpty();

        gateway.stop(List.of(attempt(1, 12)), true);
        assertThat(push.revoked).containsExactly(held(1, 11));
    }

    @Test
    void an_owner_elsewhere_cancels_what_is_held_here() {
        connect(worker("w1", 1, "h"));
        start(1, 11);
        gateway.stop(List.of(attempt(1, 11), attempt(2, 11)), false);
        assertThat(push.cancelled).containsExactly(held(1, 11));
    }

    /** The word of it may have been lost, or have come before the assignment. */
    @Test
    void a_cancelled_run_is_told_again_whenever_its_worker_is_heard_of() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        owners.answer(run(1), new RunReply.Cancelling());

        session.accepted(List.of(held(1, 11)));
        assertThat(push.cancelled).containsExactly(held(1, 11));

        grid.leases.clear();
        session.heartbeat(1, List.of(held(1, 11)));
        assertThat(push.cancelled).containsExactly(held(1, 11), held(1, 11));
        assertThat(push.renewed).containsExactly(1L);

        RecordedPush other = new RecordedPush();
        WorkerSession again = gateway.connect(worker("w1", 1, "h"), List.of(held(1, 11)), other)
                .orElseThrow();
        assertThat(other.cancelled).containsExactly(held(1, 11));

        again.results(List.of(new ReportedEnd(held(1, 11), new Outcome.Cancelled())));
        again.heartbeat(2, List.of(held(1, 11)));
        assertThat(other.cancelled).as("it has been reported").hasSize(1);
    }

    @Test
    void a_run_reported_while_its_owner_says_that_it_is_cancelled_is_left_alone() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        session.heartbeat(5, List.of(held(1, 11)));
        session.results(List.of(success(1, 11)));

        owners.answerNow(run(1), new RunReply.Cancelling());

        assertThat(push.cancelled).isEmpty();
    }

    private static Attempt attempt(int run, long token) {
        return new Attempt(run(run), token);
    }

    // ---- runs handed to this gateway --------------------------------------------------------------------------------

    @Test
    void an_offered_run_is_started_by_its_owner_and_pushed() {
        connect(worker("w1", 2, "h"));
        owners.answer(run(1), new RunReply.Granted(assignment(1, 11)));

        gateway.offered(List.of(offer(1)));

        assertThat(owners.asked).containsExactly(new RunCommand.Start(run(1), "w1"));
        assertThat(push.assigned).containsExactly(held(1, 11));
        assertThat(free()).isEqualTo(1);
    }

    @Test
    void a_run_that_is_not_granted_gives_its_slot_back() {
        connect(worker("w1", 2, "h"));
        owners.answer(run(1), new RunReply.NotGranted());
        owners.answer(run(2), new RunReply.Retry());

        gateway.offered(List.of(offer(1), offer(2)));

        assertThat(free()).isEqualTo(2);
        assertThat(owners.asked).as("the owner offers again by itself").hasSize(2);
    }

    @Test
    void a_grant_for_a_worker_that_has_gone_is_handed_back() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        gateway.offered(List.of(offer(1)));
        session.closed();

        owners.answerNow(run(1), new RunReply.Granted(assignment(1, 11)));

        assertThat(owners.asked).last().isEqualTo(new RunCommand.HandBack(run(1), 11));
    }

    @Test
    void offers_without_a_free_slot_wait_for_one_in_their_order() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(9, 5);
        gateway.offered(List.of(offer(1), offer(2)));
        assertThat(owners.asked).isEmpty();

        session.results(List.of(success(9, 5)));
        assertThat(starts()).containsExactly(new RunCommand.Start(run(1), "w1"));
        owners.answerNow(run(1), new RunReply.NotGranted());
        assertThat(starts()).containsExactly(new RunCommand.Start(run(1), "w1"), new RunCommand.Start(run(2), "w1"));
    }

    @Test
    void an_offer_that_waited_as_long_as_its_owner_does_is_forgotten() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(9, 5);
        gateway.offered(List.of(offer(1)));
        tick(HAND_OFF.minusMillis(1));
        gateway.offered(List.of(offer(2)));
        tick(Duration.ofMillis(1));

        session.results(List.of(success(9, 5)));

        assertThat(starts()).containsExactly(new RunCommand.Start(run(2), "w1"));
    }

    @Test
    void a_flood_of_offers_that_are_all_refused_at_once_neither_overflows_nor_loses_a_slot() {
        connect(worker("w1", 1, "h"));
        int many = OfferDesk.WAITING_MAX;
        IntStream.rangeClosed(1, many).forEach(n -> owners.answer(run(n), new RunReply.NotGranted()));

        gateway.offered(
                IntStream.rangeClosed(1, many).mapToObj(GatewayTest::offer).toList());

        assertThat(starts()).hasSize(many);
        assertThat(free()).isEqualTo(1);
    }

    // ---- credits ----------------------------------------------------------------------------------------------------

    @Test
    void credits_are_told_soon_after_a_change_but_not_with_every_one() {
        connect(worker("w1", 2, "h"));
        tick(Duration.ZERO);
        assertThat(grid.advertised).containsExactly(List.of(group(2)));

        start(1, 11);
        tick(Duration.ofMillis(49));
        assertThat(grid.advertised).hasSize(1);
        start(2, 12);
        tick(Duration.ofMillis(1));
        assertThat(grid.advertised).last().isEqualTo(List.of(group(0)));
        tick(Duration.ofMillis(500));
        assertThat(grid.advertised).hasSize(2);
        tick(Duration.ofMillis(500));
        assertThat(grid.advertised).as("repeated in case it was lost").hasSize(3);
    }

    private WorkerSession connect(WorkerProfile profile) {
        return gateway.connect(profile, List.of(), push).orElseThrow();
    }

    private void start(int run, long token) {
        WorkerSlot slot = gateway.reserve(H, 1).get(0);
        gateway.assign(List.of(new Placed(slot, assignment(run, token))));
    }

    private void tick(Duration after) {
        time.advance(after);
        gateway.tick();
    }

    private int free() {
        return gateway.workers().stream().mapToInt(ConnectedWorker::free).sum();
    }

    private List<RunCommand> starts() {
        return owners.asked.stream().filter(RunCommand.Start.class::isInstance).toList();
    }

    private static Offer offer(int run) {
        return new Offer(run(run), Made.job(run), H);
    }

    private static ReportedEnd success(int run, long token) {
        return new ReportedEnd(held(run, token), new Outcome.Success(null));
    }

    private static WorkerGroup group(int free) {
        return new WorkerGroup("default", Set.of("h"), false, 1, 2, free);
    }
}
