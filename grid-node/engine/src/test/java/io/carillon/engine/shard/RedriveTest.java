package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.WorkerSlot;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dead runs on their way back to the queue. */
class RedriveTest {

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1, 2, 3).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void a_dead_run_starts_again_with_all_its_retries_and_a_higher_token() {
        Run dead = deadRun(1);
        world.advance(Duration.ofDays(3));

        assertThat(redrive(dead.id()).answer()).isEqualTo(new JobReply.Done());

        Run third = member.takeOneStarted();
        assertThat(third)
                .extracting(Run::id, Run::attempt, Run::retriesUsed)
                .containsExactly(dead.id(), dead.attempt() + 1, 0);
        assertThat(third.fencingToken()).isGreaterThan(dead.fencingToken());
        member.fail(third, FailureKind.RETRYABLE);
        world.advance(Duration.ofSeconds(10));
        Run fourth = member.takeOneStarted();
        assertThat(member.succeed(fourth).answer()).isEqualTo(new RunReply.Accepted());
        assertThat(member.loop.gauges().liveRuns()).isZero();
    }

    @Test
    void its_start_is_not_late_by_the_time_it_was_dead() {
        Run dead = deadRun(0);
        world.advance(Duration.ofDays(3));
        redrive(dead.id());
        assertThat(member.takeOneStarted().eligibleAt()).isEqualTo(world.now());
    }

    @Test
    void a_run_that_dies_again_is_told_again() {
        Run dead = deadRun(0);
        redrive(dead.id());
        member.fail(member.takeOneStarted(), FailureKind.PERMANENT);
        assertThat(world.rows.alerts()).containsExactly(dead.id(), dead.id());
        assertThat(world.rows.run(dead.id())).map(Run::state).contains(RunState.DEAD);
    }

    @Test
    void twice_at_once_is_once() {
        Run dead = deadRun(0);
        member.store.hold(Op.LOAD_RUNS);
        Heard<JobReply> first = redrive(dead.id());
        Heard<JobReply> second = redrive(dead.id());
        world.settle();
        member.store.release();
        world.settle();

        assertThat(first.answer()).isEqualTo(new JobReply.Done());
        assertThat(second.answer()).isEqualTo(new JobReply.Done());
        assertThat(world.rows.versionsOf(dead.id()))
                .filteredOn(run -> "redriven".equals(run.reason()))
                .hasSize(1);
        finish();
    }

    @Test
    void twice_is_once_while_it_waits() {
        Member idle = world.member("a").gain(1, 2, 3);
        Run dead = deadRunWithNobodyToTakeIt(idle);

        assertThat(ask(idle, dead.id()).answer()).isEqualTo(new JobReply.Done());
        long version = world.rows.run(dead.id()).orElseThrow().version();
        assertThat(ask(idle, dead.id()).answer()).isEqualTo(new JobReply.Done());
        assertThat(world.rows.run(dead.id()).orElseThrow().version()).isEqualTo(version);
    }

    @Test
    void a_run_that_is_not_dead_is_refused() {
        member.create(job, once(world.now()));
        Run running = member.takeOneStarted();
        assertThat(refusal(redrive(running.id()))).isEqualTo(Refusal.NOT_DEAD);
        member.succeed(running);
        assertThat(refusal(redrive(running.id()))).isEqualTo(Refusal.NOT_DEAD);
    }

    @Test
    void an_unknown_run_and_somebody_elses_are_not_found() {
        RunId unknown = RunId.of(job, world.now(), Trigger.SCHEDULE, null);
        assertThat(refusal(redrive(unknown))).isEqualTo(Refusal.NOT_FOUND);

        Run dead = deadRun(0);
        Principal stranger = new Principal("mallory", "another owner");
        assertThat(refusal(member.ask(new JobCommand.RedriveRun(stranger, dead.id()))))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(world.rows.run(dead.id())).map(Run::state).contains(RunState.DEAD);
    }

    @Test
    void a_run_of_a_deleted_job_stays_dead() {
        Run dead = deadRun(0);
        member.delete(job);
        assertThat(refusal(redrive(dead.id()))).isEqualTo(Refusal.DELETED);
    }

    @Test
    void a_job_deleted_while_its_run_comes_back_takes_the_run_with_it() {
        Member idle = world.member("a").gain(1, 2, 3);
        Run dead = deadRunWithNobodyToTakeIt(idle);
        idle.store.hold(Op.WRITE_RUNS);
        Heard<JobReply> redriven = ask(idle, dead.id());
        Heard<JobReply> deleted = idle.delete(job);
        assertThat(deleted.answered()).isFalse();
        idle.store.release();
        world.settle();

        assertThat(redriven.answer()).isEqualTo(new JobReply.Done());
        assertThat(deleted.answer()).isEqualTo(new JobReply.Done());
        assertThat(world.rows.run(dead.id())).map(Run::state).contains(RunState.CANCELLED);
    }

    @Test
    void a_member_that_dies_in_the_middle_leaves_it_redriven_or_dead() {
        Run dead = deadRun(0);
        member.store.hold(Op.WRITE_RUNS);
        redrive(dead.id());
        FakeStore.Call write = member.store.held(Op.WRITE_RUNS).get(0);
        write.commit();
        member.kill();

        Member next = world.member("b").gain(1, 2, 3).worker(10);
        Run again = next.takeOneStarted();
        assertThat(again.id()).isEqualTo(dead.id());
        assertThat(again.fencingToken()).isGreaterThan(dead.fencingToken());
        assertThat(next.succeed(again).answer()).isEqualTo(new RunReply.Accepted());
    }

    @ParameterizedTest
    @EnumSource(
            value = FakeStore.Fault.class,
            names = {"BEFORE_COMMIT", "AFTER_COMMIT"})
    void without_an_answer_of_the_store_the_caller_may_repeat_it(FakeStore.Fault fault) {
        Run dead = deadRun(0);
        member.store.failNext(Op.WRITE_RUNS, fault);
        assertThat(refusal(redrive(dead.id()))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        world.advance(Duration.ofSeconds(2));
        assertThat(member.takeOneStarted().id()).isEqualTo(dead.id());
    }

    @Test
    void a_row_that_cannot_be_read_is_no_answer() {
        Run dead = deadRun(0);
        member.store.failNext(Op.LOAD_RUNS, FakeStore.Fault.BEFORE_COMMIT);
        assertThat(refusal(redrive(dead.id()))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        assertThat(world.rows.run(dead.id())).map(Run::state).contains(RunState.DEAD);
    }

    @Test
    void the_look_for_a_deleted_job_is_repeated_until_the_store_answers() {
        Member idle = world.member("a").gain(1, 2, 3);
        Run dead = deadRunWithNobodyToTakeIt(idle);
        idle.store.hold(Op.WRITE_RUNS);
        ask(idle, dead.id());
        idle.delete(job);
        idle.store.failNext(Op.LOAD_RUNS, FakeStore.Fault.BEFORE_COMMIT);
        idle.store.release();
        world.advance(Duration.ofSeconds(2));
        assertThat(world.rows.run(dead.id())).map(Run::state).contains(RunState.CANCELLED);
    }

    private Run deadRun(int retries) {
        return deadRun(member, retries);
    }

    private Run deadRun(Member on, int retries) {
        on.create(job, once(world.now()).retries(retries));
        Run run = on.takeOneStarted();
        for (int i = 0; i < retries; i++) {
            on.fail(run, FailureKind.RETRYABLE);
            world.advance(Duration.ofSeconds(10));
            run = on.takeOneStarted();
        }
        on.fail(run, FailureKind.RETRYABLE);
        Run dead = world.rows.run(run.id()).orElseThrow();
        assertThat(dead.state()).isEqualTo(RunState.DEAD);
        return dead;
    }

    private Run deadRunWithNobodyToTakeIt(Member idle) {
        WorkerSlot only = idle.workers.connect("only", 1, JobMaker.CAPABILITY);
        Run dead = deadRun(idle, 0);
        idle.workers.disconnect(only);
        return dead;
    }

    private void finish() {
        member.takeStarted()
                .forEach(run -> assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Accepted()));
    }

    private Heard<JobReply> redrive(RunId run) {
        return ask(member, run);
    }

    private static Heard<JobReply> ask(Member of, RunId run) {
        return of.ask(new JobCommand.RedriveRun(Principal.ANONYMOUS, run));
    }

    private static Refusal refusal(Heard<JobReply> heard) {
        return ((JobReply.Refused) heard.answer()).refusal();
    }
}
