package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs of a schedule that take turns. Jobs are due every ten seconds. */
class OverlapTest {

    private static final Duration TEN = Duration.ofSeconds(10);

    private final LoopWorld world = new LoopWorld();
    private Member member = world.member("a").gain(1, 2);
    private final JobId job = jobIdIn(1, 0);
    private Instant first = Instant.MAX;

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    @Test
    void is_claimed_at_its_due_time_and_not_ahead() {
        create(OverlapPolicy.SKIP);
        world.advanceTo(first.minusMillis(1));
        assertThat(world.rows.runsOf(job)).isEmpty();
        world.advanceTo(first);
        assertThat(member.takeOneStarted().startedAt()).isEqualTo(first);
    }

    @Test
    void skip_skips_what_falls_due_while_one_runs() {
        create(OverlapPolicy.SKIP);
        Run run = awaitAccepted();
        world.advanceTo(first.plusSeconds(29));
        assertThat(world.rows.runsOf(job)).hasSize(1);
        member.succeed(run);
        assertThat(member.awaitOneStarted(Duration.ofSeconds(2)).nominalAt()).isEqualTo(first.plusSeconds(30));
        assertThat(skipped()).isEqualTo(2);
    }

    @Test
    void a_run_that_waits_for_its_retry_counts() {
        create(OverlapPolicy.SKIP);
        Run run = awaitAccepted();
        world.advanceTo(first.plusSeconds(5));
        member.fail(run, FailureKind.RETRYABLE);
        world.advanceTo(first.plusSeconds(11));
        assertThat(world.rows.runsOf(job)).hasSize(1);
        assertThat(skipped()).isEqualTo(1);
    }

    @Test
    void a_run_that_nobody_can_take_counts() {
        JobId other = jobIdIn(2, 0);
        first = created(other, OverlapPolicy.SKIP);
        world.advanceTo(first.plusSeconds(25));
        assertThat(world.rows.runsOf(other))
                .singleElement()
                .satisfies(run -> assertThat(run.state()).isEqualTo(RunState.WAITING));
        assertThat(world.rows.skipsOf(other)).hasSize(2);
    }

    @Test
    void queue_one_lets_one_wait_and_skips_the_others() {
        create(OverlapPolicy.QUEUE_ONE);
        Run run = awaitAccepted();
        world.advanceTo(first.plusSeconds(35));
        assertThat(world.rows.runsOf(job)).extracting(Run::nominalAt).containsExactlyInAnyOrder(first, first.plus(TEN));
        assertThat(member.takeStarted()).isEmpty();
        assertThat(skipped()).isEqualTo(2);
        member.succeed(run);
        assertThat(member.takeOneStarted().nominalAt()).isEqualTo(first.plus(TEN));
    }

    @Test
    void who_waits_behind_one_that_is_retried_waits_for_the_end_of_it() {
        create(OverlapPolicy.QUEUE_ONE);
        Run run = awaitAccepted();
        world.advanceTo(first.plusSeconds(11));
        member.fail(run, FailureKind.RETRYABLE);
        Run second = member.awaitOneStarted(Duration.ofSeconds(11));
        assertThat(second.id()).isEqualTo(run.id());
        member.fail(second, FailureKind.PERMANENT);
        assertThat(member.takeOneStarted().nominalAt()).isEqualTo(first.plus(TEN));
    }

    @Test
    void who_waits_goes_on_when_the_one_before_it_is_cancelled() {
        first = created(job, OverlapPolicy.QUEUE_ONE);
        world.advanceTo(first.plusSeconds(11));
        Run before = runAt(first);
        member.cancel(before.id());
        member.worker(1);
        world.settle();
        assertThat(member.takeOneStarted().nominalAt()).isEqualTo(first.plus(TEN));
    }

    @Test
    void manual_runs_do_not_count_and_do_not_wait() {
        create(OverlapPolicy.SKIP);
        member.trigger(job, "r");
        Run manual = member.takeOneStarted();
        member.accept(manual);
        Run scheduled = member.awaitOneStarted(Duration.ofSeconds(11));
        assertThat(scheduled.nominalAt()).isEqualTo(first);
        member.trigger(job, "r2");
        assertThat(member.takeStarted()).hasSize(1);
        assertThat(List.of(manual, scheduled)).doesNotHaveDuplicates();
    }

    @Test
    void a_redriven_run_and_a_newer_one_do_not_run_at_once() {
        create(OverlapPolicy.SKIP);
        Run dead = member.awaitOneStarted(Duration.ofSeconds(11));
        member.fail(dead, FailureKind.PERMANENT);
        Run newer = awaitAccepted();
        member.ask(new JobCommand.RedriveRun(Principal.ANONYMOUS, dead.id()));
        world.advance(Duration.ofSeconds(1));
        assertThat(member.takeStarted()).isEmpty();
        member.succeed(newer);
        assertThat(member.takeOneStarted().id()).isEqualTo(dead.id());
    }

    @Test
    void the_next_owner_knows_what_is_live() {
        create(OverlapPolicy.QUEUE_ONE);
        Run run = awaitAccepted();
        world.advanceTo(first.plusSeconds(12));
        member.kill();
        member = world.member("b").gain(1, 2).worker(10);
        world.advanceTo(first.plusSeconds(23));
        assertThat(member.takeStarted()).isEmpty();
        assertThat(skipped()).isEqualTo(1);
        member.held(run, "worker-a");
        member.succeed(run);
        assertThat(member.takeOneStarted().nominalAt()).isEqualTo(first.plus(TEN));
    }

    @Test
    void what_falls_due_while_the_store_is_away_is_judged_when_it_is_back() {
        create(OverlapPolicy.SKIP);
        awaitAccepted();
        member.store.hold(FakeStore.Op.WRITE_JOBS);
        world.advanceTo(first.plusSeconds(25));
        member.store.release();
        world.advance(Duration.ofSeconds(2));
        assertThat(skipped()).isEqualTo(2);
        assertThat(world.rows.skipsOf(job)).extracting(SkipRange::reason).containsOnly(SkipReason.OVERLAP);
    }

    private Run awaitAccepted() {
        Run run = member.awaitOneStarted(Duration.ofSeconds(11));
        member.accept(run);
        return run;
    }

    private void create(OverlapPolicy overlap) {
        first = created(job, overlap);
        member.worker(10);
    }

    private Instant created(JobId id, OverlapPolicy overlap) {
        member.create(id, everySeconds(10).overlap(overlap));
        Instant due = world.rows.job(id).orElseThrow().nextDueAt();
        assertThat(due).isNotNull();
        return due;
    }

    private Run runAt(Instant nominal) {
        return world.rows.runsOf(job).stream()
                .filter(run -> run.nominalAt().equals(nominal))
                .findFirst()
                .orElseThrow();
    }

    private long skipped() {
        return world.rows.skipsOf(job).stream().mapToLong(SkipRange::n).sum();
    }
}
