package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.CAPABILITY;
import static io.carillon.engine.testkit.JobMaker.broken;
import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows that the store refuses for their own sake, and other things that are wrong by themselves: the rest goes on. */
class RejectionTest {

    private static final Duration PARKED = Rejections.PARKED_FOR;

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1, 2, 3).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void a_claim_that_is_refused_three_times_is_parked_and_its_neighbours_go_on() {
        JobId neighbour = jobIdIn(1, 1);
        member.create(job, everySeconds(1).misfire(MisfirePolicy.RUN_ALL, Duration.ofHours(1)));
        member.create(neighbour, everySeconds(1));
        world.rows.reject(job, "no such thing");
        int before = member.store.calls(Op.WRITE_JOBS);
        for (int i = 0; i < 60; i++) {
            world.advance(Duration.ofSeconds(1));
            member.takeStarted().forEach(member::succeed);
        }
        assertThat(world.rows.runsOf(neighbour)).hasSizeGreaterThanOrEqualTo(60);
        assertThat(world.rows.runsOf(job)).hasSizeLessThanOrEqualTo(2);
        assertThat(member.store.calls(Op.WRITE_JOBS) - before)
                .as("not tried again and again")
                .isLessThan(75);

        world.rows.rejectNothing();
        world.advance(PARKED);
        assertThat(world.rows.runsOf(job)).hasSizeGreaterThan(60);
        member.takeStarted().forEach(member::succeed);
    }

    @Test
    void a_store_that_denies_versions_it_shows_makes_nobody_run_in_circles() {
        member.create(job, once(world.now().plusSeconds(5)));
        JobId other = jobIdIn(2, 0);
        member.create(other, once(world.now().plusSeconds(1)));
        RunId run = world.rows.runsOf(other).get(0).id();
        world.rows.deny(job);
        world.rows.deny(run);
        int before = member.store.calls(Op.WRITE_JOBS) + member.store.calls(Op.WRITE_RUNS);
        world.advance(Duration.ofSeconds(60));
        assertThat(member.store.calls(Op.WRITE_JOBS) + member.store.calls(Op.WRITE_RUNS) - before)
                .isEqualTo(6);
        assertThat(member.pause(job).answer()).isInstanceOf(Refused.class);
        world.rows.rejectNothing();
        assertThat(member.awaitOneStarted(PARKED).id()).isEqualTo(run);
    }

    @Test
    void a_parked_job_can_be_paused_and_deleted() {
        member.create(job, everySeconds(1));
        world.rows.reject(job, "no");
        world.advance(Duration.ofSeconds(10));
        assertThat(member.pause(job).answer()).isInstanceOf(Refused.class);
        world.rows.rejectNothing();
        assertThat(member.pause(job).answer()).isEqualTo(new JobReply.Done());
        member.resume(job);
        world.advance(Duration.ofSeconds(2));
        assertThat(member.takeStarted()).as("owed again at once").isNotEmpty();
        assertThat(member.delete(job).answer()).isEqualTo(new JobReply.Done());
    }

    @Test
    void refused_commands_do_not_park_a_job() {
        member.create(job, everySeconds(1));
        world.rows.reject(job, "no");
        for (int i = 0; i < 5; i++) {
            assertThat(member.pause(job).answer()).isInstanceOf(Refused.class);
        }
        world.rows.rejectNothing();
        world.advance(Duration.ofSeconds(3));
        assertThat(member.takeStarted()).hasSize(3);
    }

    @Test
    void who_waits_behind_a_claim_that_is_refused_has_its_turn_at_once() {
        member.create(job, once(world.now().plusSeconds(10)));
        world.rows.reject(job, "no");
        member.store.hold(Op.WRITE_JOBS);
        world.advance(Duration.ofSeconds(8));
        Heard<JobReply> resume = member.resume(job);
        member.store.release();
        world.settle();
        assertThat(resume.answer()).isEqualTo(new JobReply.Done());
        world.rows.rejectNothing();
        world.advance(Duration.ofSeconds(2));
        assertThat(member.takeStarted()).hasSize(1);
    }

    @Test
    void a_start_that_is_refused_three_times_is_parked_and_its_slot_goes_to_others() {
        member.create(job, once(world.now().plusSeconds(5)));
        world.advance(Duration.ofSeconds(4));
        RunId run = world.rows.runsOf(job).get(0).id();
        world.rows.reject(run, "no");
        int before = member.store.calls(Op.WRITE_RUNS);
        world.advance(Duration.ofSeconds(60));
        assertThat(member.takeStarted()).isEmpty();
        assertThat(member.store.calls(Op.WRITE_RUNS) - before).isEqualTo(3);
        assertThat(member.workers.free()).isEqualTo(10);
        assertThat(member.start(run, "remote").answer()).isEqualTo(new RunReply.NotGranted());

        world.rows.rejectNothing();
        assertThat(member.awaitOneStarted(PARKED).attempt()).isEqualTo(1);
    }

    @Test
    void a_result_that_the_store_refuses_is_not_written_for_ever() {
        member.create(job, once(world.now()));
        Run run = member.takeOneStarted();
        member.accept(run);
        world.rows.reject(run.id(), "no");
        int before = member.store.calls(Op.WRITE_RUNS);
        for (int i = 0; i < 30; i++) {
            assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Retry());
            world.advance(Duration.ofSeconds(2));
        }
        assertThat(member.store.calls(Op.WRITE_RUNS) - before).isLessThanOrEqualTo(4);
        world.rows.rejectNothing();
        assertThat(member.awaitOneStarted(LoopSettings.DEFAULT.leases().duration())
                        .attempt())
                .as("the attempt whose end cannot be kept lapses, and another one has its chance")
                .isEqualTo(2);
    }

    @Test
    void a_cancel_that_the_store_refuses_is_answered_and_the_run_goes_on() {
        member.create(job, once(world.now().plusSeconds(2)));
        RunId run = world.rows.runsOf(job).get(0).id();
        world.rows.reject(run, "no");
        assertThat(member.cancel(run).answer()).isInstanceOf(Refused.class);
        world.rows.rejectNothing();
        world.advance(Duration.ofSeconds(2));
        assertThat(member.takeOneStarted().id()).isEqualTo(run);
    }

    @Test
    void the_waiting_run_of_a_deleted_job_ends_however_often_the_store_refuses() {
        Member idle = world.member("a").gain(1, 2, 3);
        idle.create(job, once(world.now()));
        RunId run = world.rows.runsOf(job).get(0).id();
        world.rows.reject(run, "no");
        assertThat(idle.delete(job).answer()).isEqualTo(new JobReply.Done());
        world.rows.rejectNothing();
        idle.worker(1);
        world.advance(PARKED);
        assertThat(idle.takeStarted()).isEmpty();
        assertThat(world.rows.run(run)).map(Run::state).contains(RunState.CANCELLED);
    }

    @Test
    void a_job_that_cannot_be_read_any_more_is_parked_and_its_neighbours_go_on() {
        Instant due = world.now().plusSeconds(5);
        world.rows.plant(new Job(
                job, 1, JobStatus.ACTIVE, broken().make(), world.now(), world.now(), due, due, 1, new UUID(1, 1)));
        member.create(jobIdIn(1, 1), everySeconds(1));
        Member heir = world.member("b").gain(1, 2, 3).worker(10);
        for (int i = 0; i < 30; i++) {
            world.advance(Duration.ofSeconds(1));
            heir.takeStarted().forEach(heir::succeed);
        }
        assertThat(world.rows.runsOf(jobIdIn(1, 1))).hasSizeGreaterThanOrEqualTo(30);
        assertThat(heir.pause(job).answer()).isInstanceOf(Refused.class);
        assertThat(heir.trigger(job, "r").answer()).isInstanceOf(JobReply.Triggered.class);
        heir.takeStarted().forEach(heir::succeed);
    }

    @Test
    void an_answer_that_cannot_be_given_keeps_no_other_from_being_given() {
        member.create(job, once(world.now()));
        Run run = member.takeOneStarted();
        List<Heard<RunReply>> heard = new ArrayList<>();
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Heard<RunReply> each = new Heard<>();
            heard.add(each);
            RunCommand report = new RunCommand.Accept(run.id(), run.fencingToken());
            requests.add(new Request.OfRun(report, i == 2 ? Heard.refusing() : each));
        }
        member.loop.submit(requests);
        world.settle();
        Stream.of(0, 1, 3, 4).forEach(i -> assertThat(heard.get(i).answer()).isEqualTo(new RunReply.Noted()));
    }

    @Test
    void offers_that_throw_lose_no_run() {
        Member owner = world.member("a").gain(1, 2, 3);
        owner.handOff.connect("b", CAPABILITY, 1);
        owner.handOff.failNext();
        owner.create(job, once(world.now()));
        world.advance(Duration.ofSeconds(1));
        assertThat(owner.handOff.takeOffers("b")).hasSize(1);
    }

    @Test
    void more_requests_than_can_wait_are_refused_and_all_are_answered() {
        List<Request> many = new ArrayList<>();
        List<Heard<RunReply>> heard = new ArrayList<>();
        for (int i = 0; i <= LoopSettings.DEFAULT.bounds().requestsMax(); i++) {
            Heard<RunReply> each = new Heard<>();
            heard.add(each);
            many.add(new Request.OfRun(
                    new RunCommand.Accept(RunId.of(job, world.now(), Trigger.SCHEDULE, null), 1), each));
        }
        member.loop.submit(many);
        assertThat(heard).allMatch(each -> each.answer().equals(new RunReply.Retry()));
        member.loop.submit(many.subList(0, 10));
        world.settle();
        assertThat(heard.subList(0, 10))
                .allSatisfy(each -> assertThat(each.times()).isEqualTo(2));
    }
}
