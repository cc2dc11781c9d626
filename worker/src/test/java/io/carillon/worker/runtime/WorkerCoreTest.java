package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.FailureKind;
import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.WorkerMessage.MessageCase;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.handler.PermanentFailureException;
import io.carillon.worker.handler.RetryAfterException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorkerCoreTest {

    @Nested
    class Connecting {

        @Test
        void hello_says_who_the_worker_is() {
            Bench bench = new Bench(7);

            assertThat(bench.stream().hello().getWorkerId()).isEqualTo("w1");
            assertThat(bench.stream().hello().getPool()).isEqualTo("default");
            assertThat(bench.stream().hello().getHandlersList()).containsExactly("h");
            assertThat(bench.stream().hello().getAnyHandler()).isFalse();
            assertThat(bench.stream().hello().getSlots()).isEqualTo(7);
            assertThat(bench.stream().hello().getProtocolRevision()).isEqualTo(2);
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

    @Nested
    class TakingIn {

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
            assertThat(bench.stream()
                            .results()
                            .get(0)
                            .getSuccess()
                            .getResultJson()
                            .toStringUtf8())
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
            Bench bench =
                    new Bench(2).welcome().assign(Bench.assignment("r1", 5)).assign(Bench.assignment("r1", 4));

            assertThat(bench.waiting).hasSize(1);
            assertThat(bench.stream().handedBack()).containsExactly("r1:4");
        }

        @Test
        void assignment_with_a_higher_token_stops_the_earlier_attempt() {
            Bench bench =
                    new Bench(2).welcome().assign(Bench.assignment("r1", 4)).assign(Bench.assignment("r1", 5));

            assertThat(bench.waiting).hasSize(2);
            bench.runAll();

            assertThat(bench.stream().results())
                    .as("the earlier one was told to stop before it began, which is nobody's business")
                    .extracting(RunResult::getFencingToken)
                    .containsExactly(5L);
        }
    }

    @Nested
    class Reporting {

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
                    .allSatisfy(
                            message -> assertThat(message.getSerializedSize()).isLessThan(1_000_000));
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
            Bench bench =
                    new Bench(7, run -> sneak(error)).welcome().assign("r1").runNext();

            assertThat(bench.stream().results()).singleElement().satisfies(result -> {
                assertThat(result.getFailure().getKind()).isEqualTo(kind);
                assertThat(result.getFailure().getErrorType()).isEqualTo(type);
                assertThat(result.getFailure().getErrorStack()).contains("WorkerCoreTest");
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

            Bench bench =
                    new Bench(7, run -> sneak(hostile)).welcome().assign("r1").runNext();

            assertThat(bench.stream().results().get(0).getFailure().getErrorType())
                    .contains("WorkerCoreTest");
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
    }

    @Nested
    class Reconnecting {

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

    @Nested
    class Stopping {

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

    @Nested
    class Fencing {

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
            Bench bench = new Bench(7)
                    .welcome()
                    .assign(Bench.assignment("r1", 1, 86_400).build());
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

    @Nested
    class Draining {

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
            Bench bench =
                    new Bench(7).welcome().assign("r1").runNext().drain(30).advanceSeconds(4);
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

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> String sneak(Throwable error) throws E {
        throw (E) error;
    }
}
