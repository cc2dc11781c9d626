package io.carillon.domain.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Payload;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Decision.Refusal;
import io.carillon.domain.run.Decision.Refused;
import io.carillon.domain.run.RunEvent.Cancel;
import io.carillon.domain.run.RunEvent.CutOff;
import io.carillon.domain.run.RunEvent.HandBack;
import io.carillon.domain.run.RunEvent.Lapse;
import io.carillon.domain.run.RunEvent.Overrun;
import io.carillon.domain.run.RunEvent.Redrive;
import io.carillon.domain.run.RunEvent.Report;
import io.carillon.domain.run.RunEvent.Start;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every event in every situation of a run: the table, and then what each transition does to the run. */
class RunTransitionsTest {

    private static final Instant DUE = Instant.parse("2026-03-01T12:00:00Z");
    private static final RetryPolicy ONE_RETRY =
            new RetryPolicy(1, new Backoff.Steps(List.of(Duration.ofSeconds(10)), 0));
    private static final AttemptError ERROR = new AttemptError("E", "message", null);
    private static final long TOKEN = 10;

    private static final Set<RunTransition> TAKEN = EnumSet.noneOf(RunTransition.class);
    private static int writes;

    /** A transition that is declared and cannot be provoked is none. */
    @AfterAll
    static void every_declared_transition_was_taken() {
        assertThat(TAKEN).containsExactlyInAnyOrder(RunTransition.values());
    }

    // ---- situations

    private enum Situation {
        WAITING,
        NOT_YET_DUE,
        RUNNING,
        RUNNING_LAST_TRY,
        RUNNING_AFTER_TWO_LAPSES,
        ASKED_TO_END,
        WAITING_FOR_RETRY,
        HANDED_BACK,
        LAPSED,
        SUCCEEDED,
        DEAD,
        CANCELLED_WAITING,
        CANCELLED_RUNNING,
        OVERRUN,
        CUT_OFF;

        Run run() {
            Run run = claimed();
            return switch (this) {
                case WAITING, NOT_YET_DUE -> run;
                case RUNNING -> start(run, TOKEN);
                case RUNNING_LAST_TRY -> start(retried(run), TOKEN);
                case RUNNING_AFTER_TWO_LAPSES -> start(lapsed(lapsed(run)), TOKEN);
                case ASKED_TO_END -> apply(start(run, TOKEN), new Cancel("cancelled"));
                case WAITING_FOR_RETRY -> apply(start(run, TOKEN), new Report(TOKEN, failure(FailureKind.RETRYABLE)));
                case HANDED_BACK -> apply(start(run, TOKEN), new HandBack(TOKEN));
                case LAPSED -> apply(start(run, TOKEN), new Lapse(TOKEN, Confirmation.GIVEN));
                case SUCCEEDED -> apply(start(run, TOKEN), new Report(TOKEN, new Outcome.Success(null)));
                case DEAD -> apply(start(run, TOKEN), new Report(TOKEN, failure(FailureKind.PERMANENT)));
                case CANCELLED_WAITING -> apply(run, new Cancel("cancelled"));
                case CANCELLED_RUNNING -> apply(start(run, TOKEN), new Report(TOKEN, new Outcome.Cancelled()));
                case OVERRUN -> apply(start(run, TOKEN), new Overrun(TOKEN));
                case CUT_OFF -> apply(apply(start(run, TOKEN), new Cancel("cancelled")), new CutOff(TOKEN));
            };
        }

        Instant now(Run run) {
            return this == NOT_YET_DUE ? DUE.minusNanos(1_000) : run.eligibleAt();
        }
    }

    private enum Event {
        START,
        START_OLD_TOKEN,
        SUCCESS,
        FAILURE,
        TIMEOUT,
        PERMANENT,
        STOPPED,
        OLD_SUCCESS,
        FUTURE_SUCCESS,
        LAPSE_UNCONFIRMED,
        LAPSE,
        LAPSE_UNKNOWN,
        OLD_LAPSE,
        HAND_BACK,
        OLD_HAND_BACK,
        CANCEL,
        REDRIVE,
        OVERRUN,
        OLD_OVERRUN,
        CUT_OFF,
        EXPIRE,
        START_TOO_LATE;

