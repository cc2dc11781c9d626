package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.JobMaker;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A run that must be started within a minute, or not at all. */
class StartBeforeTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final LoopWorld world = new LoopWorld();
    private Member member = world.member("a").gain(1);
    private final JobId job = jobIdIn(1, 0);
    private final Instant due = world.now().plusSeconds(20);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    @Test
    void not_started_by_then_it_ends_as_expired_once() {
        member.create(job, withinAMinute());
        world.advanceTo(due.plus(MINUTE).minusMillis(1));
        assertThat(run().state()).isEqualTo(RunState.WAITING);
        world.advanceTo(due.plus(MINUTE));
        assertExpiredAt(due.plus(MINUTE));
        member.worker(1);
        world.advance(MINUTE);
        assertThat(member.takeStarted()).isEmpty();
        assertThat(run().version()).isEqualTo(2);
    }

    @Test
    void started_in_time_it_may_go_on_and_be_retried_later() {
        member.create(job, withinAMinute().backoff(Duration.ofMinutes(2)));
        world.advanceTo(due.plusSeconds(59));
        member.worker(1);
        Run started = member.takeOneStarted();
        member.accept(started);
        world.advance(Duration.ofSeconds(5));
        member.fail(started, FailureKind.RETRYABLE);
        assertThat(member.awaitOneStarted(Duration.ofMinutes(3)).attempt()).isEqualTo(2);
    }

    @Test
    void an_attempt_that_no_worker_worked_on_does_not_count_as_a_start() {
        member.create(job, withinAMinute());
        world.advanceTo(due.plusSeconds(58));
        member.worker(1);
        member.takeOneStarted();
        world.advance(Duration.ofSeconds(6));
        assertThat(run().state()).isEqualTo(RunState.CANCELLED);
        assertThat(run().reason()).isEqualTo("expired");
    }

    @Test
    void held_it_expires_all_the_same() {
        member.create(job, withinAMinute());
        world.advanceTo(due.plusSeconds(1));
        member.hold(job);
        world.advanceTo(due.plus(MINUTE));
        assertExpiredAt(due.plus(MINUTE));
    }

    @Test
    void the_next_owner_ends_it() {
        member.create(job, withinAMinute());
        world.advanceTo(due.plusSeconds(1));
        member.kill();
        world.advanceTo(due.plusSeconds(90));
        member = world.member("b").worker(1).gain(1);
        assertExpiredAt(due.plusSeconds(90));
        assertThat(member.takeStarted()).isEmpty();
    }

    @Test
    void after_an_outage_of_the_store_it_ends_and_is_not_started_late() {
        member.create(job, withinAMinute());
        world.advanceTo(due.plusSeconds(30));
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        world.advanceTo(due.plusSeconds(70));
        member.worker(1);
        assertThat(member.takeStarted()).isEmpty();
        member.store.release();
        world.advance(Duration.ofSeconds(5));
        assertThat(run().reason()).isEqualTo("expired");
        assertThat(member.takeStarted()).isEmpty();
    }

    /** The loop was not turned for a while: the alarm has not rung, the gateway's question is answered first. */
    @Test
    void a_gateway_that_asks_too_late_is_refused() {
        member.create(job, withinAMinute());
        world.advanceTo(due.plusSeconds(30));
        member.stop();
        world.advanceTo(due.plusSeconds(61));
        member.wakeUp();
        assertThat(member.start(run().id(), "worker-z").answer()).isInstanceOf(RunReply.NotGranted.class);
        world.settle();
        assertThat(run().reason()).isEqualTo("expired");
    }

    private JobMaker withinAMinute() {
        return once(due).startBefore(MINUTE);
    }

    private void assertExpiredAt(Instant instant) {
        assertThat(run())
                .extracting(Run::state, Run::reason, Run::endedAt, Run::attempt)
                .containsExactly(RunState.CANCELLED, "expired", instant, 0);
    }

    private Run run() {
        return world.rows.runsOf(job).get(0);
    }
}
