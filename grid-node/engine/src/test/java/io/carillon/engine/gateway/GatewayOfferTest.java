package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.assignment;
import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Runs that owners on other members have handed to this gateway. */
class GatewayOfferTest extends OneGateway {

    @Test
    void an_offered_run_is_started_by_its_owner_and_pushed() {
        connect(worker("w1", 2, "h"));
        owners.answer(run(1), new RunReply.Granted(assignment(1, 11)));

        gateway.offered(List.of(offer(1)));

        assertThat(owners.asked).containsExactly(new RunCommand.Start(run(1), "w1", time.now()));
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
        assertThat(starts()).containsExactly(new RunCommand.Start(run(1), "w1", time.now()));
        owners.answerNow(run(1), new RunReply.NotGranted());
        assertThat(starts())
                .containsExactly(
                        new RunCommand.Start(run(1), "w1", time.now()), new RunCommand.Start(run(2), "w1", time.now()));
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

        assertThat(starts()).containsExactly(new RunCommand.Start(run(2), "w1", time.now()));
    }

    @Test
    void a_flood_of_offers_that_are_all_refused_at_once_neither_overflows_nor_loses_a_slot() {
        connect(worker("w1", 1, "h"));
        int many = OfferDesk.WAITING_MAX;
        IntStream.rangeClosed(1, many).forEach(n -> owners.answer(run(n), new RunReply.NotGranted()));

        gateway.offered(
                IntStream.rangeClosed(1, many).mapToObj(OneGateway::offer).toList());

        assertThat(starts()).hasSize(many);
        assertThat(free()).isEqualTo(1);
    }
}
