package io.carillon.verify.check;

import static io.carillon.verify.check.Case.at;
import static io.carillon.verify.check.Case.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.verify.evidence.Answer.Reply;
import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Definition.Misfire;
import io.carillon.verify.evidence.Definition.Timing;
import io.carillon.verify.evidence.LedgerSaid;
import io.carillon.verify.evidence.Outcome;
import io.carillon.verify.evidence.Request.Kind;
import io.carillon.verify.evidence.RunSaid.AttemptSaid;
import io.carillon.verify.evidence.Setting;
import io.carillon.verify.evidence.Trigger;
import io.carillon.verify.evidence.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the stub cannot show, or not by itself: evidence of one job, and what must be found in it. */
class SmallCasesTest {

    private static final Definition ONCE = Definition.once("once", at(10));

    /** One that succeeds without anything to remark. */
    private static Case plain() {
        return new Case()
                .created(0, ONCE)
                .called(10, 10.01, 1, Reply.SUCCESS)
                .shown(Trigger.SCHEDULE, 10, "succeeded", null, attempt(1, 10, 10.02, "succeeded"));
    }

    @Test
    void nothing_is_found_in_what_is_right() {
        assertThat(plain().judged(20, 40).violations()).isEmpty();
    }

    // What was lost

    @Test
    void what_is_lost_in_the_last_fault_is_missing_however_soon_it_was_read() {
        assertThat(new Case().created(0, ONCE).fault(9, 15, null).judged(20, 21).violations())
                .extracting(Violation::verdict, Violation::words)
                .anySatisfy(found -> assertThat(found.toList().toString()).contains("MISSING", "shows no run"));
    }

    @Test
    void what_is_on_its_way_after_the_last_fault_is_not_lost_but_has_not_ended() {
        assertThat(new Case()
                        .created(0, ONCE)
                        .fault(9, 15, null)
                        .shown(Trigger.SCHEDULE, 10, "queued", null)
                        .judged(20, 21)
                        .violations())
                .extracting(Violation::words)
                .singleElement()
                .asString()
                .contains("has not ended");
    }

    @Test
    void a_one_off_that_an_edit_leaves_as_it_was_is_owed_as_before() {
        assertThat(new Case()
                        .created(0, ONCE)
                        .asked(2, Kind.EDIT, ONCE, Outcome.ACKNOWLEDGED, "200")
                        .verdicts(60, 120))
                .contains(Verdict.MISSING);
    }

    /** The minute's occurrence cannot be claimed before it is a misfire; the next one comes so late that it was not claimed with it. */
    @ParameterizedTest
    @CsvSource({"RUN_ONCE,true", "SKIP,false"})
    void the_latest_misfire_runs_if_one_is_to_run(Misfire misfire, boolean missing) {
        Definition cron = Definition.repeated("cron", "0 * * * * *", null)
                .but()
                .timing(Timing.EXACT, null)
                .misfire(misfire, Duration.ofSeconds(15))
                .definition();

        Findings findings = new Case()
                .created(30, cron)
                .fault(50, 85, null)
                .called(120, 120.01, 1, Reply.SUCCESS)
                .shown(Trigger.SCHEDULE, 120, "succeeded", null, attempt(1, 120, 120.02, "succeeded"))
                .judged(150, 179);

        assertThat(findings.counts().getOrDefault(Verdict.MISSING, 0L)).isEqualTo(missing ? 1 : 0);
    }

