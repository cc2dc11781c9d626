package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.WorkerMessage.MessageCase;
import org.junit.jupiter.api.Test;

/** A worker that shuts down: no new work, what is held ends or is handed back. */
class DrainingTest {

    @Test
    void idle_worker_ends_at_once() {
        Bench bench = new Bench(7).welcome().drain(30);
        assertThat(bench.stream().sent(MessageCase.DRAINING)).hasSize(1);
        assertThat(bench.stream().finished)
                .as("an assignment may be on its way")
                .isFalse();

        bench.acknowledgeHeartbeats();
        assertThat(bench.stream().finished).isTrue();
        bench.breakStream();
        assertThat(bench.core.isDone()).isTrue();
    }

    @Test
    void assignment_that_was_on_its_way_is_handed_back() {
        Bench bench = new Bench(7).welcome().drain(30).assign("r1");

        assertThat(bench.stream().handedBack()).containsExactly("r1:1");
        assertThat(bench.stream().finished).isFalse();
    }

    @Test
    void worker_that_never_reached_the_grid_ends_at_once() {
        Bench bench = new Bench(7).drain(30);

        assertThat(bench.core.isDone()).isTrue();
    }

    @Test
    void runs_at_work_end_and_their_results_are_acknowledged_first() {
        Bench bench = new Bench(7)
                .welcome()
                .assign("r1")
                .drain(30)
                .acknowledgeHeartbeats()
                .advanceSeconds(10);
        assertThat(bench.stream().finished).isFalse();

        bench.runNext();
        assertThat(bench.stream().results()).hasSize(1);
        assertThat(bench.stream().finished).isFalse();

        bench.acknowledge("r1", 1, ResultVerdict.RESULT_VERDICT_ACCEPTED);
        assertThat(bench.stream().finished).isTrue();
        assertThat(bench.stream().handedBack()).isEmpty();
    }

    @Test
    void new_assignments_are_handed_back() {
        Bench bench = new Bench(7).welcome().assign("r1").drain(30).assign("r2");

        assertThat(bench.stream().handedBack()).containsExactly("r2:1");
    }

    @Test
    void what_stops_when_the_grace_is_over_is_handed_back_as_it_ends() {
        Bench bench = new Bench(7)
                .welcome()
                .assign("r1", "r2")
                .drain(5)
                .acknowledgeHeartbeats()
                .advanceSeconds(5);
        bench.runNext();
        assertThat(bench.stream().handedBack()).containsExactly("r1:1");

        bench.runNext();
        assertThat(bench.stream().handedBack()).containsExactly("r1:1", "r2:1");
        assertThat(bench.stream().finished).isTrue();
    }

    @Test
    void what_does_not_stop_is_handed_back_a_second_later() {
        Bench bench = new Bench(7)
                .welcome()
                .assign("r1")
                .drain(5)
                .acknowledgeHeartbeats()
                .advanceSeconds(5);
        assertThat(bench.stream().handedBack()).isEmpty();

        bench.advanceSeconds(1);

        assertThat(bench.stream().handedBack()).containsExactly("r1:1");
        assertThat(bench.stream().finished).isTrue();
    }

    @Test
    void results_that_nobody_acknowledges_delay_the_end_by_five_seconds() {
        Bench bench = new Bench(7).welcome().assign("r1").runNext().drain(30).advanceSeconds(4);
        assertThat(bench.stream().finished).isFalse();

        bench.advanceSeconds(1);
        assertThat(bench.stream().finished).isTrue();
    }

    @Test
    void member_that_does_not_end_the_stream_delays_the_end_by_a_second() {
        Bench bench = new Bench(7).welcome().drain(30).acknowledgeHeartbeats();
        assertThat(bench.core.isDone()).isFalse();

        bench.advanceSeconds(1);

        assertThat(bench.core.isDone()).isTrue();
        bench.core.close();
        assertThat(bench.stream().cancelled).isNotNull();
    }

    @Test
    void stream_lost_in_the_drain_is_opened_again_and_told_of_it() {
        Bench bench = new Bench(7)
                .welcome()
                .assign("r1")
                .drain(30)
                .breakStream()
                .advanceSeconds(1)
                .welcome();

        assertThat(bench.stream().sent(MessageCase.DRAINING)).hasSize(1);
    }

    @Test
    void second_request_can_shorten_the_grace() {
        Bench bench = new Bench(7).welcome().assign("r1").drain(30).drain(0).advanceSeconds(1);

        assertThat(bench.stream().handedBack()).containsExactly("r1:1");
    }

    @Test
    void drain_without_a_grid_ends_within_its_bounds() {
        Bench bench = new Bench(7).welcome().assign("r1").runNext();
        bench.down[0] = true;
        bench.down[1] = true;

        bench.breakStream().drain(30).advanceSeconds(7);

        assertThat(bench.core.isDone()).isTrue();
    }
}