        RunEvent event() {
            return switch (this) {
                case START -> new Start("w", TOKEN + 1, DUE.plusSeconds(5));
                case START_OLD_TOKEN -> new Start("w", TOKEN, DUE.plusSeconds(5));
                case SUCCESS -> new Report(TOKEN, new Outcome.Success(null));
                case FAILURE -> new Report(TOKEN, failure(FailureKind.RETRYABLE));
                case TIMEOUT -> new Report(TOKEN, failure(FailureKind.TIMEOUT));
                case PERMANENT -> new Report(TOKEN, failure(FailureKind.PERMANENT));
                case STOPPED -> new Report(TOKEN, new Outcome.Cancelled());
                case OLD_SUCCESS -> new Report(TOKEN - 1, new Outcome.Success(null));
                case FUTURE_SUCCESS -> new Report(TOKEN + 1, new Outcome.Success(null));
                case LAPSE_UNCONFIRMED -> new Lapse(TOKEN, Confirmation.NONE);
                case LAPSE -> new Lapse(TOKEN, Confirmation.GIVEN);
                case LAPSE_UNKNOWN -> new Lapse(TOKEN, Confirmation.UNKNOWN);
                case OLD_LAPSE -> new Lapse(TOKEN - 1, Confirmation.GIVEN);
                case HAND_BACK -> new HandBack(TOKEN);
                case OLD_HAND_BACK -> new HandBack(TOKEN - 1);
                case CANCEL -> new Cancel("cancelled");
                case REDRIVE -> new Redrive();
                case OVERRUN -> new Overrun(TOKEN);
                case OLD_OVERRUN -> new Overrun(TOKEN - 1);
                case CUT_OFF -> new CutOff(TOKEN);
                case EXPIRE -> new RunEvent.Expire(DUE);
                case START_TOO_LATE -> new Start("w", TOKEN + 1, DUE.plusSeconds(5), DUE);
            };
        }
    }