    /** The policy for misfires comes first: what it lets run may be skipped by the other one. */
    @ParameterizedTest
    @CsvSource({"overlap,false", "misfire,true"})
    void the_latest_misfire_does_not_run_beside_an_earlier_run(String latest, boolean missing) {
        Definition cron = Definition.repeated("cron", "0 * * * * *", null)
                .but()
                .timing(Timing.EXACT, null)
                .misfire(Misfire.RUN_ONCE, Duration.ofSeconds(15))
                .overlap(Definition.Overlap.SKIP)
                .definition();

        Findings findings = new Case()
                .created(-30, cron)
                .called(0, 0.01, 1, Reply.SUCCESS)
                .fault(50, 130, null)
                .shown(Trigger.SCHEDULE, 0, "succeeded", null, attempt(1, 0, 140, "succeeded"))
                .add(new LedgerSaid(
                        Case.JOB,
                        at(-60),
                        at(170),
                        at(120),
                        3,
                        0,
                        List.of(new LedgerSaid.Entry(at(0), Case.RUN, "succeeded")),
                        List.of(
                                new LedgerSaid.Skip(at(60), at(60), 1, "misfire"),
                                new LedgerSaid.Skip(at(120), at(120), 1, latest)),
                        List.of()))
                .judged(150, 175);

        assertThat(findings.counts().getOrDefault(Verdict.MISSING, 0L) > 0).isEqualTo(missing);
    }

    /** Until its end is written down a run is in the way of the next one: for a moment, or while the store is away, but not for ever. */
    @ParameterizedTest
    @CsvSource({"50,70,51,false", "110,130,51,true", "110,130,59,false", "5,100,10,true"})
    void a_run_whose_end_could_not_be_written_down_is_still_in_the_way(
            double from, double healed, double ended, boolean missing) {
        Definition cron = Definition.repeated("cron", "0 * * * * *", null)
                .but()
                .timing(Timing.EXACT, null)
                .overlap(Definition.Overlap.SKIP)
                .definition();

        Findings findings = new Case()
                .created(-30, cron)
                .called(0, 0.01, 1, Reply.SUCCESS)
                .fault(from, healed, null)
                .shown(Trigger.SCHEDULE, 0, "succeeded", null, attempt(1, 0, ended, "succeeded"))
                .add(new LedgerSaid(
                        Case.JOB,
                        at(-60),
                        at(119),
                        at(118),
                        2,
                        0,
                        List.of(new LedgerSaid.Entry(at(0), Case.RUN, "succeeded")),
                        List.of(new LedgerSaid.Skip(at(60), at(60), 1, "overlap")),
                        List.of()))
                .judged(100, 160);

        assertThat(findings.counts().getOrDefault(Verdict.MISSING, 0L) > 0).isEqualTo(missing);
    }

    @Test
    void a_misfire_is_none_if_what_was_missed_had_been_called_in_time() {
        Definition cron = Definition.repeated("cron", "0 * * * * *", null)
                .but()
                .timing(Timing.EXACT, null)
                .misfire(Misfire.SKIP, Duration.ofSeconds(45))
                .definition();

        assertThat(new Case()
                        .created(30, cron)
                        .fault(61, 115, null)
                        .called(60, 60.01, 1, Reply.SUCCESS)
                        .shown(Trigger.SCHEDULE, 60, "succeeded", null, attempt(1, 60, 60.02, "succeeded"))
                        .judged(150, 170)
                        .violations())
                .extracting(Violation::verdict)
                .contains(Verdict.MISSING);
    }

    @Test
    void a_triggered_run_expires_only_by_a_limit_of_its_job() {
        assertThat(new Case()
                        .created(0, Definition.once("later", at(500)))
                        .asked(5, Kind.TRIGGER, Case.RUN, null, Outcome.ACKNOWLEDGED, "202")
                        .shown(Trigger.MANUAL, 5, "cancelled", "expired")
                        .verdicts(60, 120))
                .contains(Verdict.MISSING);
    }

    // What callers were told

    @ParameterizedTest
    @CsvSource({"404 not_found,LOST_JOB", "not_found,LOST_JOB", "410 gone,HISTORY", "409 job_deleted,HISTORY"})
    void who_is_told_that_a_job_is_gone_which_is_there_is_told_wrong(String status, Verdict verdict) {
        assertThat(plain().asked(5, Kind.PAUSE, null, Outcome.REFUSED, status).verdicts(20, 40))
                .containsExactly(verdict);
    }

