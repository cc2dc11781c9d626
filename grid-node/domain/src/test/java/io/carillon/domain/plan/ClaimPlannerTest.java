package io.carillon.domain.plan;

import static io.carillon.domain.plan.Planned.NOON;
import static io.carillon.domain.plan.Planned.PLANNER;
import static io.carillon.domain.plan.Planned.at;
import static io.carillon.domain.plan.Planned.job;
import static io.carillon.domain.plan.Planned.writeId;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.plan.Planned.Account;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a job owes at a moment, and what becomes of it. Jobs are created at noon. */
class ClaimPlannerTest {

    private static final Duration AHEAD = Duration.ofSeconds(2);

    @Test
    void nothing_is_claimed_before_it_is_at_hand() {
        Job job = job(d -> {});
        assertThat(PLANNER.claim(job, at(1).minus(AHEAD).minusNanos(1_000), AHEAD, writeId()))
                .isEmpty();
        assertThat(PLANNER.claim(job, at(1).minus(AHEAD), AHEAD, writeId())).isPresent();
    }

    @Test
    void a_claim_makes_the_run_and_moves_the_job_to_what_comes_next() {
        Account account = new Account(job(d -> {})).claim(at(1), Duration.ZERO);
        assertThat(account.runs).singleElement().satisfies(run -> {
            assertThat(run.id()).isEqualTo(RunId.of(Planned.ID, at(1), Trigger.SCHEDULE, null));
            assertThat(run.nominalAt()).isEqualTo(at(1));
            assertThat(run.dueAt()).isEqualTo(at(1));
            assertThat(run.revision()).isEqualTo(1);
            assertThat(run.writeId()).isEqualTo(account.job.writeId());
        });
        assertThat(account.job)
                .extracting(Job::plannedThrough, Job::nextNominalAt, Job::nextDueAt, Job::version, Job::revision)
                .containsExactly(at(1), at(2), at(2), 2L, 1L);
    }

