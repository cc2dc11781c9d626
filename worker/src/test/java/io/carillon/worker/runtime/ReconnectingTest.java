package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.RunResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a worker holds and has to say goes with it to its next stream. */
class ReconnectingTest {

    @Test
    void runs_go_on_and_are_listed_in_the_hello_with_results_on_their_way() {
        Bench bench = new Bench(7).welcome().assign("r1", "r2").runNext();

        bench.breakStream().advanceSeconds(1);

        assertThat(bench.stream().hello().getHeldList())
                .containsExactlyInAnyOrder(Bench.held("r1", 1), Bench.held("r2", 1));
        bench.welcome();
        assertThat(bench.stream().results()).extracting(RunResult::getRunId).containsExactly("r1");
        bench.runNext().advance(Duration.ofMillis(1));
        assertThat(bench.stream().results()).extracting(RunResult::getRunId).containsExactly("r1", "r2");
    }

    @Test
    void leases_are_renewed_right_after_the_welcome() {
        Bench bench = new Bench(7).welcome().assign("r1").breakStream().advanceSeconds(1);
        assertThat(bench.stream().heartbeats()).isEmpty();

        bench.welcome();

        assertThat(bench.stream().heartbeats())
                .singleElement()
                .satisfies(beat -> assertThat(beat.getHeldList()).containsExactly(Bench.held("r1", 1)));
    }

    @Test
    void result_of_a_run_that_ended_meanwhile_is_sent_after_the_welcome() {
        Bench bench = new Bench(7).welcome().assign("r1").breakStream();

        bench.runNext().advanceSeconds(1);
        assertThat(bench.stream().results()).isEmpty();

        bench.welcome();
        assertThat(bench.stream().results()).hasSize(1);
    }
}
