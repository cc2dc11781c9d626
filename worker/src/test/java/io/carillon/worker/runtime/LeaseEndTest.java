package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.HeldRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A handler is stopped before its lease can have ended. */
class LeaseEndTest {

    @Test
    void without_acknowledgements_the_handler_is_stopped_before_its_lease_can_end() {
        Bench bench = new Bench(7).welcome().acknowledgeHeartbeats().assign("r1");
        bench.down[0] = true;
        bench.down[1] = true;
        bench.breakStream();

        bench.advance(Duration.ofMillis(54_900));
        assertThat(bench.counters().leasesLost.sum()).isZero();

        bench.advance(Duration.ofMillis(200));
        assertThat(bench.counters().leasesLost.sum()).isEqualTo(1);
    }

    @Test
    void lease_counts_from_the_sending_of_the_last_acknowledged_heartbeat() {
        Bench bench =
                new Bench(7).welcome().acknowledgeHeartbeats().assign("r1").advanceSeconds(20);
        bench.advanceSeconds(10).acknowledgeHeartbeats();
        bench.down[0] = true;
        bench.down[1] = true;
        bench.breakStream();

        bench.advanceSeconds(44);
        assertThat(bench.counters().leasesLost.sum()).as("74 s").isZero();
        bench.advanceSeconds(2);
        assertThat(bench.counters().leasesLost.sum()).as("76 s").isEqualTo(1);
    }

    @Test
    void an_answer_in_part_keeps_what_it_renews_and_the_stream_and_lets_the_rest_end() {
        Bench bench = new Bench(7).welcome().acknowledgeHeartbeats().assign("r1", "r2");
        for (int i = 0; i < 4; i++) {
            bench.advanceSeconds(20).answerInPart("r2", 1);
        }

        assertThat(bench.counters().leasesLost.sum()).isEqualTo(1);
        assertThat(bench.streams).hasSize(1);
        assertThat(bench.stream().heartbeats().get(4).getHeldList())
                .extracting(HeldRun::getRunId)
                .contains("r1");
    }

    @Test
    void regular_acknowledgements_keep_a_run_for_as_long_as_it_takes() {
        Bench bench =
                new Bench(7).welcome().assign(Bench.assignment("r1", 1, 86_400).build());
        for (int i = 0; i < 100; i++) {
            bench.acknowledgeHeartbeats().advanceSeconds(20);
        }

        assertThat(bench.counters().leasesLost.sum()).isZero();
        assertThat(bench.stream().heartbeats().get(100).getHeldList())
                .extracting(HeldRun::getRunId)
                .containsExactly("r1");
    }

    @Test
    void run_that_was_fenced_is_handed_back_when_it_ends_and_the_grid_can_be_reached() {
        Bench bench = new Bench(7).welcome().assign("r1");
        bench.down[0] = true;
        bench.down[1] = true;
        bench.breakStream().advanceSeconds(60);

        bench.runNext();
        bench.down[0] = false;
        bench.down[1] = false;
        bench.advanceSeconds(10);
        assertThat(bench.stream().hello().getHeldList()).isEmpty();
        bench.welcome();

        assertThat(bench.stream().handedBack()).containsExactly("r1:1");
        assertThat(bench.stream().results()).isEmpty();
    }

    @Test
    void success_after_the_fence_is_reported_all_the_same() {
        Bench[] bench = new Bench[1];
        bench[0] = new Bench(7, run -> {
            bench[0].advanceSeconds(60);
            return run.leaseStillValid() ? "true" : "false";
        });
        bench[0].welcome().assign("r1");
        bench[0].down[0] = true;
        bench[0].down[1] = true;
        bench[0].breakStream().runNext();

        bench[0].down[0] = false;
        bench[0].down[1] = false;
        bench[0].advanceSeconds(10).welcome();

        assertThat(bench[0].stream()
                        .results()
                        .get(0)
                        .getSuccess()
                        .getResultJson()
                        .toStringUtf8())
                .isEqualTo("false");
    }
}
