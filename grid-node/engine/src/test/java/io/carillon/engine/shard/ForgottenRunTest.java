package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeStore.Op;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Memory has lost a queued run, or where it waits: the comparison puts it back, and tells if it took too long. */
class ForgottenRunTest {

    private static final String ALARM = "queue deadline passed";
    private static final Duration DEADLINE = LoopSettings.DEFAULT.patience().queueDeadline();
    private static final Duration ONE_PASS =
            LoopSettings.DEFAULT.rhythm().reconcileEvery().multipliedBy(4);

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void one_that_is_not_in_memory_is_taken_in_again() {
        RunId run = queued();
        forget(run);
        world.advance(ONE_PASS);
        assertThat(world.events.count("reconciled run_missing")).isEqualTo(1);
        assertThat(world.events.count(ALARM)).isZero();
        assertThat(member.worker(1).takeOneStarted().id()).isEqualTo(run);
    }

    @Test
    void one_that_waits_nowhere_is_put_where_it_belongs() {
        RunId run = queued();
        mislay(run);
        world.advance(ONE_PASS);
        assertThat(world.events.count("reconciled run_stray")).isEqualTo(1);
        assertThat(world.events.count(ALARM)).isZero();
        assertThat(member.worker(1).takeOneStarted().id()).isEqualTo(run);
    }

    @Test
    void one_that_is_found_after_the_deadline_is_an_alarm_as_well() {
        RunId run = queued();
        world.advance(DEADLINE);
        assertThat(world.events.count(ALARM))
                .as("in memory it may wait for ever")
                .isZero();
        forget(run);
        world.advance(ONE_PASS);
        assertThat(world.events.count(ALARM)).isEqualTo(1);
        mislay(run);
        world.advance(ONE_PASS);
        assertThat(world.events.count(ALARM)).isEqualTo(2);
        assertThat(member.worker(1).takeOneStarted().id()).isEqualTo(run);
    }

    @Test
    void one_whose_claim_is_durable_and_has_no_answer_yet_is_on_its_way() {
        List<FakeStore.Call> unanswered = new ArrayList<>();
        member.create(job, once(world.now().plusSeconds(10)));
        member.store.fate(call -> {
            if (call.op() == Op.WRITE_JOBS) {
                call.commit();
                unanswered.add(call);
            } else {
                call.answer();
            }
        });
        world.advance(ONE_PASS.multipliedBy(2));
        assertThat(world.rows.runsOf(job)).hasSize(1);
        assertThat(world.events.count("reconciled run_missing")).isZero();
        unanswered.forEach(FakeStore.Call::answer);
        assertThat(member.worker(1).takeOneStarted().jobId()).isEqualTo(job);
    }

    private RunId queued() {
        member.create(job, once(world.now()));
        return world.rows.runsOf(job).get(0).id();
    }

    private void forget(RunId run) {
        mislay(run);
        RunSlot slot = Objects.requireNonNull(shard().runs.remove(run));
        member.loop.loop.lanes.follow(slot);
    }

    private void mislay(RunId run) {
        RunSlot slot = Objects.requireNonNull(shard().runs.get(run));
        member.loop.loop.ready.remove(run);
        slot.inReady = false;
    }

    private ShardState shard() {
        return Objects.requireNonNull(member.loop.loop.activeShard(job.shard()));
    }
}
