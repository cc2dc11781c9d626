package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Done;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobReply.Replaced;
import io.carillon.domain.job.JobReply.Replaced.How;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A change of definition meets claims that were made ahead, and runs in every state. */
class DefinitionChangeLoopTest {

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("m").gain(1, 2, 3).worker(100);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void every_occurrence_is_accounted_for() {
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    @Test
    void what_was_claimed_ahead_is_run_under_the_new_definition_at_its_time() {
        member.create(job, everySeconds(1).payload("1"));
        world.advance(Duration.ofMillis(3_500));
        member.takeStarted().forEach(member::succeed);
        assertThat(member.replace(job, everySeconds(1).payload("2")).answer())
                .isEqualTo(new Replaced(job, 2, How.CHANGED));
        world.advance(Duration.ofSeconds(2));
        List<Assignment> assigned = member.workers.takeAssigned();
        assertThat(assigned).hasSize(2).allSatisfy(each -> {
            assertThat(each.run().revision()).isEqualTo(2);
            assertThat(String.valueOf(each.payload()))
                    .isEqualTo(
                            String.valueOf(everySeconds(1).payload("2").make().payload()));
            assertThat(each.run().startedAt()).isEqualTo(each.run().dueAt());
        });
    }

    @Test
    void what_the_old_definition_owed_and_nobody_had_claimed_is_run_as_the_old_definition_said() {
        member.create(job, everySeconds(1).payload("1"));
        world.rows.deny(job);
        world.advance(Duration.ofMillis(10_500));
        world.rows.rejectNothing();
        assertThat(member.replace(job, everySeconds(60).payload("2")).answer()).isInstanceOf(Replaced.class);
        List<Assignment> assigned = member.workers.takeAssigned();
        assertThat(assigned).isNotEmpty().allSatisfy(each -> {
            assertThat(each.run().revision()).isEqualTo(1);
            assertThat(String.valueOf(each.payload()))
                    .isEqualTo(
                            String.valueOf(everySeconds(1).payload("1").make().payload()));
        });
        assertThat(world.rows.runsOf(job)).allMatch(run -> run.revision() == 1);
    }

    @Test
    void runs_that_are_queued_wait_for_a_retry_or_run_keep_their_revision_and_go_on() {
        Member poor = world.member("a").gain(1, 2, 3).worker(1);
        poor.create(job, everySeconds(10).backoff(Duration.ofSeconds(5)));
        world.advance(Duration.ofSeconds(10));
        Run failed = poor.takeOneStarted();
        poor.fail(failed, FailureKind.RETRYABLE);
        assertThat(poor.replace(job, everySeconds(3600)).answer()).isInstanceOf(Replaced.class);
        world.advance(Duration.ofSeconds(5));
        Run retried = poor.takeOneStarted();
        assertThat(retried.id()).isEqualTo(failed.id());
        assertThat(poor.replace(job, everySeconds(1800)).answer()).isEqualTo(new Replaced(job, 3, How.CHANGED));
        assertThat(poor.succeed(retried).answer()).isEqualTo(new RunReply.Accepted());
        assertThat(world.rows.run(failed.id()).orElseThrow())
                .extracting(Run::revision, Run::state)
                .containsExactly(1L, RunState.SUCCEEDED);
    }

    @Test
    void a_change_and_a_claim_at_the_same_moment_lose_and_double_nothing() {
        member.create(job, everySeconds(1));
        for (int i = 0; i < 20; i++) {
            world.advance(Duration.ofMillis(970));
            member.store.hold(FakeStore.Op.WRITE_JOBS);
            world.advance(Duration.ofMillis(60));
            Heard<JobReply> change = member.replace(job, everySeconds(1 + i % 3));
            Heard<JobReply> pause = member.pause(job);
            Heard<JobReply> other = member.replace(job, everySeconds(1 + (i + 1) % 3));
            Heard<JobReply> resume = member.resume(job);
            member.store.release();
            world.settle();
            assertThat(change.answer()).isInstanceOf(Replaced.class);
            assertThat(pause.answer()).isEqualTo(new Done());
            assertThat(other.answer()).isInstanceOf(Replaced.class);
            assertThat(resume.answer()).isEqualTo(new Done());
            member.takeStarted().forEach(member::succeed);
        }
    }

    @Test
    void a_start_that_is_under_way_when_the_job_changes_is_not_withdrawn() {
        Instant due = world.now().plusSeconds(5);
        member.create(job, once(due));
        world.advanceTo(due.minusMillis(1));
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        world.advanceTo(due);
        Heard<JobReply> change = member.replace(job, once(due.plusSeconds(60)));
        member.store.release();
        world.settle();
        assertThat(change.answer()).isInstanceOf(Replaced.class);
        member.succeed(member.takeOneStarted());
        world.advance(Duration.ofSeconds(60));
        assertThat(member.takeOneStarted().nominalAt()).isEqualTo(due.plusSeconds(60));
    }

    @Test
    void a_one_off_that_has_run_is_active_again_with_a_later_time_and_refused_an_earlier_one() {
        Instant due = world.now().plusSeconds(5);
        member.create(job, once(due));
        world.advanceTo(due);
        member.succeed(member.takeOneStarted());
        world.advance(Duration.ofSeconds(10));
        assertThat(refusal(member.replace(job, once(due.plusSeconds(1))))).isEqualTo(Refusal.TOO_LATE);
        assertThat(member.replace(job, once(due.plusSeconds(20))).answer()).isInstanceOf(Replaced.class);
        world.advanceTo(due.plusSeconds(20));
        assertThat(member.takeOneStarted().revision()).isEqualTo(2);
    }

    @Test
    void a_held_job_stays_so_over_a_change_and_its_runs_start_when_it_is_resumed() {
        Member poor = world.member("a").gain(1, 2, 3);
        poor.create(job, everySeconds(5));
        world.advance(Duration.ofSeconds(5));
        poor.hold(job);
        assertThat(poor.replace(job, everySeconds(7)).answer()).isInstanceOf(Replaced.class);
        poor.worker(5);
        world.advance(Duration.ofSeconds(30));
        assertThat(poor.takeStarted()).isEmpty();
        assertThat(world.rows.job(job)).map(Job::status).contains(JobStatus.HELD);
        poor.resume(job);
        world.settle();
        assertThat(poor.takeOneStarted().revision()).isEqualTo(1);
    }

    @Test
    void a_key_that_another_job_has_is_refused_and_nothing_changes() {
        JobId other = jobIdIn(2, 0);
        member.create(job, everySeconds(5).key("a"));
        member.create(other, everySeconds(5).key("b"));
        assertThat(refusal(member.replace(job, everySeconds(5).key("b")))).isEqualTo(Refusal.KEY_TAKEN);
        assertThat(world.rows.job(job)).map(Job::revision).contains(1L);
        assertThat(member.replace(job, everySeconds(5).key("c")).answer()).isInstanceOf(Replaced.class);
        assertThat(member.replace(other, everySeconds(5).key("a")).answer()).isInstanceOf(Replaced.class);
    }

    @Test
    void an_unchanged_definition_writes_nothing_and_a_deleted_job_is_not_changed() {
        member.create(job, everySeconds(5));
        int writes = member.store.calls(FakeStore.Op.WRITE_JOBS);
        assertThat(member.replace(job, everySeconds(5)).answer()).isEqualTo(new Replaced(job, 1, How.UNCHANGED));
        assertThat(member.store.calls(FakeStore.Op.WRITE_JOBS)).isEqualTo(writes);
        member.delete(job);
        assertThat(refusal(member.replace(job, everySeconds(6)))).isEqualTo(Refusal.DELETED);
        assertThat(refusal(member.replace(jobIdIn(3, 3), everySeconds(6)))).isEqualTo(Refusal.NOT_FOUND);
    }

    @Test
    void a_change_whose_answer_was_lost_is_carried_out_once() {
        member.create(job, everySeconds(5));
        member.store.failNext(FakeStore.Op.WRITE_JOBS, FakeStore.Fault.AFTER_COMMIT);
        Heard<JobReply> change = member.replace(job, everySeconds(6));
        world.advance(Duration.ofSeconds(5));
        assertThat(refusal(change)).isEqualTo(Refusal.STORE_UNAVAILABLE);
        assertThat(member.replace(job, everySeconds(6)).answer()).isEqualTo(new Replaced(job, 2, How.UNCHANGED));
        world.advance(Duration.ofSeconds(10));
        member.takeStarted().forEach(member::succeed);
    }

    private static Refusal refusal(Heard<JobReply> heard) {
        assertThat(heard.answer()).isInstanceOf(Refused.class);
        return ((Refused) heard.answer()).refusal();
    }
}