    @ParameterizedTest
    @CsvSource({"404 not_found", "409 job_deleted"})
    void who_is_told_so_of_a_deleted_job_is_told_right(String status) {
        assertThat(plain().asked(12, Kind.DELETE, null, Outcome.UNKNOWN, null)
                        .asked(15, Kind.PAUSE, null, Outcome.REFUSED, status)
                        .verdicts(20, 40))
                .isEmpty();
    }

    @Test
    void a_conflict_says_nothing_of_whether_a_job_is_there() {
        assertThat(plain().asked(15, Kind.EDIT, ONCE, Outcome.REFUSED, "409 run_at_passed")
                        .verdicts(20, 40))
                .isEmpty();
    }

    @Test
    void what_cannot_have_been_done_is_not_acknowledged() {
        assertThat(plain().asked(12, Kind.DELETE, null, Outcome.ACKNOWLEDGED, "204")
                        .asked(15, Kind.PAUSE, null, Outcome.ACKNOWLEDGED, "204")
                        .judged(20, 40)
                        .violations())
                .extracting(Violation::words)
                .anySatisfy(words -> assertThat(words).contains("cannot have been done"));
    }

    // How attempts end

    @ParameterizedTest
    @CsvSource({
        "failed,SUCCESS,HISTORY",
        "failed,PERMANENT,HISTORY",
        "failed,RETRYABLE,",
        "failed,,",
        "failed_for_good,RETRYABLE,HISTORY",
        "timed_out,,HISTORY",
        "lapsed,,UNEXPLAINED_START",
        "handed_back,,",
    })
    void an_attempt_ends_as_its_target_answered(String end, @Nullable Reply reply, @Nullable Verdict verdict) {
        Findings findings = new Case()
                .created(0, ONCE)
                .called(10, 10.01, 1, reply)
                .called(10, 21, 2, Reply.SUCCESS)
                .shown(
                        Trigger.SCHEDULE,
                        10,
                        "succeeded",
                        null,
                        attempt(1, 10, 10.2, end),
                        attempt(2, 20.99, 21.02, "succeeded"))
                .judged(30, 60);

        List<Verdict> found =
                findings.violations().stream().map(Violation::verdict).toList();
        if (verdict == null) {
            assertThat(found).doesNotContain(Verdict.HISTORY, Verdict.UNEXPLAINED_START);
        } else {
            assertThat(found).contains(verdict);
        }
    }

    @Test
    void a_lease_lapses_when_something_was_done_to_the_cluster() {
        assertThat(new Case()
                        .created(0, ONCE)
                        .fault(10, 15, null)
                        .called(10, 10.01, 1, null)
                        .called(10, 21, 2, Reply.SUCCESS)
                        .shown(
                                Trigger.SCHEDULE,
                                10,
                                "succeeded",
                                null,
                                attempt(1, 10, 20, "lapsed"),
                                attempt(2, 20.99, 21.02, "succeeded"))
                        .verdicts(30, 60))
                .isEmpty();
    }

    @Test
    void after_its_last_retry_a_run_is_not_tried_again() {
        Definition definition = ONCE.but().retries(1, Duration.ofSeconds(1)).definition();
        assertThat(new Case()
                        .created(0, definition)
                        .called(10, 10.01, 1, Reply.RETRYABLE)
                        .called(10, 11.3, 2, Reply.RETRYABLE)
                        .called(10, 12.6, 3, Reply.SUCCESS)
                        .shown(
                                Trigger.SCHEDULE,
                                10,
                                "succeeded",
                                null,
                                attempt(1, 10, 10.02, "failed"),
                                attempt(2, 11.29, 11.31, "failed"),
                                attempt(3, 12.59, 12.61, "succeeded"))
                        .judged(30, 60)
                        .violations())
                .extracting(Violation::verdict, Violation::words)
                .anySatisfy(found ->
                        assertThat(found.toList().toString()).contains("UNEXPLAINED_START", "after 2 failures"));
    }

