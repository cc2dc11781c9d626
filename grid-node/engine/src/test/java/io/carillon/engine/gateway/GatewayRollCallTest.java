package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Silent;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway says of attempts their owner asks after: only what it knows for sure. */
class GatewayRollCallTest extends OneGateway {

    @Test
    void of_a_worker_that_is_not_connected_here_nothing_is_said() {
        connect(worker("w2", 1, "h"));
        callRoll(1, 11);
        assertThat(owners.asked).isEmpty();
    }

    @Test
    void an_attempt_the_worker_does_not_hold_is_handed_back() {
        connect(worker("w1", 1, "h")).heartbeat(1, List.of());
        callRoll(1, 11);
        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
    }

    @Test
    void an_older_attempt_than_the_one_it_holds_is_handed_back() {
        connect(worker("w1", 1, "h")).heartbeat(1, List.of());
        start(1, 12);
        callRoll(1, 11);
        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
    }

    @Test
    void an_attempt_that_was_sent_and_is_not_confirmed_is_left_to_its_accept_lease() {
        connect(worker("w1", 1, "h"));
        start(1, 11);
        callRoll(1, 11);
        assertThat(owners.asked).isEmpty();
    }

    @Test
    void a_confirmation_that_was_lost_is_given_again() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        session.accepted(List.of(held(1, 11)));
        owners.asked.clear();
        callRoll(1, 11);
        assertThat(owners.asked).containsExactly(new RunCommand.Held(run(1), 11, "w1"));
    }

    @Test
    void what_a_worker_listed_when_it_connected_it_holds() {
        gateway.connect(worker("w1", 1, "h"), List.of(held(1, 11)), push);
        owners.asked.clear();
        callRoll(1, 11);
        assertThat(owners.asked).containsExactly(new RunCommand.Held(run(1), 11, "w1"));
    }

    @Test
    void an_end_that_is_being_judged_is_no_attempt_to_hand_back() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        session.results(List.of(success(1, 11)));
        owners.asked.clear();
        callRoll(1, 11);
        assertThat(owners.asked).isEmpty();
    }

    @Test
    void a_start_that_is_being_asked_for_may_be_the_attempt() {
        connect(worker("w1", 1, "h")).heartbeat(1, List.of());
        gateway.offered(List.of(offer(1)));
        assertThat(starts()).hasSize(1);
        owners.asked.clear();

        callRoll(1, 11);
        assertThat(owners.asked).as("its answer is on its way").isEmpty();

        owners.answerNow(run(1), new RunReply.NotGranted());
        callRoll(1, 11);
        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
    }

    @Test
    void a_worker_that_has_sent_no_heartbeat_may_have_left_since_its_hello() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        session.accepted(List.of());
        callRoll(1, 11);
        assertThat(owners.asked).isEmpty();

        session.heartbeatOfSome(1, List.of());
        callRoll(1, 11);
        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
    }

    @Test
    void a_session_that_is_older_than_the_attempt_tells_nothing_for_the_worker_may_have_left_it() {
        connect(worker("w1", 1, "h")).heartbeat(1, List.of());
        gateway.callRoll(List.of(new Silent(run(1), Made.job(1), 11, "w1", time.now())));
        assertThat(owners.asked).isEmpty();
    }

    /** Of an attempt that was started before the worker connected. */
    private void callRoll(int run, long token) {
        Instant startedAt = time.now().minusMillis(1);
        gateway.callRoll(List.of(new Silent(run(run), Made.job(run), token, "w1", startedAt)));
    }
}
