package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.CAPABILITY;
import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobReply.Triggered;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The store does not answer: whatever it did or did not do, each step happens once when it is back. */
class StoreTroubleTest {

    /** Long enough for every pause between two tries. */
    private static final Duration MOMENT = Duration.ofSeconds(3);

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1, 2, 3).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    // ---- one failing call in each step

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_create_in_doubt_is_finished_and_its_repeat_finds_it(Fault fault) {
        Instant due = world.now().plusSeconds(60);
        member.store.failNext(Op.WRITE_JOBS, fault);
        assertThat(refusal(member.create(job, once(due)))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        world.advance(MOMENT);
        assertThat(member.create(job, once(due)).answer()).isEqualTo(new JobReply.Created(job, 1, due, true));
        world.advanceTo(due);
        assertThat(member.takeStarted()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_claim_in_doubt_makes_one_run_that_starts_in_time(Fault fault) {
        Instant due = world.now().plusSeconds(10);
        member.create(job, once(due));
        member.store.failNext(Op.WRITE_JOBS, fault);
        world.advanceTo(due);
        assertThat(member.takeOneStarted().startedAt()).isEqualTo(due);
        assertThat(world.rows.runsOf(job)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_start_in_doubt_is_pushed_once_when_it_is_known(Fault fault) {
        member.create(job, once(world.now().plusSeconds(5)));
        member.store.failNext(Op.WRITE_RUNS, fault);
        world.advance(Duration.ofSeconds(5));
        assertThat(member.takeStarted()).isEmpty();
        world.advance(MOMENT);
        Run run = member.takeOneStarted();
        assertThat(run.attempt()).isEqualTo(1);
        assertThat(world.rows.versionsOf(run.id())).hasSize(2);
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_remote_start_in_doubt_is_granted_when_it_is_known(Fault fault) {
        Member owner = world.member("a").gain(1, 2, 3);
        owner.handOff.connect("b", CAPABILITY, 1);
        owner.create(job, once(world.now()));
        RunId run = owner.handOff.takeOffers("b").get(0).runId();
        owner.store.failNext(Op.WRITE_RUNS, fault);
        Heard<RunReply> start = owner.start(run, "remote");
        assertThat(start.answered()).isFalse();
        world.advance(MOMENT);
        assertThat(start.answer()).isInstanceOf(RunReply.Granted.class);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_result_in_doubt_is_accepted_once_and_its_repeat_is_known(Fault fault) {
        Run run = startOne();
        member.store.failNext(Op.WRITE_RUNS, fault);
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Retry());
        world.advance(MOMENT);
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Already());
        assertThat(world.rows.run(run.id())).map(Run::state).contains(RunState.SUCCEEDED);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_failure_in_doubt_uses_one_retry(Fault fault) {
        Run run = startOne();
        member.store.failNext(Op.WRITE_RUNS, fault);
        assertThat(member.fail(run, FailureKind.RETRYABLE).answer()).isEqualTo(new RunReply.Retry());
        world.advance(MOMENT);
        assertThat(member.fail(run, FailureKind.RETRYABLE).answer()).isEqualTo(new RunReply.Already());
        assertThat(world.rows.run(run.id()).orElseThrow().retriesUsed()).isEqualTo(1);
        assertThat(world.rows.attemptsOf(run.id())).hasSize(1);
        world.advance(Duration.ofSeconds(10));
        assertThat(member.takeOneStarted().attempt()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_hand_back_in_doubt_starts_again_once(Fault fault) {
        Run run = startOne();
        member.store.failNext(Op.WRITE_RUNS, fault);
        assertThat(member.handBack(run).answer()).isEqualTo(new RunReply.Retry());
        world.advance(MOMENT);
        assertThat(member.takeOneStarted().attempt()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_lapse_in_doubt_makes_one_new_attempt(Fault fault) {
        Run run = startOne();
        member.accept(run);
        member.store.failNext(Op.WRITE_RUNS, fault);
        world.advance(LoopSettings.DEFAULT.leases().duration().plus(MOMENT));
        assertThat(member.takeOneStarted())
                .extracting(Run::attempt, Run::lapses)
                .containsExactly(2, 1);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_pause_in_doubt_is_finished(Fault fault) {
        member.create(job, everySeconds(1));
        world.advance(Duration.ofMillis(2_500));
        member.store.failNext(Op.WRITE_JOBS, fault);
        assertThat(refusal(member.pause(job))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        world.advance(MOMENT);
        assertThat(member.pause(job).answer()).isEqualTo(new JobReply.Done());
        assertThat(world.rows.job(job)).map(Job::status).contains(JobStatus.PAUSED);
        int claimed = world.rows.runsOf(job).size();
        world.advance(Duration.ofSeconds(10));
        assertThat(world.rows.runsOf(job)).hasSize(claimed);
        member.resume(job);
        member.takeStarted().forEach(member::succeed);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_delete_in_doubt_is_finished_with_the_cancels_that_belong_to_it(Fault fault) {
        Member idle = world.member("a").gain(1, 2, 3);
        idle.create(job, once(world.now()));
        idle.store.failNext(Op.WRITE_JOBS, fault);
        assertThat(refusal(idle.delete(job))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        world.advance(MOMENT);
        assertThat(world.rows.job(job)).map(Job::status).contains(JobStatus.DELETED);
        assertThat(world.rows.runsOf(job))
                .singleElement()
                .extracting(Run::state)
                .isEqualTo(RunState.CANCELLED);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void the_cancels_of_a_delete_in_doubt_are_finished(Fault fault) {
        Member idle = world.member("a").gain(1, 2, 3);
        idle.create(job, once(world.now()));
        idle.store.failNext(Op.WRITE_RUNS, fault);
        assertThat(refusal(idle.delete(job))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        world.advance(MOMENT);
        assertThat(idle.delete(job).answer()).isEqualTo(new JobReply.Done());
        assertThat(world.rows.runsOf(job))
                .singleElement()
                .extracting(Run::state)
                .isEqualTo(RunState.CANCELLED);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_trigger_in_doubt_makes_one_run_and_its_repeat_finds_it(Fault fault) {
        member.create(job, once(world.now().plusSeconds(3_600)));
        member.store.failNext(Op.WRITE_JOBS, fault);
        assertThat(refusal(member.trigger(job, "r"))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        world.advance(MOMENT);
        Run run = member.takeOneStarted();
        assertThat(member.trigger(job, "r").answer()).isEqualTo(new Triggered(run.id()));
        assertThat(world.rows.runsOf(job)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_cancel_in_doubt_is_finished(Fault fault) {
        member.create(job, once(world.now().plusSeconds(1)));
        RunId run = world.rows.runsOf(job).get(0).id();
        member.store.failNext(Op.WRITE_RUNS, fault);
        assertThat(refusal(member.cancel(run))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        world.advance(MOMENT);
        assertThat(member.cancel(run).answer()).isEqualTo(new JobReply.Done());
        assertThat(world.rows.run(run)).map(Run::state).contains(RunState.CANCELLED);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_look_up_that_fails_decides_nothing(Fault fault) {
        member.create(job, once(world.now().plusSeconds(3_600)));
        for (Op op : List.of(Op.LOAD_JOBS, Op.LOAD_LIVE_RUNS_OF, Op.FIND_REQUESTED_RUN)) {
            member.store.failNext(op, fault);
            Heard<JobReply> reply = op == Op.FIND_REQUESTED_RUN ? member.trigger(job, "r") : member.pause(job);
            assertThat(refusal(reply)).as("%s", op).isEqualTo(Refusal.STORE_UNAVAILABLE);
            world.advance(MOMENT);
        }
        assertThat(world.rows.job(job).orElseThrow().version()).isEqualTo(1);
        assertThat(member.pause(job).answer()).isEqualTo(new JobReply.Done());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_report_on_a_run_that_memory_does_not_know_is_asked_for_again(Fault fault) {
        Run run = startOne();
        member.succeed(run);
        member.store.failNext(Op.LOAD_RUNS, fault);
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Retry());
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Already());
        member.store.failNext(Op.LOAD_RUNS, fault);
        assertThat(refusal(member.cancel(run.id()))).isEqualTo(Refusal.STORE_UNAVAILABLE);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_gained_shard_is_read_until_the_store_answers(Fault fault) {
        member.create(job, once(world.now().plusSeconds(5)));
        member.kill();
        Member heir = world.member("b");
        heir.store.failNext(Op.LOAD_LIVE_RUNS, fault);
        heir.store.failNext(Op.LOAD_DUE_JOBS, fault);
        heir.gain(1).worker(1);
        assertThat(((Refused) heir.pause(job).answer()).refusal()).isEqualTo(Refusal.NOT_OWNER);
        world.advance(Duration.ofSeconds(5));
        assertThat(heir.takeStarted()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_slice_of_the_window_that_could_not_be_read_is_read_a_moment_later(Fault fault) {
        Instant due = world.now().plusSeconds(75);
        member.create(job, once(due));
        assertThat(member.loop.gauges().armedJobs()).isZero();
        for (int i = 0; i < 20; i++) {
            member.store.failNext(Op.LOAD_DUE_JOBS, fault);
        }
        world.advanceTo(due);
        assertThat(member.takeOneStarted().startedAt()).isEqualTo(due);
    }

    // ---- outages

    @ParameterizedTest
    @EnumSource(Fault.class)
    void after_an_outage_everything_resumes_by_itself_within_seconds_in_order_of_due_time(Fault fault) {
        member.create(job, everySeconds(1));
        world.advance(Duration.ofMillis(5_500));
        List<Run> before = member.takeStarted();

        member.store.down(fault);
        List<Heard<RunReply>> results = new ArrayList<>();
        before.forEach(run -> results.add(member.succeed(run)));
        world.advance(Duration.ofSeconds(60));
        assertThat(member.takeStarted()).isEmpty();
        assertThat(refusal(member.create(jobIdIn(2, 0), once(world.now())))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        results.forEach(result -> assertThat(result.answer()).isEqualTo(new RunReply.Retry()));

        member.store.up();
        member.workers.connect("many", 100, CAPABILITY);
        world.advance(MOMENT);
        List<Run> after = member.takeStarted();
        assertThat(after).hasSizeGreaterThanOrEqualTo(60);
        assertThat(after).extracting(Run::nominalAt).isSorted();
        before.forEach(run -> assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Already()));
    }

    @Test
    void an_outage_piles_nothing_up_for_a_run_whose_end_is_in_doubt() {
        Run run = startOne();
        member.store.down(Fault.BEFORE_COMMIT);
        for (int i = 0; i < 100; i++) {
            assertThat(member.succeed(run).answer()).as("try %d", i).isEqualTo(new RunReply.Retry());
            world.advance(Duration.ofMillis(300));
        }
        member.store.up();
        world.advance(MOMENT);
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Already());
    }

    @Test
    void who_waits_behind_a_write_in_doubt_hears_that_the_store_is_away() {
        member.create(job, once(world.now().plusSeconds(3_600)));
        member.store.hold(Op.WRITE_JOBS);
        Heard<JobReply> first = member.trigger(job, "r1");
        Heard<JobReply> second = member.trigger(job, "r2");
        Heard<JobReply> third = member.pause(job);
        member.store.fail(member.store.held().get(0), Fault.BEFORE_COMMIT);
        world.settle();
        assertThat(refusal(first)).isEqualTo(Refusal.STORE_UNAVAILABLE);
        assertThat(refusal(second)).isEqualTo(Refusal.STORE_UNAVAILABLE);
        assertThat(refusal(third)).isEqualTo(Refusal.STORE_UNAVAILABLE);
        member.store.release();
        world.advance(MOMENT);
        assertThat(world.rows.runsOf(job)).hasSize(1);
    }

    @Test
    void while_the_store_is_away_it_is_not_hammered() {
        member.create(job, everySeconds(1));
        member.store.down(Fault.BEFORE_COMMIT);
        int before = calls();
        world.advance(Duration.ofSeconds(60));
        assertThat(calls() - before).isLessThan(300);
        member.store.up();
        world.advance(MOMENT);
    }

    @Test
    void one_shard_whose_jobs_get_no_answer_delays_no_other() {
        member.create(jobIdIn(1, 0), everySeconds(1));
        member.create(jobIdIn(2, 0), everySeconds(1));
        member.store.fate(call -> {
            if (call.shard() == 1) {
                call.fail();
            } else {
                call.answer();
            }
        });
        for (int i = 0; i < 200; i++) {
            world.advance(Duration.ofMillis(100));
            for (Run run : member.takeStarted()) {
                assertThat(Duration.between(run.dueAt(), run.startedAt())).isLessThan(Duration.ofMillis(250));
                member.succeed(run);
            }
        }
        assertThat(world.rows.runsOf(jobIdIn(2, 0))).hasSizeGreaterThanOrEqualTo(20);
        member.store.fate(FakeStore.Call::answer);
        world.advance(MOMENT);
        member.takeStarted().forEach(member::succeed);
        assertThat(world.rows.runsOf(jobIdIn(1, 0))).hasSizeGreaterThanOrEqualTo(20);
    }

    @Test
    void leases_live_through_an_outage_in_memory() {
        Run run = startOne();
        member.accept(run);
        member.store.down(Fault.BEFORE_COMMIT);
        for (int i = 0; i < 10; i++) {
            world.advance(Duration.ofSeconds(20));
            assertThat(world.leases.heartbeat(
                            run.id(), run.fencingToken(), world.now().plusSeconds(60)))
                    .isTrue();
        }
        member.store.up();
        world.advance(MOMENT);
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
    }

    @Test
    void a_commit_that_is_slow_beyond_its_due_time_starts_late_but_once() {
        Instant due = world.now().plusSeconds(5);
        member.create(job, once(due));
        member.store.hold(Op.WRITE_JOBS);
        world.advanceTo(due.plusSeconds(9));
        member.store.release();
        world.settle();
        assertThat(member.takeOneStarted().startedAt()).isEqualTo(due.plusSeconds(9));
    }

    @Test
    void in_doubt_for_longer_than_the_accept_lease_a_start_still_gets_a_whole_one() {
        member.create(job, once(world.now()));
        Run first = member.takeOneStarted();
        member.handBack(first);
        Run second = member.takeOneStarted();
        member.store.down(Fault.AFTER_COMMIT);
        member.handBack(second);
        world.advance(Duration.ofSeconds(30));
        member.store.up();
        world.advance(MOMENT);
        Run third = member.takeOneStarted();
        world.advance(Duration.ofSeconds(1));
        assertThat(member.accept(third).answer()).isEqualTo(new RunReply.Noted());
    }

    // ---- somebody else has moved a row

    @Test
    void a_job_that_was_moved_behind_its_owners_back_is_read_again_and_decided_again() {
        Instant due = world.now().plusSeconds(10);
        member.create(job, once(due));
        Job stored = world.rows.job(job).orElseThrow();
        world.rows.plant(
                stored.planned(stored.plannedThrough(), stored.nextNominalAt(), stored.nextDueAt(), new UUID(9, 9)));
        world.advanceTo(due);
        assertThat(member.takeOneStarted().startedAt()).isEqualTo(due);
        assertThat(world.rows.job(job).orElseThrow().version()).isEqualTo(3);
    }

    @Test
    void a_run_that_vanished_is_forgotten() {
        Member idle = world.member("a").gain(1, 2, 3);
        idle.create(job, once(world.now().plusSeconds(3_600)));
        idle.trigger(job, "r");
        world.rows.remove(world.rows.runsOf(job).get(0).id());
        idle.worker(1);
        world.settle();
        assertThat(idle.takeStarted()).isEmpty();
        assertThat(idle.loop.gauges().liveRuns()).isZero();
        assertThat(idle.workers.free()).isEqualTo(1);
    }

    @Test
    void a_command_that_meets_another_version_is_judged_again() {
        member.create(job, everySeconds(1));
        Job stored = world.rows.job(job).orElseThrow();
        world.rows.plant(
                stored.planned(stored.plannedThrough(), stored.nextNominalAt(), stored.nextDueAt(), new UUID(9, 9)));
        assertThat(member.pause(job).answer()).isEqualTo(new JobReply.Done());
        assertThat(world.rows.job(job)).map(Job::status).contains(JobStatus.PAUSED);
    }

    @Test
    void what_memory_has_missed_is_found_by_comparing() {
        Run run = startOne();
        member.succeed(run);
        JobId other = jobIdIn(2, 0);
        Job planted = world.rows.job(job).orElseThrow();
        world.rows.plant(new Job(
                other,
                1,
                JobStatus.ACTIVE,
                once(world.now()).make(),
                world.now(),
                world.now().minusSeconds(1),
                world.now(),
                world.now(),
                1,
                planted.writeId()));
        world.rows.plant(Run.claimed(
                RunId.of(other, world.now().minusSeconds(9), Trigger.MANUAL, "r"),
                other,
                1,
                Trigger.MANUAL,
                "owner",
                "default",
                world.now().minusSeconds(9),
                world.now().minusSeconds(9),
                planted.writeId()));
        world.advance(Duration.ofSeconds(30));
        assertThat(member.takeStarted())
                .extracting(Run::jobId)
                .containsOnly(other)
                .hasSizeGreaterThanOrEqualTo(2);
    }

    private Run startOne() {
        member.create(job, once(world.now()));
        return member.takeOneStarted();
    }

    private int calls() {
        int calls = 0;
        for (Op op : Set.of(Op.values())) {
            calls += member.store.calls(op);
        }
        return calls;
    }

    private static Refusal refusal(Heard<JobReply> heard) {
        assertThat(heard.answer()).isInstanceOf(Refused.class);
        return ((Refused) heard.answer()).refusal();
    }
}
