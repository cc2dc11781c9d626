package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Leases.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Heartbeats that list some of what a worker holds say nothing of the rest. */
class GatewayPartialHeartbeatTest extends OneGateway {

    @Test
    void what_is_listed_is_renewed_and_acknowledged_and_nothing_else() {
        WorkerSession session = connect(worker("w1", 2, "h"));
        grid.lease(held(1, 11), "w1");
        grid.lease(held(2, 12), "w1");

        session.heartbeatOfSome(5, List.of(held(2, 12)));

        assertThat(push.renewed).containsExactly(5L);
        assertThat(owners.asked).isEmpty();
        assertThat(grid.leases)
                .containsEntry(run(1), new Lease(11, Instant.EPOCH, "w1"))
                .containsEntry(run(2), new Lease(12, time.now().plus(LEASE), "w1"));
    }

    /** Two whole ones that leave it out would. */
    @Test
    void a_run_that_is_left_out_again_and_again_is_not_taken_for_forgotten() {
        WorkerSession session = connect(worker("w1", 2, "h"));
        start(1, 11);
        start(2, 12);
        grid.lease(held(1, 11), "w1");
        grid.lease(held(2, 12), "w1");
        session.heartbeat(1, List.of(held(1, 11), held(2, 12)));
        for (int sequence = 2; sequence < 20; sequence++) {
            session.heartbeatOfSome(sequence, List.of(held(2, 12)));
        }
        assertThat(free()).isZero();

        session.heartbeat(20, List.of(held(2, 12)));
        session.heartbeat(21, List.of(held(2, 12)));
        assertThat(free()).isEqualTo(1);
    }

    @Test
    void being_listed_ends_the_count_of_being_left_out() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        grid.lease(held(1, 11), "w1");
        session.heartbeat(1, List.of(held(1, 11)));
        for (int sequence = 2; sequence < 10; sequence += 2) {
            session.heartbeat(sequence, List.of());
            session.heartbeatOfSome(sequence + 1, List.of(held(1, 11)));
        }
        assertThat(free()).isZero();
    }

    /** Its worker did not hear of the slot it takes, or its confirmation was lost. */
    @Test
    void being_listed_confirms() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        grid.lease(held(1, 11), "w1");
        session.heartbeatOfSome(1, List.of(held(1, 11)));

        session.heartbeat(2, List.of());
        session.heartbeat(3, List.of());

        assertThat(free()).as("confirmed, and then forgotten").isEqualTo(1);
    }

    @Test
    void an_owner_is_asked_for_what_is_listed_and_has_no_entry() {
        WorkerSession session = connect(worker("w1", 3, "h"));
        start(1, 11);
        start(2, 12);
        start(3, 13);

        session.heartbeatOfSome(5, List.of(held(2, 12), held(3, 13)));
        assertThat(owners.asked)
                .containsExactly(new RunCommand.Held(run(2), 12, "w1"), new RunCommand.Held(run(3), 13, "w1"));

        owners.answerNow(run(2), new RunReply.Noted());
        owners.answerNow(run(3), new RunReply.Stale());
        assertThat(push.renewed).containsExactly(5L);
        assertThat(push.revoked).containsExactly(held(3, 13));
        assertThat(free()).isEqualTo(1);
    }

    /** Without any answer the worker would take the stream for silent, for the sake of one run whose owner is. */
    @Test
    void one_of_which_nothing_could_be_renewed_is_answered_all_the_same() {
        WorkerSession session = connect(worker("w1", 3, "h"));
        start(1, 11);

        session.heartbeatOfSome(5, List.of(held(1, 11)));

        assertThat(push.inPart).containsExactly(Map.entry(5L, List.of(held(1, 11))));
        assertThat(push.renewed).isEmpty();
    }
}
