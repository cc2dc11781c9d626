package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.run.Outcome;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.WorkerSlot;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Word of a lost lease or a cancel, on its way to the worker. */
class GatewayStopTest extends OneGateway {

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
                session -> session.heartbeatOfSome(1, List.of(held(1, 11))),
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
}