    /** One line a situation: the answers to all events, in their order. */
    private static final Map<Situation, String> TABLE = Map.ofEntries(
            Map.entry(
                    Situation.WAITING,
                    "START START STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN CANCEL_WAITING"
                            + " WRONG_STATE"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN EXPIRE TOO_LATE"),
            Map.entry(
                    Situation.NOT_YET_DUE,
                    "TOO_EARLY TOO_EARLY STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " CANCEL_WAITING WRONG_STATE"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN TOO_EARLY TOO_EARLY"),
            Map.entry(
                    Situation.RUNNING,
                    "WRONG_STATE WRONG_STATE SUCCEED RETRY RETRY DIE CANCEL_RUNNING STALE_TOKEN STALE_TOKEN HAND_BACK"
                            + " LAPSE LAPSE STALE_TOKEN HAND_BACK STALE_TOKEN ASK_CANCEL WRONG_STATE"
                            + " RETRY STALE_TOKEN WRONG_STATE WRONG_STATE WRONG_STATE"),
            Map.entry(
                    Situation.RUNNING_LAST_TRY,
                    "WRONG_STATE WRONG_STATE SUCCEED DIE DIE DIE CANCEL_RUNNING STALE_TOKEN STALE_TOKEN HAND_BACK"
                            + " LAPSE LAPSE STALE_TOKEN HAND_BACK STALE_TOKEN ASK_CANCEL WRONG_STATE"
                            + " DIE STALE_TOKEN WRONG_STATE WRONG_STATE WRONG_STATE"),
            Map.entry(
                    Situation.RUNNING_AFTER_TWO_LAPSES,
                    "WRONG_STATE WRONG_STATE SUCCEED RETRY RETRY DIE CANCEL_RUNNING STALE_TOKEN STALE_TOKEN HAND_BACK"
                            + " LAPSE_DEAD LAPSE STALE_TOKEN HAND_BACK STALE_TOKEN ASK_CANCEL WRONG_STATE"
                            + " RETRY STALE_TOKEN WRONG_STATE WRONG_STATE WRONG_STATE"),
            Map.entry(
                    Situation.ASKED_TO_END,
                    "WRONG_STATE WRONG_STATE SUCCEED CANCEL_RUNNING CANCEL_RUNNING CANCEL_RUNNING CANCEL_RUNNING"
                            + " STALE_TOKEN STALE_TOKEN CANCEL_RUNNING CANCEL_RUNNING CANCEL_RUNNING STALE_TOKEN"
                            + " CANCEL_RUNNING STALE_TOKEN ALREADY WRONG_STATE"
                            + " CANCEL_RUNNING STALE_TOKEN CUT_OFF WRONG_STATE WRONG_STATE"),
            Map.entry(
                    Situation.WAITING_FOR_RETRY,
                    "START TOKEN_NOT_RISING ALREADY ALREADY ALREADY ALREADY ALREADY STALE_TOKEN STALE_TOKEN"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN CANCEL_WAITING"
                            + " WRONG_STATE"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN WRONG_STATE START"),
            Map.entry(
                    Situation.HANDED_BACK,
                    "START TOKEN_NOT_RISING STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " CANCEL_WAITING WRONG_STATE"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN EXPIRE TOO_LATE"),
            Map.entry(
                    Situation.LAPSED,
                    "START TOKEN_NOT_RISING STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " CANCEL_WAITING WRONG_STATE"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN WRONG_STATE START"),
            Map.entry(
                    Situation.SUCCEEDED,
                    "ENDED ENDED ALREADY ALREADY ALREADY ALREADY ALREADY STALE_TOKEN STALE_TOKEN ENDED ENDED ENDED"
                            + " ENDED ENDED ENDED ENDED ENDED"
                            + " ENDED ENDED ENDED ENDED ENDED"),
            Map.entry(
                    Situation.DEAD,
                    "ENDED ENDED ALREADY ALREADY ALREADY ALREADY ALREADY STALE_TOKEN STALE_TOKEN ENDED ENDED ENDED"
                            + " ENDED ENDED ENDED ENDED REDRIVE"
                            + " ENDED ENDED ENDED ENDED ENDED"),
            Map.entry(
                    Situation.CANCELLED_WAITING,
                    "ENDED ENDED STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " ENDED ENDED ENDED ENDED ENDED ENDED ALREADY ENDED"
                            + " ENDED ENDED ENDED ENDED ENDED"),
            Map.entry(
                    Situation.CANCELLED_RUNNING,
                    "ENDED ENDED ALREADY ALREADY ALREADY ALREADY ALREADY STALE_TOKEN STALE_TOKEN ENDED ENDED ENDED"
                            + " ENDED ENDED ENDED ALREADY ENDED"
                            + " ENDED ENDED ENDED ENDED ENDED"),
            Map.entry(
                    Situation.OVERRUN,
                    "START TOKEN_NOT_RISING STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " CANCEL_WAITING WRONG_STATE STALE_TOKEN STALE_TOKEN STALE_TOKEN WRONG_STATE START"),
            Map.entry(
                    Situation.CUT_OFF,
                    "ENDED ENDED STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN STALE_TOKEN"
                            + " ENDED ENDED ENDED ENDED ENDED ENDED ALREADY ENDED ENDED ENDED ENDED ENDED ENDED"));

    static Stream<Arguments> rows() {
        return Stream.of(Situation.values()).flatMap(situation -> {
            List<String> answers = List.of(TABLE.getOrDefault(situation, "").split(" "));
            List<Event> events = Arrays.asList(Event.values());
            assertThat(answers).as("answers of %s", situation).hasSameSizeAs(events);
            return events.stream().map(event -> Arguments.of(situation, event, answers.get(events.indexOf(event))));
        });
    }

    @ParameterizedTest(name = "{0} x {1}: {2}")
    @MethodSource("rows")
    void the_table_holds(Situation situation, Event event, String answer) {
        Run run = situation.run();
        Decision decision = decide(run, event.event(), situation.now(run));
        assertThat(nameOf(decision)).isEqualTo(answer);
    }

    @ParameterizedTest(name = "{0} x {1}: {2}")
    @MethodSource("rows")
    void what_moves_keeps_the_invariants(Situation situation, Event event, String answer) {
        Run run = situation.run();
        if (decide(run, event.event(), situation.now(run)) instanceof Moved moved) {
            Run next = moved.run();
            RunTransition transition = moved.transition();
            assertThat(run.state()).isEqualTo(transition.from());
            assertThat(next.state()).isEqualTo(transition.to());
            assertThat(next.version()).isEqualTo(run.version() + 1);
            assertThat(next.writeId()).isNotEqualTo(run.writeId());
            assertThat(next.fencingToken()).isGreaterThanOrEqualTo(run.fencingToken());
            assertThat(next.endedAt() != null).isEqualTo(next.state().terminal());
            assertThat(next.leaseExpiresAt() != null).isEqualTo(next.state() == RunState.RUNNING);
            assertThat(next.attempt()).isNotNegative();
            assertThat(moved.alert()).isEqualTo(next.state() == RunState.DEAD);
            assertThat(List.of(next.id(), next.jobId(), next.nominalAt(), next.dueAt(), next.trigger()))
                    .isEqualTo(List.of(run.id(), run.jobId(), run.nominalAt(), run.dueAt(), run.trigger()));
            boolean ended = run.state() == RunState.RUNNING && next.state() != RunState.RUNNING;
            assertThat(moved.attempt() != null)
                    .as("history keeps attempts that did not succeed")
                    .isEqualTo(ended && next.state() != RunState.SUCCEEDED);
        }
    }

    // ---- what each does

    @Test
    void a_start_counts_the_attempt_and_grants_the_accept_lease() {
        Run next = apply(claimed(), new Start("w", 7, DUE.plusSeconds(5)));
        assertThat(next)
                .extracting(Run::attempt, Run::workerId, Run::startedAt, Run::leaseExpiresAt, Run::fencingToken)
                .containsExactly(1, "w", DUE, DUE.plusSeconds(5), 7L);
    }

    @Test
    void a_success_keeps_its_result() {
        Payload result = Payload.ofJson("{}");
        Moved moved = (Moved) decide(start(claimed(), 7), new Report(7, new Outcome.Success(result)), DUE);
        assertThat(moved.result()).isEqualTo(result);
    }

    @Test
    void a_failure_waits_for_its_backoff_and_the_attempts_go_on_counting() {
        Run failed = apply(start(claimed(), 7), new Report(7, failure(FailureKind.RETRYABLE)));
        assertThat(failed)
                .extracting(Run::retryAt, Run::retriesUsed, Run::attempt, Run::lastEnd)
                .containsExactly(DUE.plusSeconds(10), 1, 1, AttemptEnd.FAILED);
        assertThat(start(failed, 8).attempt()).isEqualTo(2);
    }

    @Test
    void the_target_may_ask_for_a_longer_wait() {
        Outcome busy = new Outcome.Failure(FailureKind.RETRYABLE, ERROR, Duration.ofMinutes(2));
        assertThat(apply(start(claimed(), 7), new Report(7, busy)).retryAt()).isEqualTo(DUE.plusSeconds(120));
    }

    @Test
    void an_attempt_nobody_worked_on_is_taken_back_but_its_token_stays_spent() {
        for (RunEvent event : List.of(new HandBack(7), new Lapse(7, Confirmation.NONE))) {
            Run back = apply(start(claimed(), 7), event);
            assertThat(back)
                    .extracting(Run::attempt, Run::lapses, Run::retriesUsed, Run::fencingToken)
                    .containsExactly(0, 0, 0, 7L);
            assertThat(nameOf(decide(back, new Start("w", 7, DUE), DUE))).isEqualTo("TOKEN_NOT_RISING");
        }
    }

    @Test
    void a_hand_back_does_not_bring_a_retry_forward() {
        Run second = start(apply(start(claimed(), 7), new Report(7, failure(FailureKind.RETRYABLE))), 8);
        Run back = apply(second, new HandBack(8));
        assertThat(back.eligibleAt()).isEqualTo(DUE.plusSeconds(10));
        assertThat(back.attempt()).isEqualTo(1);
    }

    @Test
    void only_lapses_somebody_is_to_blame_for_kill() {
        Run run = claimed();
        for (int i = 1; i <= 20; i++) {
            run = apply(start(run, i), new Lapse(i, Confirmation.UNKNOWN));
        }
        assertThat(run).extracting(Run::state, Run::attempt, Run::lapses).containsExactly(RunState.WAITING, 20, 0);
        assertThat(RunTransitions.LAPSES_MAX).isEqualTo(3);
    }

    @Test
    void a_redrive_begins_anew_but_attempts_and_tokens_go_on() {
        Run dead = apply(start(lapsed(lapsed(claimed())), TOKEN), new Lapse(TOKEN, Confirmation.GIVEN));
        Run again = apply(dead, new Redrive());
        assertThat(again)
                .extracting(Run::state, Run::retriesUsed, Run::lapses, Run::attempt, Run::fencingToken, Run::retryAt)
                .as("it waits since the redrive, not since its due time")
                .containsExactly(RunState.WAITING, 0, 0, 3, TOKEN, DUE);
        assertThat(decide(again, new Redrive(), DUE)).as("again").isEqualTo(new Decision.Already());
        assertThat(start(again, TOKEN + 1).attempt()).isEqualTo(4);
    }

    @Test
    void an_attempt_beyond_its_time_uses_a_retry_like_a_reported_timeout() {
        Moved moved = (Moved) decide(start(claimed(), 7), new Overrun(7), DUE);
        assertThat(moved.run())
                .extracting(Run::retriesUsed, Run::lapses, Run::retryAt, Run::lastEnd)
                .containsExactly(1, 0, DUE.plusSeconds(10), AttemptEnd.OVERRUN);
        assertThat(moved.attempt()).isNotNull().extracting(AttemptRecord::error).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancelled", "job_deleted"})
    void a_run_that_ends_after_a_cancel_says_why_it_was_cancelled(String reason) {
        Run asked = apply(start(claimed(), 7), new Cancel(reason));
        for (RunEvent end : List.of(
                new Report(7, new Outcome.Cancelled()),
                new Report(7, failure(FailureKind.RETRYABLE)),
                new Lapse(7, Confirmation.GIVEN),
                new HandBack(7),
                new Overrun(7),
                new CutOff(7))) {
            assertThat(apply(asked, end))
                    .extracting(Run::state, Run::reason)
                    .containsExactly(RunState.CANCELLED, reason);
        }
    }

    @Test
    void a_run_is_shown_by_its_times() {
        Run run = claimed();
        assertThat(RunStatus.of(run, DUE.minusNanos(1_000))).isEqualTo(RunStatus.SCHEDULED);
        assertThat(RunStatus.of(run, DUE)).isEqualTo(RunStatus.QUEUED);
        Run failed = Situation.WAITING_FOR_RETRY.run();
        assertThat(RunStatus.of(failed, DUE)).isEqualTo(RunStatus.FAILED);
        assertThat(RunStatus.of(failed, DUE.plusSeconds(10))).isEqualTo(RunStatus.QUEUED);
        assertThat(RunStatus.of(Situation.RUNNING.run(), DUE)).isEqualTo(RunStatus.RUNNING);
        assertThat(RunStatus.of(Situation.SUCCEEDED.run(), DUE)).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(RunStatus.of(Situation.DEAD.run(), DUE)).isEqualTo(RunStatus.DEAD);
        assertThat(RunStatus.of(Situation.CANCELLED_WAITING.run(), DUE)).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void an_error_is_trimmed_and_holds_nothing_that_the_store_cannot() {
        AttemptError error = new AttemptError("t".repeat(300), "m\0essage", "s".repeat(10_000));
        assertThat(error.type()).hasSize(AttemptError.TYPE_CHARS_MAX);
        assertThat(error.message()).isEqualTo("message");
        assertThat(error.stack()).hasSize(AttemptError.STACK_CHARS_MAX);
    }

    @Test
    void what_cannot_be_is_refused() {
        Run run = claimed();
        assertThatThrownBy(() -> new RunEdit(run).state(RunState.RUNNING).written(new UUID(0, 0)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RunEdit(run).state(RunState.DEAD).written(new UUID(0, 0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // ---- stored codes

    @Test
    void stored_codes_are_fixed_for_ever() {
        assertThat(Stream.of(RunState.values()).map(s -> s + "=" + s.code()))
                .containsExactly("WAITING=0", "RUNNING=1", "SUCCEEDED=2", "DEAD=3", "CANCELLED=4");
        assertThat(Stream.of(AttemptEnd.values()).map(e -> e + "=" + e.code()))
                .containsExactly(
                        "OPEN=0",
                        "SUCCEEDED=1",
                        "FAILED=2",
                        "FAILED_FOR_GOOD=3",
                        "TIMED_OUT=4",
                        "LAPSED=5",
                        "HANDED_BACK=6",
                        "CANCELLED=7",
                        "OVERRUN=8",
                        "CUT_OFF=9");
        assertThat(Stream.of(RunState.values())).allMatch(s -> RunState.ofCode(s.code()) == s);
        assertThat(Stream.of(AttemptEnd.values())).allMatch(e -> AttemptEnd.ofCode(e.code()) == e);
        assertThatThrownBy(() -> RunState.ofCode(5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AttemptEnd.ofCode(10)).isInstanceOf(IllegalArgumentException.class);
    }

    // ---- runs in the making

    private static Run claimed() {
        JobId job = JobId.parse("0190163d-8694-739b-aea5-966c26f8ad91");
        return Run.claimed(
                RunId.of(job, DUE, Trigger.SCHEDULE, null),
                job,
                1,
                Trigger.SCHEDULE,
                "owner",
                "default",
                DUE,
                DUE,
                new UUID(0, 1));
    }

    @Test
    void a_run_that_makes_up_for_a_gap_does_so_until_it_ends() {
        Run late = claimed().asMakingUp();
        assertThat(late.version()).isEqualTo(claimed().version());
        for (Run run : List.of(
                start(late, TOKEN), retried(late), lapsed(late), apply(start(late, TOKEN), new HandBack(TOKEN)))) {
            assertThat(run.makesUp()).as("%s", run).isTrue();
        }
        assertThat(lapsed(late).reasonShown()).isEqualTo("lease_lost");
        assertThat(start(lapsed(late), TOKEN + 1).reasonShown()).isEqualTo("catching_up");
        Run ended = apply(start(late, TOKEN), new Report(TOKEN, new Outcome.Success(null)));
        assertThat(ended.reason()).isNull();
        assertThat(claimed().makesUp()).isFalse();
    }

    private static Run start(Run run, long token) {
        return apply(run, new Start("w", token, run.eligibleAt().plusSeconds(5)));
    }

    private static Run retried(Run run) {
        return apply(start(run, 1), new Report(1, failure(FailureKind.RETRYABLE)));
    }

    private static Run lapsed(Run run) {
        long token = run.fencingToken() + 1;
        return apply(start(run, token), new Lapse(token, Confirmation.GIVEN));
    }

    private static Outcome failure(FailureKind kind) {
        return new Outcome.Failure(kind, ERROR, null);
    }

    private static Run apply(Run run, RunEvent event) {
        return ((Moved) decide(run, event, run.eligibleAt())).run();
    }

    private static Decision decide(Run run, RunEvent event, Instant now) {
        Decision decision = RunTransitions.decide(run, event, now, ONE_RETRY, 0.5, new UUID(1, writes++));
        if (decision instanceof Moved moved) {
            TAKEN.add(moved.transition());
        }
        return decision;
    }

    private static String nameOf(Decision decision) {
        if (decision instanceof Moved moved) {
            return moved.transition().name();
        }
        if (decision instanceof Refused refused) {
            Refusal refusal = refused.refusal();
            return refusal.name();
        }
        return "ALREADY";
    }
}