    @Test
    void the_next_time_is_reckoned_from_the_last_one_and_never_from_now() {
        Account account = new Account(job(d -> d.schedule = new ScheduleSpec.Every(Duration.ofSeconds(10), NOON)));
        for (int i = 1; i <= 50; i++) {
            account.claim(at(10L * i).plusMillis(37L * i), Duration.ZERO);
        }
        assertThat(account.nominals()).hasSize(50).first().isEqualTo(at(10));
        assertThat(account.nominals()).last().isEqualTo(at(500));
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void a_one_off_is_owed_once_in_the_future_or_in_the_past() {
        for (Instant runAt : List.of(at(5), NOON, at(-5))) {
            Account account = new Account(job(d -> d.schedule = new ScheduleSpec.OneOff(runAt)));
            account.claim(at(5), Duration.ZERO).claim(at(5_000), Duration.ZERO);
            assertThat(account.nominals()).containsExactly(runAt);
            assertThat(account.job.nextDueAt()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PAUSED", "DELETED"})
    void a_stopped_job_owes_nothing(JobStatus status) {
        Job job = job(d -> {});
        Job stopped = job.changed(status, job.plannedThrough(), job.nextNominalAt(), job.nextDueAt(), writeId());
        assertThat(PLANNER.claim(stopped, at(100), AHEAD, writeId())).isEmpty();
    }

    @Test
    void calendar_bounds_hold_the_beginning_inclusive_and_the_end_exclusive() {
        Account account = new Account(job(d -> {
            d.startsAt = at(10);
            d.endsAt = at(13);
        }));
        assertThat(account.job.nextDueAt()).isEqualTo(at(10));
        account.claim(at(100), Duration.ZERO);
        assertThat(account.nominals()).containsExactly(at(10), at(11), at(12));
        assertThat(account.job.nextDueAt()).isNull();
    }

    // ---- misfire

    @ParameterizedTest
    @CsvSource({
        // policy, late by, runs, skipped
        "RUN_ONCE, 299, 299, 0",
        "RUN_ONCE, 300, 300, 0",
        "RUN_ONCE, 301, 301, 0",
        "RUN_ONCE, 302, 1, 301",
        "RUN_ALL, 302, 302, 0",
        "SKIP, 301, 301, 0",
        "SKIP, 302, 0, 302",
        "RUN_ONCE, 86400, 1, 86399",
        "RUN_ALL, 20000, 20000, 0",
        "SKIP, 86400, 0, 86400",
    })
    void once_one_is_too_late_the_policy_holds_for_all_that_are_due(
            MisfirePolicy policy, int seconds, int runs, int skipped) {
        Account account = new Account(job(d -> d.misfire = policy)).claim(at(seconds), Duration.ZERO);
        assertThat(account.runs).hasSize(runs);
        assertThat(account.skipped()).isEqualTo(skipped);
        assertThat(account.faults()).isEmpty();
        assertThat(account.skips).allSatisfy(skip -> assertThat(skip.reason()).isEqualTo(SkipReason.MISFIRE));
    }

    @Test
    void run_once_runs_the_latest_that_was_missed() {
        Account account = new Account(job(d -> {})).claim(at(1_000).plusMillis(300), Duration.ZERO);
        assertThat(account.nominals()).containsExactly(at(1_000));
        assertThat(account.skips).singleElement().satisfies(skip -> {
            assertThat(skip.nominalFirst()).isEqualTo(at(1));
            assertThat(skip.nominalLast()).isEqualTo(at(999));
            assertThat(skip.n()).isEqualTo(999);
        });
    }

    @ParameterizedTest
    @EnumSource(MisfirePolicy.class)
    void what_is_ahead_was_not_missed(MisfirePolicy policy) {
        Account account = new Account(job(d -> d.misfire = policy)).claim(at(1_000), AHEAD);
        assertThat(account.nominals()).endsWith(at(1_001), at(1_002));
        assertThat(account.skips)
                .allSatisfy(skip -> assertThat(skip.nominalLast()).isBeforeOrEqualTo(at(1_000)));
        assertThat(account.faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {4_999, 5_000, 5_001, 5_100, 5_299, 5_300, 5_301, 9_999, 10_000, 10_001, 10_300, 12_345})
    void a_gap_of_any_length_is_judged_as_a_whole(int seconds) {
        Account once = new Account(job(d -> {})).claim(at(seconds), Duration.ZERO);
        assertThat(once.nominals()).containsExactly(at(seconds));
        assertThat(once.skipped()).isEqualTo(seconds - 1);
        Account skip = new Account(job(d -> d.misfire = MisfirePolicy.SKIP)).claim(at(seconds), Duration.ZERO);
        assertThat(skip.runs).isEmpty();
        assertThat(skip.skipped()).isEqualTo(seconds);
        Account all = new Account(job(d -> d.misfire = MisfirePolicy.RUN_ALL)).claim(at(seconds), Duration.ZERO);
        assertThat(all.runs).hasSize(seconds);
        int perStep = ClaimPlanner.RUNS_PER_STEP_MAX;
        assertThat(all.steps).isEqualTo((seconds + perStep - 1) / perStep);
        assertThat(List.of(once.steps, skip.steps)).containsOnly(1);
    }

    @Test
    void time_that_passes_between_two_steps_loses_nothing() {
        Account account = new Account(job(d -> d.misfire = MisfirePolicy.RUN_ALL));
        Instant now = at(12_000);
        while (account.job.nextDueAt() != null && !account.job.nextDueAt().isAfter(now)) {
            account.write(PLANNER.claim(account.job, now, Duration.ZERO, writeId())
                    .orElseThrow()
                    .change());
            now = now.plusMillis(700);
        }
        assertThat(account.faults()).isEmpty();
        assertThat(account.runs).hasSizeBetween(12_000, 12_100);
    }

    @Test
    void one_step_carries_a_bounded_number_of_runs() {
        Job job = job(d -> d.misfire = MisfirePolicy.RUN_ALL);
        Claim claim = PLANNER.claim(job, at(10_000), Duration.ZERO, writeId()).orElseThrow();
        assertThat(claim.more()).isTrue();
        assertThat(claim.change().newRuns()).hasSize(ClaimPlanner.RUNS_PER_STEP_MAX);
        assertThat(claim.change().newRuns())
                .extracting(created -> created.run().nominalAt())
                .isSorted();
        assertThat(claim.change().job().nextDueAt()).isEqualTo(at(ClaimPlanner.RUNS_PER_STEP_MAX + 1));
    }

    @Test
    void a_month_of_seconds_is_skipped_by_one_write_with_an_exact_count() {
        int month = 30 * 86_400;
        Account once = new Account(job(d -> {})).claim(at(month), Duration.ZERO);
        assertThat(once.steps).isEqualTo(1);
        assertThat(once.nominals()).containsExactly(at(month));
        assertThat(once.skips).containsExactly(skip(1, month - 1, SkipReason.MISFIRE));
        Account none = new Account(job(d -> d.misfire = MisfirePolicy.SKIP)).claim(at(month), Duration.ZERO);
        assertThat(none.steps).isEqualTo(1);
        assertThat(none.skips).containsExactly(skip(1, month, SkipReason.MISFIRE));
    }

    /** Against a clock that jumps by an age: a step looks at a bounded time, and the sum is the same. */
    @Test
    void an_age_is_skipped_in_pieces() {
        int century = 100 * 365;
        Account once = new Account(job(d -> d.schedule = new ScheduleSpec.Every(Duration.ofDays(1), NOON)))
                .claim(NOON.plus(Duration.ofDays(century)), Duration.ZERO);
        assertThat(once.steps).isBetween(2, 20);
        assertThat(once.runs).hasSize(1);
        assertThat(once.faults()).isEmpty();
    }

    // ---- catching up

    @ParameterizedTest
    @CsvSource({
        // misfire after, late by, whether catching up
        "300, 59, false",
        "300, 60, true",
        "30, 30, true",
        "30, 29, false",
    })
    void who_runs_all_is_catching_up_when_it_is_late(int after, int late, boolean expected) {
        Job job = job(d -> {
            d.misfire = MisfirePolicy.RUN_ALL;
            d.misfireAfter = Duration.ofSeconds(after);
        });
        assertThat(ClaimPlanner.isCatchingUp(job, at(1).plusSeconds(late))).isEqualTo(expected);
        assertThat(ClaimPlanner.isCatchingUp(job(d -> {}), at(1_000))).isFalse();
    }

    @Test
    void who_catches_up_has_a_bounded_number_of_live_runs() {
        Job job = job(d -> d.misfire = MisfirePolicy.RUN_ALL);
        int most = ClaimPlanner.CATCH_UP_LIVE_MAX;
        assertThat(claimed(job, at(10_000), most - 10)).isEqualTo(10);
        assertThat(claimed(job, at(10_000), 0)).isEqualTo(ClaimPlanner.RUNS_PER_STEP_MAX);
        assertThat(PLANNER.claim(job, at(10_000), AHEAD, most, writeId())).isEmpty();
        // Slow workers are no reason not to claim what is not late.
        assertThat(claimed(job, at(20), most)).isEqualTo(22);
    }

    @Test
    void a_step_says_how_much_is_left() {
        Job job = job(d -> d.misfire = MisfirePolicy.RUN_ALL);
        Claim claim = PLANNER.claim(job, at(10_000), AHEAD, writeId()).orElseThrow();
        assertThat(claim.backlog()).isEqualTo(10_000 - ClaimPlanner.RUNS_PER_STEP_MAX);
    }

    // ---- overlap

    @ParameterizedTest
    @CsvSource({
        // overlap, live, runs, skipped of three that are owed
        "ALLOW, 7, 3, 0",
        "SKIP, 0, 1, 2",
        "SKIP, 1, 0, 3",
        "SKIP, 2, 0, 3",
        "QUEUE_ONE, 0, 2, 1",
        "QUEUE_ONE, 1, 1, 2",
        "QUEUE_ONE, 2, 0, 3",
        "QUEUE_ONE, 5, 0, 3",
    })
    void no_more_become_runs_than_may_be_live(OverlapPolicy overlap, int live, int runs, int skipped) {
        Account account = new Account(job(d -> d.overlap = overlap));
        account.write(PLANNER.claim(account.job, at(3), AHEAD, live, writeId())
                .orElseThrow()
                .change());
        // Where runs take turns nothing is claimed ahead.
        assertThat(account.runs).hasSize(overlap == OverlapPolicy.ALLOW ? runs + 2 : runs);
        assertThat(account.nominals())
                .startsWith(List.of(at(1), at(2), at(3)).subList(0, runs).toArray(Instant[]::new));
        assertThat(account.skipped()).isEqualTo(skipped);
        assertThat(account.skips).allSatisfy(skip -> assertThat(skip.reason()).isEqualTo(SkipReason.OVERLAP));
        assertThat(account.faults()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        // misfire, overlap, live, runs, skipped as missed, skipped as overlapping, of 1,000 missed ones
        "RUN_ONCE, SKIP, 0, 1, 999, 0",
        "RUN_ONCE, SKIP, 1, 0, 999, 1",
        "RUN_ONCE, QUEUE_ONE, 1, 1, 999, 0",
        "RUN_ONCE, QUEUE_ONE, 2, 0, 999, 1",
        "SKIP, SKIP, 0, 0, 1000, 0",
        "SKIP, QUEUE_ONE, 2, 0, 1000, 0",
        "RUN_ALL, SKIP, 0, 1, 0, 999",
        "RUN_ALL, SKIP, 1, 0, 0, 1000",
        "RUN_ALL, QUEUE_ONE, 0, 2, 0, 998",
    })
    void the_misfire_policy_comes_first(
            MisfirePolicy misfire, OverlapPolicy overlap, int live, int runs, int missed, int overlapping) {
        Account account = new Account(job(d -> {
            d.misfire = misfire;
            d.overlap = overlap;
        }));
        Claim claim =
                PLANNER.claim(account.job, at(1_000), AHEAD, live, writeId()).orElseThrow();
        account.write(claim.change());
        assertThat(claim.more()).isFalse();
        assertThat(account.runs).hasSize(runs);
        assertThat(account.skipped(SkipReason.MISFIRE)).isEqualTo(missed);
        assertThat(account.skipped(SkipReason.OVERLAP)).isEqualTo(overlapping);
        assertThat(account.skips.size()).isLessThanOrEqualTo(2);
        assertThat(account.faults()).isEmpty();
    }

    private static int claimed(Job job, Instant now, int live) {
        return PLANNER.claim(job, now, AHEAD, live, writeId())
                .orElseThrow()
                .change()
                .newRuns()
                .size();
    }

    private static SkipRange skip(long first, long last, SkipReason reason) {
        return new SkipRange(Planned.ID, 1, at(first), at(last), last - first + 1, reason);
    }

    @Test
    void a_one_off_missed_by_far_obeys_its_policy() {
        for (MisfirePolicy policy : MisfirePolicy.values()) {
            Account account = new Account(job(d -> {
                        d.schedule = new ScheduleSpec.OneOff(at(5));
                        d.misfire = policy;
                    }))
                    .claim(at(5_000), Duration.ZERO);
            assertThat(account.runs).hasSize(policy == MisfirePolicy.SKIP ? 0 : 1);
            assertThat(account.skipped()).isEqualTo(policy == MisfirePolicy.SKIP ? 1 : 0);
        }
    }

    @Test
    void the_last_occurrence_before_the_end_counts_as_the_latest_missed() {
        Account account = new Account(job(d -> d.endsAt = at(11))).claim(at(1_000), Duration.ZERO);
        assertThat(account.nominals()).containsExactly(at(10));
        assertThat(account.skipped()).isEqualTo(9);
    }

    @Test
    void claiming_again_after_a_step_back_of_time_makes_nothing_twice() {
        Account account = new Account(job(d -> {}))
                .claim(at(10), AHEAD)
                .claim(at(3), AHEAD)
                .claim(at(11), AHEAD);
        assertThat(account.nominals()).doesNotHaveDuplicates().hasSize(13);
        assertThat(account.runs).extracting(Run::id).doesNotHaveDuplicates();
    }
}
