package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.CAPABILITY;
import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Done;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobReply.Triggered;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A job is paused with hold, or deleted, while a run of it is somewhere in its life. */
class HoldTest {

    private static final Duration LONG = Duration.ofMinutes(4);
    private static final Duration SOON = Duration.ofSeconds(1);

    /** Where the run is. */
    private enum At {
        /** Claimed, and not due. */
        CLAIMED_AHEAD,
        QUEUED,
        /** A gateway of another member has its id. */
        HANDED_OFF,
        RUNNING,
        WAITING_FOR_RETRY,
        DEAD
    }

    private enum Then {
        NOTHING,
        OWNER_DIES
    }

    private final LoopWorld world = new LoopWorld();
    private Member member = world.member("a").gain(1);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    static Stream<Arguments> everywhere() {
        return Stream.of(At.values()).flatMap(at -> Stream.of(Then.values()).map(then -> Arguments.of(at, then)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("everywhere")
    void no_run_of_a_held_job_starts_until_it_is_resumed(At at, Then then) {
        Run run = bring(at);
        assertThat(member.hold(job).answer()).isEqualTo(new Done());
        assertThat(world.rows.job(job).orElseThrow().status()).isEqualTo(JobStatus.HELD);
        if (then == Then.OWNER_DIES) {
            member.kill();
            member = world.member("b").gain(1);
        }
        if (at == At.HANDED_OFF) {
            assertThat(member.start(run.id(), "worker").answer()).isEqualTo(new RunReply.NotGranted());
        }
        if (at == At.RUNNING) {
            assertThat(member.held(run, "worker").answer()).isEqualTo(new RunReply.Noted());
            assertThat(member.fail(run, FailureKind.RETRYABLE).answer()).isEqualTo(new RunReply.Accepted());
        }
        member.worker(5);
        member.handOff.connect("gateway", CAPABILITY, 5);
        world.advance(LONG);
        assertThat(member.takeStarted()).isEmpty();
        assertThat(member.handOff.takeOffers("gateway")).isEmpty();
        assertThat(world.faults()).isEmpty();

        assertThat(member.resume(job).answer()).isEqualTo(new Done());
        world.advance(SOON);
        List<Run> started = member.takeStarted();
        if (at == At.DEAD) {
            assertThat(started).isEmpty();
        } else {
            assertThat(started)
                    .singleElement()
                    .satisfies(again -> assertThat(again.jobId()).isEqualTo(job));
            member.succeed(started.get(0));
            assertThat(world.rows.runsOf(job)).extracting(Run::state).containsExactly(RunState.SUCCEEDED);
        }
    }

    @ParameterizedTest
    @EnumSource(At.class)
    void a_delete_ends_what_waits_leaves_what_runs_and_touches_nothing_that_has_ended(At at) {
        Run run = bring(at);
        assertThat(member.delete(job).answer()).isEqualTo(new Done());
        List<RunState> expected = switch (at) {
            case CLAIMED_AHEAD -> List.of();
            case QUEUED, HANDED_OFF, WAITING_FOR_RETRY -> List.of(RunState.CANCELLED);
            case RUNNING -> List.of(RunState.RUNNING);
            case DEAD -> List.of(RunState.DEAD);
        };
        assertThat(world.rows.runsOf(job)).extracting(Run::state).isEqualTo(expected);
        if (at == At.RUNNING) {
            assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
        }
        member.worker(5);
        world.advance(LONG);
        assertThat(member.takeStarted()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(At.class)
    void a_held_job_can_be_deleted(At at) {
        Run run = bring(at);
        member.hold(job);
        assertThat(member.delete(job, true).answer()).isEqualTo(new Done());
        if (at == At.RUNNING) {
            assertThat(member.report(run, new Outcome.Cancelled()).answer()).isEqualTo(new RunReply.Accepted());
        }
        assertThat(world.rows.runsOf(job)).extracting(Run::state).isSubsetOf(RunState.CANCELLED, RunState.DEAD);
        member.worker(5);
        world.advance(LONG);
        assertThat(member.takeStarted()).isEmpty();
    }

    @Test
    void a_start_on_its_way_to_the_store_is_waited_for() {
        member.create(job, once(world.now()));
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        member.worker(1);
        Heard<JobReply> hold = member.hold(job);
        assertThat(hold.answered()).as("the start may still come to pass").isFalse();
        member.store.release();
        world.settle();
        assertThat(hold.answer()).isEqualTo(new Done());
        Run run = member.takeOneStarted();
        member.fail(run, FailureKind.RETRYABLE);
        world.advance(LONG);
        assertThat(member.takeStarted()).isEmpty();
        member.resume(job);
        assertThat(member.takeOneStarted().attempt()).isEqualTo(2);
    }

    @Test
    void a_start_that_the_store_does_not_answer_leaves_the_outcome_open_and_the_hold_in_force() {
        member.create(job, once(world.now()));
        member.store.failNext(FakeStore.Op.WRITE_RUNS, Fault.BEFORE_COMMIT);
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        member.worker(1);
        Heard<JobReply> hold = member.hold(job);
        world.settle();
        assertThat(hold.answer()).isInstanceOf(Refused.class);
        member.store.release();
        world.advance(SOON);
        assertThat(member.hold(job).answer()).isEqualTo(new Done());
        for (Run run : member.takeStarted()) {
            member.handBack(run);
        }
        world.advance(LONG);
        assertThat(member.takeStarted()).isEmpty();
        member.resume(job);
        assertThat(member.takeOneStarted().state()).isEqualTo(RunState.RUNNING);
    }

    @Test
    void a_lapse_of_a_held_job_waits_as_well() {
        Run run = bring(At.RUNNING);
        member.hold(job);
        member.worker(1);
        world.advance(LoopSettings.DEFAULT.leases().duration());
        assertThat(world.rows.run(run.id())).map(Run::state).contains(RunState.WAITING);
        assertThat(member.takeStarted()).isEmpty();
        member.resume(job);
        assertThat(member.takeOneStarted().lapses()).isEqualTo(1);
    }

    @Test
    void a_run_that_a_user_asks_for_is_held_too() {
        member.create(job, everySeconds(60));
        member.hold(job);
        member.worker(1);
        RunId run = ((Triggered) member.trigger(job, "r").answer()).runId();
        world.advance(SOON);
        assertThat(member.takeStarted()).isEmpty();
        member.resume(job);
        assertThat(member.takeOneStarted().id()).isEqualTo(run);
    }

    @Test
    void a_hold_is_raised_by_another_pause_and_taken_back_by_a_resume_alone() {
        member.create(job, everySeconds(60));
        world.advance(Duration.ofMinutes(1));
        member.pause(job);
        member.hold(job);
        assertThat(member.pause(job).answer()).isEqualTo(new Done());
        assertThat(member.hold(job).answer()).isEqualTo(new Done());
        member.worker(1);
        assertThat(member.takeStarted()).isEmpty();
        member.resume(job);
        assertThat(member.takeOneStarted().jobId()).isEqualTo(job);
    }

    @Test
    void a_pause_without_hold_lets_what_is_queued_go_on() {
        bring(At.QUEUED);
        member.pause(job);
        member.worker(1);
        assertThat(member.takeOneStarted().jobId()).isEqualTo(job);
    }

    @Test
    void a_held_run_can_be_cancelled() {
        Run run = bring(At.QUEUED);
        member.hold(job);
        assertThat(member.cancel(run.id()).answer()).isEqualTo(new Done());
        assertThat(world.rows.run(run.id())).map(Run::state).contains(RunState.CANCELLED);
    }

    @Test
    void a_run_whose_row_was_read_before_the_hold_and_taken_in_after_it_is_held() {
        Run run = bring(At.QUEUED);
        ShardState shard = Objects.requireNonNull(member.loop.loop.activeShard(1));
        RunSlot slot = Objects.requireNonNull(shard.runs.remove(run.id()));
        slot.inReady = false;
        member.loop.loop.lanes.follow(slot);
        member.loop.loop.ready.remove(run.id());
        member.store.hold(FakeStore.Op.LOAD_RUNS);
        Heard<RunReply> asked = member.held(run, "worker");
        member.store.held().forEach(FakeStore.Call::commit);
        member.hold(job);
        member.store.release();
        member.worker(1);
        assertThat(asked.answer()).isEqualTo(new RunReply.Stale());
        assertThat(shard.runs).containsKey(run.id());
        assertThat(member.takeStarted()).isEmpty();
        member.resume(job);
        assertThat(member.takeOneStarted().id()).isEqualTo(run.id());
    }

    /** Its row was read before the job was resumed, and taken in after. */
    @Test
    void a_run_that_is_held_by_mistake_is_let_go_by_the_comparison() {
        Run run = bring(At.QUEUED);
        member.hold(job);
        member.resume(job);
        ShardState shard = Objects.requireNonNull(member.loop.loop.activeShard(1));
        Objects.requireNonNull(shard.runs.get(run.id())).held = true;
        member.worker(1);
        member.takeStarted().forEach(member::handBack);
        world.advance(LoopSettings.DEFAULT.rhythm().reconcileEvery().multipliedBy(4));
        assertThat(member.takeOneStarted().id()).isEqualTo(run.id());
    }

    /** A run that is where {@code at} says, its worker being one of another member. */
    private Run bring(At at) {
        if (at == At.CLAIMED_AHEAD) {
            member.create(job, once(world.now().plusSeconds(1)));
            Run run = world.rows.runsOf(job).get(0);
            assertThat(run.state()).isEqualTo(RunState.WAITING);
            return run;
        }
        if (at != At.QUEUED) {
            member.handOff.connect("gateway", CAPABILITY, 1);
        }
        member.create(job, once(world.now()));
        Run run = world.rows.runsOf(job).get(0);
        if (at == At.QUEUED || at == At.HANDED_OFF) {
            return run;
        }
        Heard<RunReply> start = member.start(run.id(), "worker");
        Run started = ((RunReply.Granted) start.answer()).assignment().run();
        member.accept(started);
        switch (at) {
            case WAITING_FOR_RETRY -> member.fail(started, FailureKind.RETRYABLE);
            case DEAD -> member.fail(started, FailureKind.PERMANENT);
            case CLAIMED_AHEAD, QUEUED, HANDED_OFF, RUNNING -> {}
        }
        return started;
    }
}
