package io.carillon.domain.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.ledger.Discrepancy.Kind;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.FixedRate;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.SingleInstant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a window comes to, for a job that is due every second from noon on. */
class LedgerTest {

    private static final JobId ID = JobId.parse("0190163d-8694-739b-aea5-966c26f8ad91");
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final ScheduleSpec EVERY_SECOND = new ScheduleSpec.Every(Duration.ofSeconds(1), NOON);
    private static final int PLENTY = 1_000;

    private final Ledger ledger = new Ledger(LedgerTest::compile);

    @Test
    void each_occurrence_is_in_a_run_or_in_a_skip() {
        Tally tally = tally(List.of(span(1, 0, 10)), 0, 100, runs(1, 1, 2, 3, 8, 9, 10), skip(1, 4, 7, 4));
        assertThat(tally.expected()).isEqualTo(10);
        assertThat(tally.inRuns()).isEqualTo(6);
        assertThat(tally.inSkips()).isEqualTo(4);
        assertThat(tally.unaccounted()).isZero();
        assertThat(tally.discrepancies()).isEmpty();
        assertThat(tally.countedTo()).isEqualTo(at(100));
    }

    @Test
    void a_lost_run_is_named() {
        Tally tally = tally(List.of(span(1, 0, 4)), 0, 100, runs(1, 1, 2, 4));
        assertThat(tally.unaccounted()).isEqualTo(1);
        assertThat(tally.discrepancies()).containsExactly(new Discrepancy(Kind.MISSING, 1, at(3), 1));
    }

    @Test
    void a_lost_skip_is_named() {
        assertThat(tally(List.of(span(1, 0, 4)), 0, 100, runs(1, 1, 4)).discrepancies())
                .containsExactly(
                        new Discrepancy(Kind.MISSING, 1, at(2), 1), new Discrepancy(Kind.MISSING, 1, at(3), 1));
    }

    @Test
    void a_skip_that_counts_too_few_accounts_for_no_more_than_it_counts() {
        Tally tally = tally(List.of(span(1, 0, 4)), 0, 100, runs(1), skip(1, 1, 4, 3));
        assertThat(tally.unaccounted()).isEqualTo(1);
        assertThat(tally.discrepancies()).containsExactly(new Discrepancy(Kind.MISSING, 1, at(4), 1));
    }

    @Test
    void a_skip_that_counts_too_many_is_a_double() {
        Tally tally = tally(List.of(span(1, 0, 4)), 0, 100, runs(1, 2), skip(1, 1, 4, 4));
        assertThat(tally.unaccounted()).isZero();
        assertThat(tally.discrepancies()).containsExactly(new Discrepancy(Kind.DOUBLED, 1, at(1), 1));
    }

    @Test
    void runs_may_stand_inside_a_skip_and_skips_inside_each_other() {
        Tally tally = tally(List.of(span(1, 0, 6)), 0, 100, runs(1, 4), skip(1, 1, 6, 4), skip(1, 2, 2, 1));
        assertThat(tally.unaccounted()).isZero();
        assertThat(tally.discrepancies()).isEmpty();
        assertThat(tally.inSkips()).isEqualTo(5);
    }

    @Test
    void of_a_skip_that_reaches_beyond_the_window_the_inside_is_shown() {
        Tally tally = tally(List.of(span(1, 0, 100)), 10, 20, runs(1), skip(1, 1, 100, 100));
        assertThat(tally.expected()).isEqualTo(10);
        assertThat(tally.unaccounted()).isZero();
        assertThat(tally.skips()).containsExactly(range(1, 10, 19, 10));
    }

    @Test
    void a_run_that_nobody_owes_is_told() {
        assertThat(tally(List.of(span(1, 0, 2)), 0, 100, runs(1, 1, 2, 3)).discrepancies())
                .containsExactly(new Discrepancy(Kind.NOT_OWED, 1, at(3), 1));
        assertThat(tally(List.of(span(1, 0, 2)), 0, 100, runs(1, 1, 2), skip(1, 5, 6, 2))
                        .discrepancies())
                .containsExactly(new Discrepancy(Kind.NOT_OWED, 1, at(5), 2));
    }

