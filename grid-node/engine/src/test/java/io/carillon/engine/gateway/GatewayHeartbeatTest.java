package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a worker says it holds: its leases are renewed, and their owners asked where an entry is missing. */
class GatewayHeartbeatTest extends OneGateway {

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
}
