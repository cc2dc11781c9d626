package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.WorkerMessage.MessageCase;
import io.carillon.worker.handler.JobHandler;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of an assignment: it is run, or handed back at once. */
class TakingInTest {

    @Test
    void run_that_goes_on_is_accepted() {
        Bench bench = new Bench(7).welcome().assign("r1", "r2").advance(Duration.ofMillis(2));

        assertThat(bench.stream().sent(MessageCase.ACCEPTED)).hasSize(1);
        assertThat(bench.stream().accepted()).containsExactly("r1:1", "r2:1");
    }

    @Test
    void run_that_has_ended_before_is_only_reported() {
        Bench bench = new Bench(7).welcome().assign("r1").runAll().advance(Duration.ofMillis(2));

        assertThat(bench.stream().accepted()).isEmpty();
        assertThat(bench.stream().results()).hasSize(1);
    }

    @Test
    void assignments_beyond_the_slots_are_handed_back() {
        Bench bench = new Bench(2).welcome().assign("r1", "r2", "r3");

        assertThat(bench.waiting).hasSize(2);
        assertThat(bench.stream().handedBack()).containsExactly("r3:1");
    }

    @Test
    void run_whose_handler_nobody_registered_is_handed_back() {
        Bench bench = new Bench(2).welcome();

        bench.assign(Bench.assignment("r1", 1, 300).setHandler("unknown").build());

        assertThat(bench.waiting).isEmpty();
        assertThat(bench.stream().handedBack()).containsExactly("r1:1");
    }

    @Test
    void fallback_takes_what_nobody_registered() {
        Bench bench = new Bench(2, new Handlers(Map.of(), run -> "\"" + run.handler() + "\""), 0).welcome();

        bench.assign(Bench.assignment("r1", 1, 300).setHandler("unknown").build())
                .runAll();

        assertThat(bench.stream().hello().getAnyHandler()).isTrue();
        assertThat(bench.stream().results().get(0).getSuccess().getResultJson().toStringUtf8())
                .isEqualTo("\"unknown\"");
    }

    @Test
    void http_target_goes_to_the_http_handler_unless_its_own_is_registered() {
        JobHandler http = run -> "\"http\"";
        JobHandler own = run -> "\"own\"";
        Bench bench = new Bench(2, new Handlers(Map.of("http", http, "own", own), null), 0).welcome();

        bench.assign(
                        Bench.assignment("r1", 1, 300)
                                .setHandler("ping")
                                .setHttp(io.carillon.proto.v1.HttpTarget.getDefaultInstance())
                                .build(),
                        Bench.assignment("r2", 1, 300)
                                .setHandler("own")
                                .setHttp(io.carillon.proto.v1.HttpTarget.getDefaultInstance())
                                .build())
                .runAll();

        assertThat(bench.stream().results())
                .extracting(result -> result.getSuccess().getResultJson().toStringUtf8())
                .containsExactly("\"http\"", "\"own\"");
    }

    @Test
    void repeated_assignment_is_accepted_again_and_run_once() {
        Bench bench = new Bench(2).welcome().assign("r1").assign("r1").advance(Duration.ofMillis(2));

        assertThat(bench.waiting).hasSize(1);
        assertThat(bench.stream().accepted()).contains("r1:1");
        assertThat(bench.stream().handedBack()).isEmpty();
    }

    @Test
    void repeated_assignment_of_a_run_that_has_ended_here_is_not_run_again() {
        Bench bench = new Bench(2).welcome().assign("r1").runAll().assign("r1");

        assertThat(bench.waiting).isEmpty();
        assertThat(bench.stream().handedBack()).isEmpty();
    }

    @Test
    void assignment_with_a_lower_token_is_handed_back() {
        Bench bench = new Bench(2).welcome().assign(Bench.assignment("r1", 5)).assign(Bench.assignment("r1", 4));

        assertThat(bench.waiting).hasSize(1);
        assertThat(bench.stream().handedBack()).containsExactly("r1:4");
    }

    @Test
    void assignment_with_a_higher_token_stops_the_earlier_attempt() {
        Bench bench = new Bench(2).welcome().assign(Bench.assignment("r1", 4)).assign(Bench.assignment("r1", 5));

        assertThat(bench.waiting).hasSize(2);
        bench.runAll();

        assertThat(bench.stream().results())
                .as("the earlier one was told to stop before it began, which is nobody's business")
                .extracting(RunResult::getFencingToken)
                .containsExactly(5L);
    }
}
