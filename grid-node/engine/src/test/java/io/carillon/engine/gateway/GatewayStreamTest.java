package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Streams that end, come back, drain, and are sent away. */
class GatewayStreamTest extends OneGateway {

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
}