    @Test
    void a_run_of_the_wrong_revision_accounts_for_nothing() {
        Tally tally = tally(List.of(span(1, 0, 2), span(2, 2, 4)), 0, 100, runs(1, 1, 2, 3, 4));
        assertThat(tally.unaccounted()).isEqualTo(2);
        assertThat(tally.discrepancies()).extracting(Discrepancy::kind).containsOnly(Kind.MISSING, Kind.NOT_OWED);
    }

    @Test
    void calendar_bounds_owe_from_the_first_on_and_not_the_last() {
        OwedSpan bounded = new OwedSpan(1, definition(EVERY_SECOND, at(3), at(6)), NOON, at(100), false);
        Tally tally = tally(List.of(bounded), 0, 100, runs(1, 3, 4, 5));
        assertThat(tally.expected()).isEqualTo(3);
        assertThat(tally.discrepancies()).isEmpty();
    }

    @Test
    void the_work_of_one_call_is_bounded_and_pages_add_up() {
        List<RunMark> runs = runs(1, LongStream.rangeClosed(1, 60).toArray());
        List<SkipRange> skips = List.of(range(1, 61, 90, 30));
        long expected = 0;
        long inSkips = 0;
        long unaccounted = 0;
        int pages = 0;
        Instant from = at(0);
        while (from.isBefore(at(200))) {
            Tally page = ledger.count(List.of(span(1, 0, 100)), from, at(200), runs, skips, 7);
            expected += page.expected();
            inSkips += page.inSkips();
            unaccounted += page.unaccounted();
            assertThat(page.expected()).isLessThanOrEqualTo(7);
            from = page.countedTo();
            pages++;
        }
        assertThat(List.of(expected, inSkips, unaccounted, (long) pages)).containsExactly(100L, 30L, 10L, 15L);
    }

    @Test
    void what_is_not_planned_yet_is_not_owed_yet() {
        List<Revision> revisions = List.of(
                new Revision(1, definition(EVERY_SECOND, null, null), NOON, at(5)),
                new Revision(2, definition(EVERY_SECOND, null, null), at(5), null));
        assertThat(OwedSpan.of(revisions, JobStatus.ACTIVE, at(9), at(20)))
                .extracting(OwedSpan::revision, OwedSpan::after, OwedSpan::through, OwedSpan::inPause)
                .containsExactly(tuple(1L, NOON, at(5), false), tuple(2L, at(5), at(9), false));
    }

    @Test
    void occurrences_of_a_pause_that_goes_on_are_counted_as_such() {
        List<Revision> revisions = List.of(new Revision(1, definition(EVERY_SECOND, null, null), NOON, null));
        Tally tally = tally(OwedSpan.of(revisions, JobStatus.PAUSED, at(3), at(8)), 0, 100, runs(1, 1, 2, 3));
        assertThat(tally.expected()).isEqualTo(8);
        assertThat(tally.unaccounted()).isZero();
        assertThat(tally.pause()).isEqualTo(new Tally.PauseSoFar(1, at(4), at(8), 5));
    }

    @Test
    void a_one_off_whose_time_comes_in_a_pause_is_judged_at_its_end() {
        JobDefinition once = definition(new ScheduleSpec.OneOff(at(5)), null, null);
        List<Revision> revisions = List.of(new Revision(1, once, NOON, null));
        assertThat(tally(OwedSpan.of(revisions, JobStatus.PAUSED, at(3), at(8)), 0, 100, runs(1))
                        .expected())
                .isZero();
        assertThat(tally(OwedSpan.of(revisions, JobStatus.ACTIVE, at(5), at(8)), 0, 100, runs(1, 5))
                        .discrepancies())
                .isEmpty();
    }

