package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand.Backfill;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Done;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs for occurrences that have passed, beside those that the schedule made. */
class BackfillTest {

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("m").gain(1, 2, 3).worker(100);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void every_occurrence_is_accounted_for() {
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    @Test
    void occurrences_that_ran_run_again_at_once_and_the_schedule_does_not_move() {
        member.create(job, everySeconds(10));
        world.advance(Duration.ofSeconds(20));
        List<Run> regular = member.takeStarted();
        regular.forEach(member::succeed);
        Job before = world.rows.job(job).orElseThrow();
        List<Instant> nominals = regular.stream().map(Run::nominalAt).toList();
        assertThat(backfill(nominals, "r").answer()).isEqualTo(new Done());
        assertThat(member.takeStarted()).hasSize(2).allSatisfy(run -> {
            assertThat(run.trigger()).isEqualTo(Trigger.BACKFILL);
            assertThat(nominals).contains(run.nominalAt());
            assertThat(run.dueAt()).isEqualTo(world.now());
        });
        assertThat(world.rows.job(job).orElseThrow())
                .extracting(Job::plannedThrough, Job::nextDueAt, Job::revision)
                .containsExactly(before.plannedThrough(), before.nextDueAt(), before.revision());
    }

    @Test
    void the_same_request_makes_nothing_twice_and_what_is_missing_of_it() {
        member.create(job, everySeconds(10));
        Instant first = world.now().minusSeconds(100);
        assertThat(backfill(List.of(first), "r").answer()).isEqualTo(new Done());
        member.takeStarted().forEach(member::succeed);
        int writes = member.store.calls(FakeStore.Op.WRITE_JOBS);
        assertThat(backfill(List.of(first), "r").answer()).isEqualTo(new Done());
        assertThat(member.store.calls(FakeStore.Op.WRITE_JOBS)).isEqualTo(writes);
        assertThat(member.takeStarted()).isEmpty();

        assertThat(backfill(List.of(first, first.plusSeconds(10)), "r").answer())
                .isEqualTo(new Done());
        assertThat(member.takeOneStarted().nominalAt()).isEqualTo(first.plusSeconds(10));
        assertThat(backfill(List.of(first), "another").answer()).isEqualTo(new Done());
        assertThat(member.takeOneStarted().nominalAt()).isEqualTo(first);
    }

    @Test
    void an_answer_that_was_lost_can_be_asked_for_again() {
        member.create(job, everySeconds(10));
        member.store.failNext(FakeStore.Op.WRITE_JOBS, FakeStore.Fault.AFTER_COMMIT);
        List<Instant> nominals = List.of(world.now().minusSeconds(100));
        assertThat(refusal(backfill(nominals, "r"))).isEqualTo(Refusal.STORE_UNAVAILABLE);
        world.advance(Duration.ofSeconds(5));
        assertThat(backfill(nominals, "r").answer()).isEqualTo(new Done());
        assertThat(world.rows.runsOf(job))
                .filteredOn(run -> run.trigger() == Trigger.BACKFILL)
                .hasSize(1);
    }

    @Test
    void a_paused_job_can_be_backfilled_a_held_one_waits_and_a_deleted_or_unknown_one_is_refused() {
        member.create(job, everySeconds(10));
        member.pause(job);
        List<Instant> nominals = List.of(world.now().minusSeconds(100));
        backfill(nominals, "paused");
        member.succeed(member.takeOneStarted());
        member.hold(job);
        backfill(nominals, "held");
        assertThat(member.takeStarted()).isEmpty();
        member.resume(job);
        world.settle();
        member.succeed(member.takeOneStarted());
        backfill(List.of(world.now().minusSeconds(90)), "last");
        member.delete(job);
        assertThat(refusal(backfill(nominals, "deleted"))).isEqualTo(Refusal.DELETED);
        assertThat(refusal(member.ask(new Backfill(Principal.ANONYMOUS, jobIdIn(2, 5), nominals, "r"))))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(world.rows.runsOf(job)).allMatch(run -> run.state() != RunState.WAITING);
    }

    private Heard<JobReply> backfill(List<Instant> nominals, String requestId) {
        return member.ask(new Backfill(Principal.ANONYMOUS, job, nominals, requestId));
    }

    private static Refusal refusal(Heard<JobReply> heard) {
        assertThat(heard.answer()).isInstanceOf(Refused.class);
        return ((Refused) heard.answer()).refusal();
    }
}
