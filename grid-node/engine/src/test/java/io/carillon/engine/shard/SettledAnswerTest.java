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
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.RunState;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A yes is true when it is given: by the row, not by memory, and with nothing under way that could still belie it. */
class SettledAnswerTest {

    /** What lets no run of the job start any more. */
    private enum Stop {
        HOLD,
        DELETE;

        Heard<JobReply> ask(Member member, JobId job) {
            return switch (this) {
                case HOLD -> member.hold(job);
                case DELETE -> member.delete(job);
            };
        }
    }

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1).worker(2);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void an_owner_that_has_not_heard_of_its_loss_does_not_say_yes_from_memory() {
        member.create(job, everySeconds(3_600));
        Member heir = world.member("b").gain(1);
        assertThat(heir.hold(job).answer()).isEqualTo(new Done());

        assertThat(member.resume(job).answer())
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.NOT_OWNER));
        assertThat(world.rows.job(job).orElseThrow().status()).isEqualTo(JobStatus.HELD);
    }

    @ParameterizedTest
    @EnumSource
    void whoever_asks_again_waits_for_a_start_under_way_as_well(Stop stop) {
        startUnderWay();
        Heard<JobReply> first = stop.ask(member, job);
        Heard<JobReply> second = stop.ask(member, job);
        assertThat(first.answered()).isFalse();
        assertThat(second.answered()).isFalse();

        member.store.release();
        world.settle();
        assertThat(first.answer()).isEqualTo(new Done());
        assertThat(second.answer()).isEqualTo(new Done());
        member.succeed(member.takeOneStarted());
    }

    @ParameterizedTest
    @EnumSource
    void a_shard_that_is_lost_while_a_start_is_under_way_leaves_no_yes(Stop stop) {
        startUnderWay();
        Heard<JobReply> asked = stop.ask(member, job);
        member.loop.lose(Set.of(1));
        world.settle();
        assertThat(asked.answer())
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.NOT_OWNER));

        member.store.release();
        world.settle();
        assertThat(world.rows.runsOf(job)).extracting("state").containsExactly(RunState.RUNNING);
    }

    @Test
    void a_held_job_that_somebody_else_has_resumed_is_let_go() {
        member.create(job, everySeconds(10));
        assertThat(member.hold(job).answer()).isEqualTo(new Done());
        Job held = world.rows.job(job).orElseThrow();
        Instant next = world.now().plusSeconds(10);
        world.rows.plant(held.changed(JobStatus.ACTIVE, world.now(), next, next, new UUID(7, 7)));

        assertThat(member.resume(job).answer()).isEqualTo(new Done());
        world.advance(Duration.ofSeconds(11));
        member.succeed(member.takeOneStarted());
    }

    @Test
    void a_held_job_that_is_claimed_all_the_same_is_let_go() {
        member.create(job, everySeconds(10));
        assertThat(member.hold(job).answer()).isEqualTo(new Done());
        Job held = world.rows.job(job).orElseThrow();
        Instant next = world.now().plusSeconds(10);
        world.rows.plant(held.changed(JobStatus.ACTIVE, world.now(), next, next, new UUID(7, 7)));

        assertThat(member.awaitOneStarted(Duration.ofMinutes(1)).jobId()).isEqualTo(job);
        member.pause(job);
    }

    private void startUnderWay() {
        member.store.hold(Op.WRITE_RUNS);
        member.create(job, once(world.now()));
        world.settle();
        assertThat(member.store.held(Op.WRITE_RUNS)).hasSize(1);
    }
}
