package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.Payload;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The life of a run where nothing goes wrong but the handler. */
class RunLifeTest {

    private static final Duration MICRO = Duration.ofNanos(1_000);

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1, 2, 3).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void a_one_off_starts_at_its_time_and_not_a_microsecond_early() {
        Instant due = world.now().plusSeconds(5);
        assertThat(member.create(job, once(due).payload("{\"a\":1}")).answer())
                .isEqualTo(new JobReply.Created(job, 1, due, false));

        world.advanceTo(due.minus(MICRO));
        assertThat(member.takeStarted()).isEmpty();

        world.advance(MICRO);
        List<Assignment> assigned = member.workers.takeAssigned();
        assertThat(assigned).singleElement().satisfies(assignment -> {
            assertThat(assignment.payload()).isEqualTo(Payload.ofJson("{\"a\":1}"));
            assertThat(assignment.handler()).isEqualTo("handler");
            assertThat(assignment.leaseDuration())
                    .isEqualTo(LoopSettings.DEFAULT.leases().duration());
            assertThat(assignment.run().startedAt()).isEqualTo(due);
            assertThat(assignment.run().attempt()).isEqualTo(1);
        });
        succeed(assigned.get(0).run());
    }

    @Test
    void a_run_is_claimed_a_little_ahead_so_that_only_its_start_is_written_when_it_is_due() {
        Instant due = world.now().plusSeconds(30);
        member.create(job, once(due));

        Instant latest = due.minus(LoopSettings.DEFAULT.lookahead().claimAhead());
        world.advanceTo(latest.minusSeconds(1));
        assertThat(world.rows.runs()).isEmpty();
        world.advanceTo(latest);
        assertThat(world.rows.runs())
                .singleElement()
                .extracting(Run::state, Run::nominalAt, Run::dueAt)
                .containsExactly(RunState.WAITING, due, due);
        int jobWrites = member.store.calls(FakeStore.Op.WRITE_JOBS);

        world.advanceTo(due);
        assertThat(member.takeStarted()).hasSize(1);
        assertThat(member.store.calls(FakeStore.Op.WRITE_JOBS)).isEqualTo(jobWrites);
    }

    @Test
    void a_one_off_in_the_past_runs_at_once() {
        Instant past = world.now().minusSeconds(60);
        member.create(job, once(past));
        Run run = member.takeOneStarted();
        assertThat(run.dueAt()).isEqualTo(past);
        succeed(run);
    }

    @Test
    void a_job_beyond_the_horizon_leaves_memory_and_comes_back_in_time() {
        Instant due = world.now().plus(Duration.ofHours(3));
        member.create(job, once(due));
        assertThat(member.loop.gauges().armedJobs()).isZero();

        world.advanceTo(due);
        assertThat(member.takeStarted())
                .singleElement()
                .extracting(Run::startedAt)
                .isEqualTo(due);
    }

    @Test
    void a_schedule_does_not_drift_whatever_its_runs_take() {
        member.create(job, everySeconds(1));
        List<Instant> starts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            world.advance(Duration.ofSeconds(1));
            for (Run run : member.takeStarted()) {
                starts.add(run.startedAt());
                world.advance(Duration.ofMillis(i % 7));
                succeed(run);
            }
        }
        assertThat(starts).hasSizeGreaterThan(299);
        for (int i = 1; i < starts.size(); i++) {
            assertThat(starts.get(i)).isEqualTo(starts.get(0).plusSeconds(i));
        }
        assertThat(world.rows.skipsOf(job)).isEmpty();
    }

    @Test
    void a_result_is_accepted_once_and_its_repeat_is_known() {
        Run run = startOne();
        Outcome.Success success = new Outcome.Success(Payload.ofJson("42"));
        assertThat(member.report(run, success).answer()).isEqualTo(new RunReply.Accepted());
        assertThat(member.report(run, success).answer()).isEqualTo(new RunReply.Already());

        assertThat(world.rows.run(run.id())).map(Run::state).contains(RunState.SUCCEEDED);
        assertThat(world.rows.resultOf(run.id())).isEqualTo(Payload.ofJson("42"));
        assertThat(world.rows.attemptsOf(run.id())).isEmpty();
        assertThat(member.loop.gauges().liveRuns()).isZero();
    }

    @Test
    void a_result_that_comes_twice_at_once_is_accepted_once() {
        Run run = startOne();
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<RunReply> first = member.succeed(run);
        Heard<RunReply> second = member.succeed(run);
        assertThat(first.answered()).isFalse();
        member.store.release();
        world.settle();
        assertThat(first.answer()).isEqualTo(new RunReply.Accepted());
        assertThat(second.answer()).isEqualTo(new RunReply.Already());
    }

    @Test
    void a_late_result_with_an_old_token_is_refused() {
        Run first = startOne();
        assertThat(member.handBack(first).answer()).isEqualTo(new RunReply.Noted());
        Run second = member.takeOneStarted();
        assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());

        assertThat(member.succeed(first).answer()).isEqualTo(new RunReply.Stale());
        assertThat(world.rows.run(second.id())).map(Run::state).contains(RunState.RUNNING);
        succeed(second);
        assertThat(member.succeed(first).answer()).isEqualTo(new RunReply.Stale());
    }

    @Test
    void a_result_of_a_run_that_never_was_is_stale() {
        Run run = startOne();
        succeed(run);
        world.rows.remove(run.id());
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Stale());
    }

    @Test
    void a_failure_is_retried_after_its_backoff_with_a_new_attempt_and_a_higher_token() {
        Run first = startOne();
        member.accept(first);
        assertThat(member.fail(first, FailureKind.RETRYABLE).answer()).isEqualTo(new RunReply.Accepted());

        world.advance(Duration.ofSeconds(10).minus(MICRO));
        assertThat(member.takeStarted()).isEmpty();
        world.advance(MICRO);
        Run second = member.takeOneStarted();
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
        assertThat(member.fail(first, FailureKind.RETRYABLE).answer())
                .as("the first attempt's report again")
                .isEqualTo(new RunReply.Already());
        succeed(second);
        assertThat(world.rows.attemptsOf(first.id()))
                .extracting(AttemptRecord::attempt, AttemptRecord::end)
                .containsExactly(tuple(1, AttemptEnd.FAILED));
    }

    @Test
    void a_run_without_a_retry_left_is_dead_and_its_owner_is_told() {
        member.create(job, once(world.now()).retries(1));
        Run first = member.takeOneStarted();
        member.fail(first, FailureKind.TIMEOUT);
        world.advance(Duration.ofSeconds(10));
        Run second = member.takeOneStarted();
        member.fail(second, FailureKind.RETRYABLE);

        assertThat(world.rows.run(first.id()).orElseThrow())
                .extracting(Run::state, Run::reason, Run::attempt, Run::retriesUsed)
                .containsExactly(RunState.DEAD, "retries_exhausted", 2, 1);
        assertThat(world.rows.alerts()).containsExactly(first.id());
    }

    @Test
    void a_permanent_failure_kills_at_once() {
        Run run = startOne();
        assertThat(member.fail(run, FailureKind.PERMANENT).answer()).isEqualTo(new RunReply.Accepted());
        assertThat(world.rows.run(run.id())).map(Run::state).contains(RunState.DEAD);
        assertThat(world.rows.alerts()).containsExactly(run.id());
        world.advance(Duration.ofMinutes(5));
        assertThat(member.takeStarted()).isEmpty();
    }

    @Test
    void without_a_free_slot_runs_wait_and_the_oldest_goes_first() {
        Member busy = world.member("a").gain(1, 2, 3).worker(1);
        for (int i = 0; i < 5; i++) {
            busy.create(jobIdIn(1, i), once(world.now().plusSeconds(5 - i)));
        }
        world.advance(Duration.ofSeconds(6));
        List<Instant> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Run run = busy.takeOneStarted();
            order.add(run.dueAt());
            world.advance(Duration.ofSeconds(3));
            busy.accept(run);
            busy.succeed(run);
        }
        assertThat(order).isSorted().hasSize(5);
    }

    @Test
    void a_wave_of_five_hundred_at_one_instant_is_claimed_before_it_and_started_at_it() {
        Member big = world.member("a").gain(1, 2, 3).worker(500);
        Instant due = world.now().plusSeconds(20);
        for (int i = 0; i < 500; i++) {
            big.create(jobIdIn(1 + i % 3, i), once(due));
        }
        world.advanceTo(due.minus(MICRO));
        assertThat(world.rows.runs()).hasSize(500);
        assertThat(big.takeStarted()).isEmpty();
        world.advance(MICRO);
        List<Run> started = big.takeStarted();
        assertThat(started)
                .hasSize(500)
                .allSatisfy(run -> assertThat(run.startedAt()).isEqualTo(due));
        started.forEach(run -> assertThat(big.succeed(run).answer()).isEqualTo(new RunReply.Accepted()));
        assertThat(big.loop.gauges().liveRuns()).isZero();
    }

    private Run startOne() {
        member.create(job, once(world.now()));
        return member.takeOneStarted();
    }

    private void succeed(Run run) {
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
        RunId id = run.id();
        assertThat(world.rows.run(id)).map(Run::state).contains(RunState.SUCCEEDED);
    }
}