    @Test
    void a_run_is_not_dead_of_failures_that_only_the_product_has_seen() {
        AttemptSaid[] attempts = {attempt(1, 10, 10.02, "failed"), attempt(2, 11.3, 11.32, "failed")};
        Definition definition = ONCE.but().retries(1, Duration.ofSeconds(1)).definition();
        assertThat(new Case()
                        .created(0, definition)
                        .called(10, 10.01, 1, Reply.RETRYABLE)
                        .shown(Trigger.SCHEDULE, 10, "dead", "retries_exhausted", attempts)
                        .judged(30, 60)
                        .violations())
                .extracting(Violation::words)
                .anySatisfy(words -> assertThat(words).contains("without a cause"));
    }

    @Test
    void a_retry_may_be_late_too() {
        Definition definition = ONCE.but().retries(1, Duration.ofSeconds(1)).definition();
        assertThat(new Case()
                        .created(0, definition)
                        .called(10, 10.01, 1, Reply.RETRYABLE)
                        .called(10, 18, 2, Reply.SUCCESS)
                        .shown(
                                Trigger.SCHEDULE,
                                10,
                                "succeeded",
                                null,
                                attempt(1, 10, 10.02, "failed"),
                                attempt(2, 17.99, 18.02, "succeeded"))
                        .verdicts(30, 60))
                .containsOnly(Verdict.LATE);
    }

    // What the recorder met with, and what it did not

    @ParameterizedTest
    @EnumSource
    void trouble_is_a_violation(Trouble.Kind kind) {
        Case with = plain().add(new Trouble(at(12), kind, null, null, "as it was"));
        assertThat(with.judged(20, 40).violations())
                .singleElement()
                .extracting(Violation::words)
                .isEqualTo("as it was");
    }

    @Test
    void what_has_seen_nothing_is_not_clean() {
        Findings findings = new Case().judged(20, 40);
        assertThat(findings.isViolated()).isFalse();
        assertThat(findings.isClean()).isFalse();
        assertThat(findings.lacking())
                .containsExactly(
                        "no request was acknowledged", "no target was called", "no occurrence was surely owed");
    }

    @ParameterizedTest
    @CsvSource({"2,0", "4,1"})
    void half_of_the_load_at_least_must_have_been_asked_for(String planned, int lacking) {
        Findings findings = new Case(Map.of(Setting.PLANNED_JOBS, planned))
                .created(0, ONCE)
                .called(10, 10.01, 1, Reply.SUCCESS)
                .judged(20, 40);
        assertThat(findings.lacking()).hasSize(lacking);
    }

    @ParameterizedTest
    @CsvSource({"10:00:05,0", "09:59:59,1", "10:00:21,1"})
    void clocks_that_were_to_be_changed_within_the_load_must_be(String time, int lacking) {
        Findings findings = new Case(Map.of(Setting.CLOCKS_CHANGED_AT, "2026-05-05T" + time + "Z"))
                .created(0, ONCE)
                .called(10, 10.01, 1, Reply.SUCCESS)
                .judged(20, 40);
        assertThat(findings.lacking()).hasSize(lacking);
    }

    @Test
    void faults_that_leave_nothing_untouched_prove_nothing() {
        assertThat(plain().fault(0, 18, null).judged(20, 60).lacking())
                .singleElement()
                .asString()
                .contains("touched by no fault");
    }

    @Test
    void the_others_take_over_what_one_has_left() {
        assertThat(late().fault(0, 90, 20).verdicts(100, 160)).containsOnly(Verdict.LATE);
        assertThat(late().fault(0, 90, null).verdicts(100, 160)).isEmpty();
    }

    private static Case late() {
        return new Case()
                .created(0, ONCE.but().runAt(at(60)).definition())
                .called(60, 75, 1, Reply.SUCCESS)
                .shown(Trigger.SCHEDULE, 60, "succeeded", null, attempt(1, 75, 75.02, "succeeded"));
    }
}
