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
        assertThat(account.faults(NOON)).isEmpty();
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
        assertThat(account.faults(NOON)).isEmpty();
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
        assertThat(account.faults(NOON)).isEmpty();
    }

    /** A gap of any length is the same whether it is worked off in one piece or in many. */
    @ParameterizedTest
    @ValueSource(ints = {4_999, 5_000, 5_001, 5_100, 5_299, 5_300, 5_301, 9_999, 10_000, 10_001, 10_300, 12_345})
    void a_gap_longer_than_a_step_is_judged_as_a_whole(int seconds) {
        Account once = new Account(job(d -> {})).claim(at(seconds), Duration.ZERO);
        assertThat(once.nominals()).containsExactly(at(seconds));
        assertThat(once.skipped()).isEqualTo(seconds - 1);
        Account skip = new Account(job(d -> d.misfire = MisfirePolicy.SKIP)).claim(at(seconds), Duration.ZERO);
        assertThat(skip.runs).isEmpty();
        assertThat(skip.skipped()).isEqualTo(seconds);
        Account all = new Account(job(d -> d.misfire = MisfirePolicy.RUN_ALL)).claim(at(seconds), Duration.ZERO);
        assertThat(all.runs).hasSize(seconds);
        assertThat(all.steps)
                .isEqualTo((seconds + ClaimPlanner.RUNS_PER_STEP_MAX - 1) / ClaimPlanner.RUNS_PER_STEP_MAX);
    }

    @Test
    void time_that_passes_between_two_steps_loses_nothing() {
        Account account = new Account(job(d -> {}));
        Instant now = at(12_000);
        while (account.job.nextDueAt() != null && !account.job.nextDueAt().isAfter(now)) {
            account.write(PLANNER.claim(account.job, now, Duration.ZERO, writeId())
                    .orElseThrow()
                    .change());
            now = now.plusMillis(700);
        }
        assertThat(account.faults(NOON)).isEmpty();
        assertThat(account.runs).hasSizeBetween(1, 3);
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