    @Test
    void a_deleted_job_owes_nothing_after_its_deletion() {
        List<Revision> revisions = List.of(new Revision(1, definition(EVERY_SECOND, null, null), NOON, at(3)));
        Tally tally = tally(OwedSpan.of(revisions, JobStatus.DELETED, at(3), at(50)), 0, 100, runs(1, 1, 2, 3));
        assertThat(tally.expected()).isEqualTo(3);
        assertThat(tally.discrepancies()).isEmpty();
    }

    @Test
    void a_recount_of_a_paused_job_tells_a_hole_once_and_no_run_as_owed_by_nobody() {
        JobRevision paused = new JobRevision(
                ID, JobStatus.PAUSED, at(4), new Revision(1, definition(EVERY_SECOND, null, null), NOON, null));
        Recount recount =
                Recount.of(List.of(paused), any -> new Recount.Window(at(0), at(100)), at(50), LedgerTest::compile);
        Marks rows = new Marks(runs(1, 1, 2, 4), List.of());
        assertThat(recount.question())
                .extracting(Slice::from, Slice::to)
                .as("what was planned, and the pause")
                .containsExactly(tuple(at(0), at(4).plusNanos(1_000)), tuple(at(4).plusNanos(1_000), at(100)));
        Recount.Sum sum = recount.judge(
                recount.question().stream().map(slice -> within(slice, rows)).toList());
        assertThat(sum.unaccounted()).isEqualTo(1);
        assertThat(sum.holes())
                .singleElement()
                .satisfies(hole -> assertThat(hole.tally().discrepancies())
                        .containsExactly(new Discrepancy(Kind.MISSING, 1, at(3), 1)));
    }

    private static Marks within(Slice slice, Marks rows) {
        return new Marks(
                rows.runs().stream()
                        .filter(run -> !run.nominalAt().isBefore(slice.from())
                                && run.nominalAt().isBefore(slice.to()))
                        .toList(),
                rows.skips());
    }

    private Tally tally(List<OwedSpan> spans, long from, long to, List<RunMark> runs, SkipRange... skips) {
        return ledger.count(spans, at(from), at(to), runs, List.of(skips), PLENTY);
    }

    private static OwedSpan span(long revision, long after, long through) {
        return new OwedSpan(revision, definition(EVERY_SECOND, null, null), at(after), at(through), false);
    }

    private static List<RunMark> runs(long revision, long... seconds) {
        List<RunMark> runs = new ArrayList<>();
        for (long second : seconds) {
            runs.add(new RunMark(revision, at(second)));
        }
        return runs;
    }

    private static SkipRange skip(long revision, long first, long last, long n) {
        return range(revision, first, last, n);
    }

    private static SkipRange range(long revision, long first, long last, long n) {
        return new SkipRange(ID, revision, at(first), at(last), n, SkipReason.MISFIRE);
    }

    private static Instant at(long seconds) {
        return NOON.plusSeconds(seconds);
    }

    private static Schedule compile(ScheduleSpec spec) {
        if (spec instanceof ScheduleSpec.OneOff oneOff) {
            return new SingleInstant(oneOff.runAt());
        }
        ScheduleSpec.Every every = (ScheduleSpec.Every) spec;
        return new FixedRate(every.anchor(), every.period().toSeconds());
    }

    private static JobDefinition definition(
            ScheduleSpec schedule, @Nullable Instant startsAt, @Nullable Instant endsAt) {
        return new JobDefinition(
                "job",
                null,
                "owner",
                schedule,
                null,
                "default",
                "handler",
                null,
                RetryPolicy.DEFAULT,
                Duration.ofMinutes(5),
                null,
                MisfirePolicy.RUN_ONCE,
                Duration.ofMinutes(5),
                OverlapPolicy.ALLOW,
                Timing.DEFAULT,
                null,
                5,
                startsAt,
                endsAt,
                Map.of());
    }
}
