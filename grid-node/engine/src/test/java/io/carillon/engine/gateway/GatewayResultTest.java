package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.gateway.ResultAck.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a worker says of the beginning and the end of an attempt, on its way to the owner, and the answer to it. */
class GatewayResultTest extends OneGateway {

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
}
