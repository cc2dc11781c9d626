package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything is dead, and a member begins from the rows alone. */
class ColdStartTest {

    private final LoopWorld world = new LoopWorld();
    private final Member before = world.member("before").gain(1, 2, 3).worker(4);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    @Test
    void runs_in_every_state_go_on_where_they_were() {
        JobId running = jobIdIn(1, 0);
        JobId retrying = jobIdIn(1, 1);
        JobId succeeded = jobIdIn(1, 2);
        JobId dead = jobIdIn(1, 3);
        JobId ahead = jobIdIn(2, 0);
        JobId later = jobIdIn(2, 1);
        JobId cancelled = jobIdIn(2, 2);
        JobId asked = jobIdIn(3, 0);
        Instant now = world.now();
        for (JobId job : List.of(running, retrying, succeeded, dead)) {
            before.create(job, once(now));
        }
        for (Run run : before.takeStarted()) {
            before.accept(run);
            if (run.jobId().equals(retrying)) {
                before.fail(run, FailureKind.RETRYABLE);
            } else if (run.jobId().equals(succeeded)) {
                before.succeed(run);
            } else if (run.jobId().equals(dead)) {
                before.fail(run, FailureKind.PERMANENT);
            }
        }
        before.create(asked, once(now));
        Run toCancel = before.takeOneStarted();
        before.cancel(toCancel.id());
        before.create(ahead, once(now.plusSeconds(2)));
        before.create(later, once(now.plusSeconds(300)));
        before.create(cancelled, once(now.plusSeconds(1)));
        before.cancel(world.rows.runsOf(cancelled).get(0).id());
        before.kill();
        world.leases.loseAll();

        world.advance(Duration.ofSeconds(4));
        Member after = world.member("after").gain(1, 2, 3).worker(100);
        assertThat(after.takeOneStarted().jobId()).as("overdue: at once").isEqualTo(ahead);
        assertThat(after.succeed(theRunOf(succeeded)).answer()).isEqualTo(new RunReply.Already());

        world.advanceTo(now.plusSeconds(10));
        assertThat(after.takeStarted())
                .as("the retry at its time")
                .extracting(Run::jobId)
                .contains(retrying)
                .doesNotContain(running);
        world.advanceTo(now.plusSeconds(64));
        assertThat(theRunOf(running).attempt())
                .as("one lease more, then another attempt")
                .isEqualTo(2);
        assertThat(theRunOf(asked).state()).isEqualTo(RunState.CANCELLED);
        world.rows.runs().stream()
                .filter(run -> run.state() == RunState.RUNNING)
                .forEach(after::succeed);
        world.advanceTo(now.plusSeconds(300));
        assertThat(world.rows.versionsOf(theRunOf(later).id()).get(1).startedAt())
                .isEqualTo(now.plusSeconds(300));
        assertThat(theRunOf(dead).state()).isEqualTo(RunState.DEAD);
        assertThat(theRunOf(cancelled).state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void the_waiting_runs_of_a_deleted_job_end_although_their_cancels_died_with_the_owner() {
        Member idle = world.member("before").gain(1, 2, 3);
        JobId job = jobIdIn(1, 0);
        idle.create(job, once(world.now()));
        idle.store.hold(Op.WRITE_RUNS);
        idle.delete(job);
        assertThat(theRunOf(job).state()).isEqualTo(RunState.WAITING);
        idle.kill();
        Member after = world.member("after").gain(1, 2, 3).worker(1);
        assertThat(after.takeStarted()).isEmpty();
        assertThat(theRunOf(job).state()).isEqualTo(RunState.CANCELLED);
    }

    @ParameterizedTest
    @CsvSource({"RUN_ONCE, 1, 3599", "SKIP, 0, 3600"})
    void what_was_missed_in_an_hour_without_anybody_obeys_the_misfire_policy(
            MisfirePolicy policy, int runs, long skipped) {
        JobId job = jobIdIn(1, 0);
        before.create(job, everySeconds(1).misfire(policy, Duration.ofMinutes(5)));
        int claimed = world.rows.runsOf(job).size();
        before.kill();
        world.advance(Duration.ofHours(1));
        Member after = world.member("after").gain(1, 2, 3);
        world.settle();
        List<Run> all = world.rows.runsOf(job);
        long missed = all.stream()
                        .filter(run -> !run.nominalAt().isAfter(world.now()))
                        .count()
                - claimed;
        // Of the two that had been claimed ahead nothing was missed.
        assertThat(missed).isEqualTo(runs);
        List<SkipRange> skips = world.rows.skipsOf(job);
        assertThat(skips.stream().mapToLong(SkipRange::n).sum()).isEqualTo(Math.max(0, skipped - claimed));
        assertThat(skips).allSatisfy(skip -> assertThat(skip.reason()).isEqualTo(SkipReason.MISFIRE));
        assertThat(after.loop.gauges().readyRuns()).isEqualTo(claimed + (int) missed);
    }

    @Test
    void an_hour_that_must_be_made_up_for_is_worked_off_oldest_first_in_bounded_steps_and_delays_no_claim() {
        JobId job = jobIdIn(1, 0);
        before.create(job, everySeconds(1).misfire(MisfirePolicy.RUN_ALL, Duration.ofMinutes(5)));
        before.kill();
        world.advance(Duration.ofHours(1));
        Member after = world.member("after").gain(1, 2, 3).worker(2_000);
        JobId punctual = jobIdIn(1, 1);
        after.create(punctual, everySeconds(1));

        List<Instant> ran = new ArrayList<>();
        Duration latest = Duration.ZERO;
        Duration patience = Duration.ofMinutes(1);
        for (Duration passed = Duration.ZERO; isOwed(job) && passed.compareTo(patience) < 0; ) {
            List<Run> started = after.takeStarted();
            assertThat(started).hasSizeLessThanOrEqualTo(ClaimPlanner.CATCH_UP_LIVE_MAX + 10);
            for (Run run : started) {
                if (run.jobId().equals(job)) {
                    ran.add(run.nominalAt());
                } else {
                    Duration late = Duration.between(run.dueAt(), Objects.requireNonNull(run.startedAt()));
                    latest = late.compareTo(latest) > 0 ? late : latest;
                }
                after.succeed(run);
            }
            world.advance(Duration.ofMillis(250));
            passed = passed.plusMillis(250);
        }
        assertThat(isOwed(job)).as("something is left").isFalse();
        assertThat(ran).hasSizeGreaterThan(3_500).isSorted().doesNotHaveDuplicates();
        assertThat(world.rows.skipsOf(job)).isEmpty();
        assertThat(world.rows.runsOf(punctual)).hasSizeGreaterThan(2);
        assertThat(latest).isLessThan(Duration.ofMillis(250));
    }

    private boolean isOwed(JobId job) {
        Instant due = Objects.requireNonNull(world.rows.job(job).orElseThrow().nextDueAt());
        return due.isBefore(world.now().minusSeconds(1));
    }

    /** Nobody can tell whether a worker had confirmed, and none is to blame. */
    @Test
    void owners_that_die_again_and_again_kill_no_run_and_its_tokens_go_on_rising() {
        JobId job = jobIdIn(1, 0);
        before.create(job, once(world.now()));
        Run run = before.takeOneStarted();
        before.kill();
        for (int i = 0; i < 6; i++) {
            world.advance(LoopSettings.DEFAULT.leases().duration());
            Member next = world.member("m" + i).gain(1, 2, 3).worker(1);
            Run again = next.awaitOneStarted(
                    LoopSettings.DEFAULT.leases().duration().plusSeconds(1));
            assertThat(again.fencingToken()).isGreaterThan(run.fencingToken());
            next.kill();
            run = again;
        }
        assertThat(run.attempt()).isEqualTo(7);
        assertThat(run.lapses()).isZero();
    }

    private Run theRunOf(JobId job) {
        List<Run> runs = world.rows.runsOf(job);
        assertThat(runs).hasSize(1);
        return runs.get(0);
    }
}
