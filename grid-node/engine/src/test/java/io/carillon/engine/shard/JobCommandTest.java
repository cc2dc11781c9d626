package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Created;
import io.carillon.domain.job.JobReply.Done;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobReply.Triggered;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Payload;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an API asks of a job, and what becomes of its runs. */
class JobCommandTest {

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1, 2, 3).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    // ---- create

    @Test
    void created_again_it_is_the_same_job() {
        Instant due = world.now().plusSeconds(100);
        member.create(job, once(due));
        assertThat(member.create(job, once(due)).answer()).isEqualTo(new Created(job, 1, due, true));
        assertThat(refusal(member.create(job, once(due).retries(7)))).isEqualTo(Refusal.ID_TAKEN);
        assertThat(world.rows.job(job).orElseThrow().version()).isEqualTo(1);
    }

    @Test
    void created_twice_at_once_it_is_created_once() {
        Instant due = world.now().plusSeconds(100);
        member.store.hold(FakeStore.Op.WRITE_JOBS);
        Heard<JobReply> first = member.create(job, once(due));
        Heard<JobReply> second = member.create(job, once(due));
        member.store.release();
        world.settle();
        assertThat(first.answer()).isEqualTo(new Created(job, 1, due, false));
        assertThat(second.answer()).isEqualTo(new Created(job, 1, due, true));
    }

    @Test
    void a_job_that_memory_does_not_know_but_the_store_does_is_not_created_again() {
        Instant due = world.now().plus(Duration.ofHours(2));
        member.create(job, once(due));
        assertThat(member.loop.gauges().armedJobs()).isZero();
        assertThat(member.create(job, once(due)).answer()).isEqualTo(new Created(job, 1, due, true));
    }

    @Test
    void a_key_belongs_to_one_job_of_its_owner_until_that_is_deleted() {
        Instant due = world.now().plusSeconds(100);
        JobId other = jobIdIn(2, 0);
        member.create(job, once(due).key("k"));
        assertThat(refusal(member.create(other, once(due).key("k")))).isEqualTo(Refusal.KEY_TAKEN);
        assertThat(member.create(jobIdIn(3, 0), once(due).key("k").owner("somebody else"))
                        .answer())
                .isInstanceOf(Created.class);
        member.delete(job);
        assertThat(member.create(other, once(due).key("k")).answer()).isInstanceOf(Created.class);
    }

    @Test
    void one_bad_job_of_a_batch_does_not_spoil_the_others() {
        Instant due = world.now().plusSeconds(100);
        member.create(jobIdIn(1, 0), once(due).key("k"));
        member.store.hold(FakeStore.Op.WRITE_JOBS);
        List<Heard<JobReply>> answers = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            answers.add(member.create(jobIdIn(1, i), once(due).key(i == 7 ? "k" : "k" + i)));
        }
        member.store.release();
        world.settle();
        for (int i = 1; i <= 20; i++) {
            JobReply answer = answers.get(i - 1).answer();
            assertThat(answer instanceof Created).as("job %d: %s", i, answer).isEqualTo(i != 7);
        }
    }

    @Test
    void what_is_never_due_is_refused() {
        assertThat(refusal(member.create(job, everySeconds(5).endsAt(world.now().plusSeconds(2)))))
                .isEqualTo(Refusal.NEVER_DUE);
        assertThat(world.rows.job(job)).isEmpty();
        assertThat(member.loop.gauges().armedJobs()).isZero();
    }

    @Test
    void thousands_who_wait_for_one_job_are_all_answered() {
        Instant due = world.now().plusSeconds(100);
        member.store.hold(FakeStore.Op.WRITE_JOBS);
        List<Heard<JobReply>> answers = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            answers.add(member.create(job, once(due)));
        }
        member.store.release();
        world.settle();
        assertThat(answers).allSatisfy(answer -> assertThat(answer.answer()).isInstanceOf(Created.class));
    }

    // ---- pause and resume

    @Test
    void a_pause_withdraws_what_was_claimed_ahead_and_a_resume_owes_it_again() {
        Instant due = world.now().plusSeconds(10);
        member.create(job, once(due));
        world.advanceTo(due.minusSeconds(1));
        assertThat(world.rows.runsOf(job)).hasSize(1);

        assertThat(member.pause(job).answer()).isEqualTo(new Done());
        assertThat(world.rows.runsOf(job)).isEmpty();
        world.advance(Duration.ofMinutes(1));
        assertThat(member.takeStarted()).isEmpty();

        assertThat(member.resume(job).answer()).isEqualTo(new Done());
        assertThat(member.takeOneStarted().nominalAt()).isEqualTo(due);
    }

    @Test
    void paused_and_resumed_before_it_is_due_it_runs_at_its_time() {
        Instant due = world.now().plusSeconds(10);
        member.create(job, once(due));
        world.advanceTo(due.minusSeconds(1));
        member.pause(job);
        member.resume(job);
        world.advanceTo(due);
        assertThat(member.takeOneStarted().startedAt()).isEqualTo(due);
    }

    @Test
    void what_falls_into_a_pause_is_skipped_and_counted() {
        member.create(job, everySeconds(1));
        world.advance(Duration.ofMillis(3_500));
        List<Run> started = member.takeStarted();
        assertThat(started).hasSize(3);
        started.forEach(member::succeed);
        member.pause(job);
        world.advance(Duration.ofSeconds(60));
        assertThat(member.takeStarted()).isEmpty();
        member.resume(job);
        assertThat(world.rows.skipsOf(job))
                .singleElement()
                .extracting(SkipRange::n, SkipRange::reason)
                .containsExactly(60L, SkipReason.PAUSED);
        world.advance(Duration.ofSeconds(1));
        assertThat(member.takeStarted()).hasSize(1);
    }

    @Test
    void a_pause_leaves_what_is_queued_waits_for_its_retry_or_runs() {
        Member poor = world.member("a").gain(1, 2, 3);
        JobId queued = jobIdIn(2, 0);
        poor.create(queued, once(world.now()));
        assertThat(poor.pause(queued).answer()).isEqualTo(new Done());
        assertThat(world.rows.runsOf(queued)).hasSize(1);
        poor.worker(5);
        world.settle();
        Run first = poor.takeOneStarted();

        poor.fail(first, FailureKind.RETRYABLE);
        assertThat(poor.pause(queued).answer()).isEqualTo(new Done());
        world.advance(Duration.ofSeconds(10));
        assertThat(poor.succeed(poor.takeOneStarted()).answer()).isEqualTo(new RunReply.Accepted());
    }

    @Test
    void pausing_and_resuming_are_idempotent_and_unknown_jobs_are_not_found() {
        member.create(job, everySeconds(1));
        assertThat(member.resume(job).answer()).isEqualTo(new Done());
        member.pause(job);
        assertThat(member.pause(job).answer()).isEqualTo(new Done());
        JobId unknown = jobIdIn(1, 5);
        assertThat(refusal(member.pause(unknown))).isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(member.resume(unknown))).isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(member.delete(unknown))).isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(member.trigger(unknown, "r"))).isEqualTo(Refusal.NOT_FOUND);
        assertThat(member.loop.gauges().armedJobs()).isZero();
    }

    @Test
    void a_run_cancelled_before_its_time_is_not_owed_again_after_a_pause() {
        Instant due = world.now().plusSeconds(10);
        member.create(job, once(due));
        world.advanceTo(due.minusSeconds(1));
        RunId run = world.rows.runsOf(job).get(0).id();
        assertThat(member.cancel(run).answer()).isEqualTo(new Done());

        assertThat(member.pause(job).answer()).isEqualTo(new Done());
        assertThat(member.resume(job).answer()).isEqualTo(new Done());
        world.advance(Duration.ofMinutes(1));
        assertThat(world.rows.runsOf(job))
                .singleElement()
                .extracting(Run::state)
                .isEqualTo(RunState.CANCELLED);
    }

    @Test
    void one_cancelled_occurrence_among_those_claimed_ahead_survives_a_pause() {
        member.create(job, everySeconds(1));
        world.advance(Duration.ofMillis(3_100));
        // 12:00:04 and 12:00:05 are claimed ahead, whatever the beat of the shard; 12:00:06 is not yet.
        List<Run> ahead = world.rows.runsOf(job).stream()
                .filter(run -> run.nominalAt().isAfter(world.now()))
                .toList();
        assertThat(ahead).hasSize(2);
        member.cancel(ahead.get(1).id());
        member.pause(job);
        member.resume(job);
        world.advance(Duration.ofSeconds(5));
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
        assertThat(world.rows.run(ahead.get(1).id())).map(Run::state).contains(RunState.CANCELLED);
    }

    @Test
    void a_pause_and_a_claim_at_the_same_moment_lose_and_double_nothing() {
        member.create(job, everySeconds(1));
        for (int i = 0; i < 20; i++) {
            world.advance(Duration.ofMillis(970));
            member.store.hold(FakeStore.Op.WRITE_JOBS);
            world.advance(Duration.ofMillis(60));
            Heard<JobReply> pause = member.pause(job);
            Heard<JobReply> resume = member.resume(job);
            member.store.release();
            world.settle();
            assertThat(pause.answer()).isEqualTo(new Done());
            assertThat(resume.answer()).isEqualTo(new Done());
            member.takeStarted().forEach(member::succeed);
        }
    }

    // ---- delete

    @Test
    void a_delete_cancels_what_waits_and_leaves_what_runs() {
        Member poor = world.member("a").gain(1, 2, 3).worker(1);
        poor.create(job, everySeconds(1));
        world.advance(Duration.ofMillis(3_500));
        Run running = poor.takeOneStarted();
        assertThat(poor.delete(job).answer()).isEqualTo(new Done());

        assertThat(world.rows.job(job)).map(Job::status).contains(JobStatus.DELETED);
        assertThat(world.rows.runsOf(job))
                .filteredOn(run -> !run.id().equals(running.id()))
                .hasSize(2)
                .allSatisfy(run -> {
                    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
                    assertThat(run.reason()).isEqualTo("job_deleted");
                });
        assertThat(poor.succeed(running).answer()).isEqualTo(new RunReply.Accepted());
        assertThat(poor.delete(job).answer()).isEqualTo(new Done());
        assertThat(refusal(poor.pause(job))).isEqualTo(Refusal.DELETED);
        assertThat(refusal(poor.trigger(job, "r"))).isEqualTo(Refusal.DELETED);
        world.advance(Duration.ofMinutes(1));
        assertThat(poor.takeStarted()).isEmpty();
    }

    @Test
    void a_delete_can_ask_what_runs_to_end_as_well() {
        member.create(job, once(world.now()));
        Run running = member.takeOneStarted();
        member.accept(running);
        assertThat(member.delete(job, true).answer()).isEqualTo(new Done());
        assertThat(member.workers.cancelled()).containsExactly(new Attempt(running.id(), running.fencingToken()));
        member.report(running, new Outcome.Cancelled());
        assertThat(world.rows.run(running.id())).map(Run::state).contains(RunState.CANCELLED);
    }

    @Test
    void a_run_of_a_deleted_job_is_not_tried_again() {
        member.create(job, once(world.now()));
        Run running = member.takeOneStarted();
        member.delete(job);
        assertThat(member.fail(running, FailureKind.RETRYABLE).answer()).isEqualTo(new RunReply.Accepted());
        world.settle();
        assertThat(world.rows.run(running.id()).orElseThrow())
                .extracting(Run::state, Run::reason)
                .containsExactly(RunState.CANCELLED, "job_deleted");
    }

    @Test
    void a_run_of_a_deleted_job_that_lapses_under_another_owner_is_not_tried_again() {
        member.create(job, once(world.now()));
        Run running = member.takeOneStarted();
        member.accept(running);
        member.delete(job);
        member.kill();
        Member heir = world.member("b").gain(1, 2, 3).worker(1);
        world.advance(LoopSettings.DEFAULT.leases().duration().plusSeconds(10));
        assertThat(heir.takeStarted()).isEmpty();
        assertThat(world.rows.run(running.id())).map(Run::state).contains(RunState.CANCELLED);
    }

    @Test
    void a_paused_job_is_deleted_with_every_occurrence_accounted_for() {
        member.create(job, everySeconds(1));
        world.advance(Duration.ofSeconds(2));
        member.pause(job);
        world.advance(Duration.ofSeconds(30));
        assertThat(member.delete(job).answer()).isEqualTo(new Done());
        member.takeStarted().forEach(member::succeed);
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    // ---- trigger

    @Test
    void a_trigger_makes_a_run_now_with_its_own_payload_and_moves_no_schedule() {
        Instant due = world.now().plusSeconds(100);
        member.create(job, once(due).payload("1"));
        JobReply reply = member.trigger(job, "r1", Payload.ofJson("2")).answer();
        List<Assignment> assigned = member.workers.takeAssigned();
        assertThat(assigned).singleElement().satisfies(assignment -> {
            assertThat(reply).isEqualTo(new Triggered(assignment.run().id()));
            assertThat(assignment.payload()).isEqualTo(Payload.ofJson("2"));
            assertThat(assignment.run().trigger()).isEqualTo(Trigger.MANUAL);
            assertThat(assignment.run().dueAt()).isEqualTo(world.now());
        });
        assertThat(world.rows.job(job)).map(Job::nextDueAt).contains(due);
        member.succeed(assigned.get(0).run());
        world.advanceTo(due);
        assertThat(member.takeOneStarted().trigger()).isEqualTo(Trigger.SCHEDULE);
    }

    @Test
    void the_same_request_names_the_same_run_also_at_once_and_later() {
        member.create(job, once(world.now().plusSeconds(100)));
        member.store.hold(FakeStore.Op.WRITE_JOBS);
        Heard<JobReply> first = member.trigger(job, "r1");
        Heard<JobReply> second = member.trigger(job, "r1");
        Heard<JobReply> other = member.trigger(job, "r2");
        member.store.release();
        world.settle();
        assertThat(second.answer()).isEqualTo(first.answer());
        assertThat(other.answer()).isNotEqualTo(first.answer());
        member.takeStarted().forEach(member::succeed);
        world.advance(Duration.ofHours(1));
        assertThat(member.trigger(job, "r1").answer()).isEqualTo(first.answer());
        assertThat(world.rows.runsOf(job)).hasSize(3);
    }

    @Test
    void a_paused_job_can_be_triggered() {
        member.create(job, everySeconds(1));
        member.pause(job);
        assertThat(member.trigger(job, "r").answer()).isInstanceOf(Triggered.class);
        assertThat(member.takeOneStarted().trigger()).isEqualTo(Trigger.MANUAL);
    }

    // ---- cancel

    @Test
    void a_waiting_run_is_cancelled_at_once_and_a_running_one_is_asked() {
        member.create(job, once(world.now().plusSeconds(1)));
        RunId waiting = world.rows.runsOf(job).get(0).id();
        assertThat(member.cancel(waiting).answer()).isEqualTo(new Done());
        assertThat(member.cancel(waiting).answer()).isEqualTo(new Done());

        JobId other = jobIdIn(2, 0);
        member.create(other, once(world.now()));
        Run running = member.takeOneStarted();
        assertThat(member.cancel(running.id()).answer()).isEqualTo(new Done());
        assertThat(member.cancel(running.id()).answer()).isEqualTo(new Done());
        assertThat(member.workers.cancelled()).hasSize(1);
        assertThat(member.succeed(running).answer())
                .as("a success that comes first stands")
                .isEqualTo(new RunReply.Accepted());
        assertThat(refusal(member.cancel(running.id()))).isEqualTo(Refusal.NOT_CANCELLABLE);
    }

    @Test
    void a_cancelled_run_is_not_tried_again_whatever_its_worker_says() {
        member.create(job, once(world.now()));
        Run running = member.takeOneStarted();
        member.cancel(running.id());
        member.fail(running, FailureKind.RETRYABLE);
        assertThat(world.rows.run(running.id())).map(Run::state).contains(RunState.CANCELLED);
    }

    @Test
    void a_cancel_that_meets_a_result_hears_which_came_first() {
        member.create(job, once(world.now()));
        Run running = member.takeOneStarted();
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<RunReply> result = member.succeed(running);
        Heard<JobReply> cancel = member.cancel(running.id());
        member.store.release();
        world.settle();
        assertThat(result.answer()).isEqualTo(new RunReply.Accepted());
        assertThat(refusal(cancel)).isEqualTo(Refusal.NOT_CANCELLABLE);
    }

    // ---- whose jobs

    @Test
    void nobody_finds_or_changes_the_jobs_of_other_owners() {
        member.create(job, once(world.now()));
        Run run = member.takeOneStarted();
        Principal stranger = new Principal("stranger", "another owner");
        assertThat(refusal(member.ask(new JobCommand.Pause(stranger, job, false))))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(member.ask(new JobCommand.Resume(stranger, job)))).isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(member.ask(new JobCommand.Delete(stranger, job, true))))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(member.ask(new JobCommand.TriggerNow(stranger, job, null, "r"))))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(member.ask(new JobCommand.CancelRun(stranger, run.id()))))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(member.ask(
                        new JobCommand.Create(stranger, job, once(world.now()).make()))))
                .isEqualTo(Refusal.ID_TAKEN);
        member.succeed(run);
        assertThat(refusal(member.ask(new JobCommand.CancelRun(stranger, run.id()))))
                .isEqualTo(Refusal.NOT_FOUND);
    }

    private static Refusal refusal(Heard<JobReply> heard) {
        assertThat(heard.answer()).isInstanceOf(Refused.class);
        return ((Refused) heard.answer()).refusal();
    }
}
