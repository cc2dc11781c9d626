package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.FailureKind;
import io.carillon.proto.v1.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs that are to stop: cancelled, revoked, or out of time. */
class StoppingTest {

    @Test
    void cancelled_run_reports_that_it_was_cancelled() {
        Bench bench = new Bench(7).welcome().assign("r1").cancel("r1", 1).runNext();

        assertThat(bench.stream().results())
                .singleElement()
                .satisfies(result -> assertThat(result.hasCancelled()).isTrue());
    }

    @Test
    void handler_that_ends_well_in_spite_of_a_cancel_reports_success() {
        Bench[] bench = new Bench[1];
        bench[0] = new Bench(7, run -> {
            bench[0].cancel("r1", 1);
            return run.isCancelled() ? "true" : "false";
        });

        bench[0].welcome().assign("r1").runNext();

        assertThat(bench[0].stream()
                        .results()
                        .get(0)
                        .getSuccess()
                        .getResultJson()
                        .toStringUtf8())
                .isEqualTo("true");
    }

    @Test
    void cancel_of_a_run_that_is_not_here_hands_it_back() {
        Bench bench = new Bench(7).welcome().cancel("r1", 1);

        assertThat(bench.stream().handedBack()).containsExactly("r1:1");
    }

    @Test
    void revoked_run_is_not_renewed_and_its_failure_is_nobodys_business() {
        Bench bench = new Bench(7)
                .welcome()
                .assign("r1", "r2")
                .revoke("r1", 1)
                .acknowledgeHeartbeats()
                .advanceSeconds(20);

        assertThat(bench.stream().heartbeats().get(1).getHeldList()).containsExactly(Bench.held("r2", 1));
        bench.runNext().advanceSeconds(1);
        assertThat(bench.stream().results()).isEmpty();
        assertThat(bench.stream().handedBack()).isEmpty();
    }

    @Test
    void success_of_a_revoked_run_is_reported_for_the_grid_to_refuse() {
        Bench[] bench = new Bench[1];
        bench[0] = new Bench(7, run -> {
            bench[0].revoke("r1", 1);
            return run.leaseStillValid() ? "true" : "false";
        });

        bench[0].welcome().assign("r1").runNext();

        assertThat(bench[0].stream()
                        .results()
                        .get(0)
                        .getSuccess()
                        .getResultJson()
                        .toStringUtf8())
                .isEqualTo("false");
    }

    @Test
    void revoke_of_another_token_changes_nothing() {
        Bench bench = new Bench(7)
                .welcome()
                .assign(Bench.assignment("r1", 5))
                .revoke("r1", 4)
                .runNext();

        assertThat(bench.stream().results()).hasSize(1);
    }

    @Test
    void slot_of_a_revoked_run_is_not_offered_until_its_handler_has_ended() {
        Bench bench = new Bench(2).welcome().assign("r1", "r2").revoke("r1", 1);
        assertThat(bench.stream().capacities()).containsExactly(1);

        bench.assign("r3");
        assertThat(bench.stream().handedBack()).containsExactly("r3:1");

        bench.runNext();
        assertThat(bench.stream().capacities()).containsExactly(1, 2);
        bench.assign("r4");
        assertThat(bench.stream().handedBack()).containsExactly("r3:1");
    }

    @Test
    void run_that_takes_too_long_is_reported_at_once_and_keeps_its_slot() {
        Bench bench = new Bench(1)
                .welcome()
                .assign(Bench.assignment("r1", 1, 7).build())
                .advanceSeconds(6);
        assertThat(bench.stream().results()).isEmpty();

        bench.advanceSeconds(1);

        assertThat(bench.stream().results()).singleElement().satisfies(result -> {
            assertThat(result.getFailure().getKind()).isEqualTo(FailureKind.FAILURE_KIND_TIMEOUT);
            assertThat(result.getFailure().getErrorMessage()).contains("7000 ms");
        });
        assertThat(bench.core.gauges().stuck()).isEqualTo(1);
        List<io.carillon.proto.v1.WorkerMessage> sent = bench.stream().sent;
        assertThat(sent.get(sent.size() - 2).getCapacity().getSlots())
                .as("the capacity is told before the result that would free the slot")
                .isZero();

        bench.runNext();
        assertThat(bench.stream().results()).as("no second report").hasSize(1);
        assertThat(bench.core.gauges().stuck()).isZero();
    }

    @Test
    void cancelled_run_that_does_not_end_is_reported_as_cancelled_when_its_time_is_up() {
        Bench bench = new Bench(1)
                .welcome()
                .assign(Bench.assignment("r1", 1, 7).build())
                .cancel("r1", 1)
                .advanceSeconds(8);

        assertThat(bench.stream().results().get(0).hasCancelled()).isTrue();
    }

    @Test
    void retry_of_a_timed_out_run_can_come_to_the_same_worker() {
        Bench bench = new Bench(2)
                .welcome()
                .assign(Bench.assignment("r1", 1, 7).build())
                .advanceSeconds(8);

        bench.assign(Bench.assignment("r1", 2)).runAll();

        assertThat(bench.stream().results())
                .extracting(RunResult::getFencingToken)
                .containsExactly(1L, 2L);
    }
}
