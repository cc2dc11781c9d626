package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How a worker finds a member, greets it and keeps the stream. */
class ConnectingTest {

    @Test
    void hello_says_who_the_worker_is() {
        Bench bench = new Bench(7);

        assertThat(bench.stream().hello().getWorkerId()).isEqualTo("w1");
        assertThat(bench.stream().hello().getPool()).isEqualTo("default");
        assertThat(bench.stream().hello().getHandlersList()).containsExactly("h");
        assertThat(bench.stream().hello().getAnyHandler()).isFalse();
        assertThat(bench.stream().hello().getSlots()).isEqualTo(7);
        assertThat(bench.stream().hello().getProtocolRevision()).isEqualTo(3);
    }

    @Test
    void nothing_is_said_before_the_welcome() {
        Bench bench = new Bench(7).advanceSeconds(9);

        assertThat(bench.stream().sent).hasSize(1);
    }

    @Test
    void member_that_does_not_welcome_in_ten_seconds_is_left_for_another() {
        Bench bench = new Bench(7).advanceSeconds(11);

        assertThat(bench.streams).hasSize(2);
        assertThat(bench.streams.get(0).cancelled).isEqualTo("silence");
        assertThat(bench.streams.get(1).target).isNotEqualTo(bench.streams.get(0).target);
    }

    @Test
    void unreachable_grid_is_tried_for_ever_at_growing_intervals() {
        Bench bench = new Bench(7);
        bench.down[0] = true;
        bench.down[1] = true;
        bench.breakStream();

        bench.advance(Duration.ofMinutes(10));

        assertThat(bench.streams.size()).isBetween(200, 410);
        bench.down[0] = false;
        bench.down[1] = false;
        bench.advanceSeconds(10).welcome();
        assertThat(bench.core.gauges().connected()).isTrue();
    }

    @Test
    void member_that_welcomes_and_drops_is_not_tried_without_pause() {
        Bench bench = new Bench(7);
        for (int i = 0; i < 20; i++) {
            bench.welcome().breakStream().advanceSeconds(10);
        }

        assertThat(bench.streams.size()).isLessThanOrEqualTo(22);
    }

    @Test
    void heartbeats_are_sent_at_the_interval_of_the_welcome_with_nothing_held_too() {
        Bench bench = new Bench(7).welcome();
        for (int i = 0; i < 3; i++) {
            bench.acknowledgeHeartbeats().advanceSeconds(20);
        }

        assertThat(bench.stream().heartbeats()).hasSize(4);
        assertThat(bench.streams).hasSize(1);
    }

    @Test
    void stream_whose_heartbeats_are_not_acknowledged_is_left() {
        Bench bench = new Bench(7).welcome().advanceSeconds(21);

        assertThat(bench.streams).hasSize(2);
        assertThat(bench.streams.get(0).cancelled).isNotNull();
    }

    @Test
    void messages_of_a_stream_that_was_left_are_ignored() {
        Bench bench = new Bench(7).welcome();
        FakeStream old = bench.stream();
        bench.breakStream().advanceSeconds(1).welcome();

        bench.core.handle(
                new Event.Received(
                        old,
                        io.carillon.proto.v1.GridMessage.newBuilder()
                                .setAssignments(io.carillon.proto.v1.AssignmentBatch.newBuilder()
                                        .addAssignments(Bench.assignment("r1", 1)))
                                .build()),
                bench.clock.nanos());

        assertThat(bench.waiting).isEmpty();
    }

    @Test
    void member_that_leaves_is_left_for_another_at_once() {
        Bench bench = new Bench(7).welcome().assign("r1").goAway().advance(Duration.ofMillis(200));

        assertThat(bench.streams).hasSize(2);
        assertThat(bench.streams.get(0).finished).isTrue();
        assertThat(bench.streams.get(0).cancelled).isNull();
        assertThat(bench.stream().target).isNotEqualTo(bench.streams.get(0).target);
        assertThat(bench.stream().hello().getHeldList()).containsExactly(Bench.held("r1", 1));
    }

    @Test
    void as_many_messages_are_let_in_as_were_handled() {
        Bench bench = new Bench(7).welcome();
        int before = bench.stream().requested;

        bench.assign("r1").assign("r2").cancel("r1", 1);

        assertThat(bench.stream().requested - before).isEqualTo(3);
    }
}
