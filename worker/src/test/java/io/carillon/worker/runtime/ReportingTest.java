package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.FailureKind;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.WorkerMessage.MessageCase;
import io.carillon.worker.handler.PermanentFailureException;
import io.carillon.worker.handler.RetryAfterException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Results on their way to the grid, until each is acknowledged. */
class ReportingTest {

    @Test
    void success_is_reported_at_once_when_idle() {
        Bench bench =
                new Bench(7, run -> "{\"ok\":true}").welcome().assign("r1").runNext();

        assertThat(bench.stream().results()).singleElement().satisfies(result -> {
            assertThat(result.getRunId()).isEqualTo("r1");
            assertThat(result.getJobId()).isEqualTo(Bench.JOB);
            assertThat(result.getFencingToken()).isEqualTo(1);
            assertThat(result.getSuccess().getResultJson().toStringUtf8()).isEqualTo("{\"ok\":true}");
        });
    }

    @Test
    void results_that_follow_closely_share_a_message() {
        Bench bench = new Bench(10)
                .welcome()
                .assign(IntStream.range(0, 10).mapToObj(i -> "r" + i).toArray(String[]::new));

        bench.runNext().runNext().runNext();
        assertThat(bench.stream().results()).hasSize(1);

        bench.advance(Duration.ofMillis(1));
        assertThat(bench.stream().results()).hasSize(3);
        assertThat(bench.stream().sent(MessageCase.RESULTS)).hasSize(2);
    }

    @Test
    void many_results_are_split_over_messages() {
        Bench bench = new Bench(1_200)
                .welcome()
                .assign(IntStream.range(0, 1_200).mapToObj(i -> "r" + i).toArray(String[]::new))
                .runAll();

        assertThat(bench.stream().results()).hasSize(1_200);
        assertThat(bench.stream().sent(MessageCase.RESULTS))
                .allSatisfy(message ->
                        assertThat(message.getResults().getResultsCount()).isLessThanOrEqualTo(500));
    }

    @Test
    void large_results_are_split_by_bytes() {
        String large = "\"" + "x".repeat(60_000) + "\"";
        Bench bench = new Bench(50, run -> large)
                .welcome()
                .assign(IntStream.range(0, 50).mapToObj(i -> "r" + i).toArray(String[]::new))
                .runAll();

        assertThat(bench.stream().results()).hasSize(50);
        assertThat(bench.stream().sent)
                .allSatisfy(message -> assertThat(message.getSerializedSize()).isLessThan(1_000_000));
    }

    @Test
    void stream_that_takes_no_more_is_waited_for() {
        Bench bench = new Bench(7).welcome().assign("r1");
        bench.stream().ready = false;

        bench.runNext().advanceSeconds(1);
        assertThat(bench.stream().results()).isEmpty();

        bench.stream().ready = true;
        bench.tick();
        assertThat(bench.stream().results()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = ResultVerdict.class,
            names = {"RESULT_VERDICT_ACCEPTED", "RESULT_VERDICT_ALREADY", "RESULT_VERDICT_STALE"})
    void acknowledged_result_is_dropped(ResultVerdict verdict) {
        Bench bench = new Bench(7).welcome().assign("r1").runNext().acknowledge("r1", 1, verdict);

        assertThat(bench.core.gauges().unacknowledged()).isZero();
        bench.breakStream().advanceSeconds(1).welcome();
        assertThat(bench.stream().results()).isEmpty();
    }

    @Test
    void stale_results_are_counted_once() {
        Bench bench = new Bench(7).welcome().assign("r1").runNext();

        bench.acknowledge("r1", 1, ResultVerdict.RESULT_VERDICT_STALE)
                .acknowledge("r1", 1, ResultVerdict.RESULT_VERDICT_STALE);

        assertThat(bench.counters().staleResults.sum()).isEqualTo(1);
    }

    @Test
    void verdict_of_a_newer_grid_keeps_the_result() {
        Bench bench = new Bench(7)
                .welcome()
                .assign("r1")
                .runNext()
                .acknowledge("r1", 1, ResultVerdict.RESULT_VERDICT_UNSPECIFIED);

        assertThat(bench.core.gauges().unacknowledged()).isEqualTo(1);
    }

    @Test
    void result_that_nobody_acknowledges_is_sent_again() {
        Bench bench = new Bench(7).welcome().assign("r1").runNext();
        for (int i = 0; i < 3; i++) {
            bench.acknowledgeHeartbeats().advanceSeconds(20);
        }

        assertThat(bench.stream().results().size()).isBetween(2, 4);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        new IllegalStateException("broken"),
                        FailureKind.FAILURE_KIND_RETRYABLE,
                        "java.lang.IllegalStateException",
                        0),
                Arguments.of(
                        new PermanentFailureException("never"),
                        FailureKind.FAILURE_KIND_PERMANENT,
                        "io.carillon.worker.handler.PermanentFailureException",
                        0),
                Arguments.of(
                        new CompletionException(new PermanentFailureException("never")),
                        FailureKind.FAILURE_KIND_PERMANENT,
                        "java.util.concurrent.CompletionException",
                        0),
                Arguments.of(
                        new RetryAfterException("later", Duration.ofSeconds(90)),
                        FailureKind.FAILURE_KIND_RETRYABLE,
                        "io.carillon.worker.handler.RetryAfterException",
                        90),
                Arguments.of(
                        new StackOverflowError(),
                        FailureKind.FAILURE_KIND_RETRYABLE,
                        "java.lang.StackOverflowError",
                        0));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failure_says_its_kind(Throwable error, FailureKind kind, String type, int retryAfterSeconds) {
        Bench bench = new Bench(7, run -> sneak(error)).welcome().assign("r1").runNext();

        assertThat(bench.stream().results()).singleElement().satisfies(result -> {
            assertThat(result.getFailure().getKind()).isEqualTo(kind);
            assertThat(result.getFailure().getErrorType()).isEqualTo(type);
            assertThat(result.getFailure().getErrorStack()).contains("ReportingTest");
            assertThat(result.getFailure().getRetryAfter().getSeconds()).isEqualTo(retryAfterSeconds);
        });
    }

    @Test
    void exception_that_cannot_even_be_asked_for_its_message_is_reported() {
        RuntimeException hostile = new RuntimeException() {
            @Override
            public String getMessage() {
                throw new IllegalStateException("no message either");
            }
        };

        Bench bench = new Bench(7, run -> sneak(hostile)).welcome().assign("r1").runNext();

        assertThat(bench.stream().results().get(0).getFailure().getErrorType()).contains("ReportingTest");
    }

    @Test
    void long_failures_are_cut() {
        Bench bench = new Bench(7, run -> sneak(new RuntimeException("x".repeat(100_000))))
                .welcome()
                .assign("r1")
                .runNext();

        RunResult result = bench.stream().results().get(0);
        assertThat(result.getFailure().getErrorMessage()).hasSize(2_000);
        assertThat(result.getFailure().getErrorStack()).hasSize(8_000);
    }

    static Stream<String> unusable() {
        return Stream.of("not json", "", "\"" + "x".repeat(65_535) + "\"");
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void result_that_cannot_be_kept_fails_for_good(String result) {
        Bench bench = new Bench(7, run -> result).welcome().assign("r1").runNext();

        assertThat(bench.stream().results().get(0).getFailure().getKind())
                .isEqualTo(FailureKind.FAILURE_KIND_PERMANENT);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> String sneak(Throwable error) throws E {
        throw (E) error;
    }
}
