package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.CAPABILITY;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How an attempt is stopped whose worker is connected to another member than the owner of its shard. */
class StopTest {

    private static final Duration MICRO = Duration.ofNanos(1_000);
    private static final Duration LEASE = LoopSettings.DEFAULT.leases().duration();
    private static final Duration CANCEL_GRACE = LoopSettings.DEFAULT.patience().cancelGrace();
    private static final Duration TIMEOUT_GRACE =
            LoopSettings.DEFAULT.patience().timeoutGrace();
    private static final Duration TIMEOUT = once(Instant.EPOCH).make().timeout();

    private final LoopWorld world = new LoopWorld();
    private final Member owner = world.member("a").gain(1, 2, 3);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void a_cancel_goes_to_the_other_members_where_nobody_here_holds_the_run() {
        Run run = startElsewhere(owner);
        assertThat(owner.cancel(run.id()).answer()).isEqualTo(new JobReply.Done());
        assertThat(owner.handOff.cancelled()).containsExactly(attempt(run));
        assertThat(owner.report(run, new Outcome.Cancelled()).answer()).isEqualTo(new RunReply.Accepted());
        assertThat(row(run)).extracting(Run::state, Run::reason).containsExactly(RunState.CANCELLED, "cancelled");
    }

    @Test
    void a_cancel_of_a_run_held_here_bothers_nobody_else() {
        owner.worker(1);
        owner.create(job, once(world.now()));
        Run run = owner.takeOneStarted();
        owner.cancel(run.id());
        assertThat(owner.workers.cancelled()).containsExactly(attempt(run));
        assertThat(owner.handOff.cancelled()).isEmpty();
        owner.succeed(run);
    }

    @Test
    void a_cancelled_run_has_no_entry_so_that_every_heartbeat_comes_to_the_owner_who_says_it_again() {
        Run run = startElsewhere(owner);
        owner.cancel(run.id());
        assertThat(world.leases.entry(run.id())).isEmpty();
        for (int i = 0; i < 2; i++) {
            assertThat(owner.held(run, "worker").answer()).isEqualTo(new RunReply.Cancelling());
            assertThat(world.leases.entry(run.id())).isEmpty();
        }
        assertThat(owner.accept(run).answer()).isEqualTo(new RunReply.Cancelling());
        assertThat(owner.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
    }

    @Test
    void a_cancelled_run_whose_worker_goes_on_ends_without_it_after_the_grace() {
        Run run = startElsewhere(owner);
        owner.cancel(run.id());
        world.advance(CANCEL_GRACE.minus(MICRO));
        assertThat(owner.held(run, "worker").answer()).isEqualTo(new RunReply.Cancelling());
        assertThat(row(run).state()).isEqualTo(RunState.RUNNING);
        world.advance(MICRO);
        assertThat(row(run))
                .extracting(Run::state, Run::lastEnd, Run::reason)
                .containsExactly(RunState.CANCELLED, AttemptEnd.CUT_OFF, "cancelled");
        assertThat(world.rows.attemptsOf(run.id()))
                .extracting(AttemptRecord::end)
                .containsExactly(AttemptEnd.CUT_OFF);
        assertThat(owner.handOff.revoked()).containsExactly(attempt(run));
        assertThat(owner.succeed(run).answer()).isEqualTo(new RunReply.Stale());
        assertThat(owner.held(run, "worker").answer()).isEqualTo(new RunReply.Stale());
        assertThat(owner.cancel(run.id()).answer()).isEqualTo(new JobReply.Done());
    }

    @Test
    void a_success_that_is_being_written_when_the_grace_ends_stands() {
        Run run = startElsewhere(owner);
        owner.cancel(run.id());
        world.advance(CANCEL_GRACE.minus(MICRO));
        owner.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<RunReply> success = owner.succeed(run);
        world.advance(Duration.ofSeconds(1));
        owner.store.release();
        world.settle();
        assertThat(success.answer()).isEqualTo(new RunReply.Accepted());
        assertThat(row(run).state()).isEqualTo(RunState.SUCCEEDED);
    }

    @Test
    void the_next_owner_says_it_again_and_counts_the_grace_from_the_request() {
        Run run = startElsewhere(owner);
        owner.cancel(run.id());
        world.advance(Duration.ofSeconds(10));
        owner.kill();
        Member heir = world.member("b").gain(1, 2, 3);
        assertThat(heir.handOff.cancelled()).containsExactly(attempt(run));
        world.advance(CANCEL_GRACE.minusSeconds(10).minus(MICRO));
        assertThat(heir.held(run, "worker").answer()).isEqualTo(new RunReply.Cancelling());
        world.advance(MICRO);
        assertThat(row(run).lastEnd()).isEqualTo(AttemptEnd.CUT_OFF);
    }

    /** The release of the entry is best effort: an entry left behind would keep the worker from coming to its owner. */
    @Test
    void the_next_owner_removes_an_entry_that_the_last_one_left() {
        Run run = startElsewhere(owner);
        world.leases.away(true);
        owner.cancel(run.id());
        world.leases.away(false);
        assertThat(world.leases.entry(run.id())).isPresent();
        owner.kill();
        world.member("b").gain(1, 2, 3);
        assertThat(world.leases.entry(run.id())).isEmpty();
    }

    @Test
    void an_owner_that_comes_after_the_grace_waits_for_a_result_on_its_way() {
        Run run = startElsewhere(owner);
        owner.cancel(run.id());
        owner.kill();
        world.advance(CANCEL_GRACE.plusSeconds(10));
        Member heir = world.member("b").gain(1, 2, 3);
        assertThat(row(run).state()).isEqualTo(RunState.RUNNING);
        assertThat(heir.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
    }

    @Test
    void a_lapse_is_told_to_the_other_members() {
        Run run = startElsewhere(owner);
        world.advance(LEASE);
        assertThat(row(run).lastEnd()).isEqualTo(AttemptEnd.LAPSED);
        assertThat(owner.handOff.revoked()).containsExactly(attempt(run));
        owner.cancel(run.id());
    }

    @Test
    void only_what_nobody_here_holds_is_told_to_the_others() {
        Run elsewhere = startElsewhere(owner);
        owner.handOff.disconnect("gateway");
        owner.worker(1);
        JobId other = jobIdIn(1, 1);
        owner.create(other, once(world.now()));
        Run here = owner.takeOneStarted();
        owner.accept(here);
        world.advance(LEASE);
        assertThat(owner.workers.revoked()).containsExactly(attempt(here));
        assertThat(owner.handOff.revoked()).containsExactly(attempt(elsewhere));
        owner.workers.finished(here.id(), here.fencingToken());
        world.settle();
        owner.cancel(here.id());
        owner.cancel(elsewhere.id());
        world.advance(Duration.ofMinutes(2));
    }

    @Test
    void a_delete_that_cancels_what_runs_reaches_it_and_ends_it_in_time() {
        Run run = startElsewhere(owner);
        assertThat(owner.delete(job, true).answer()).isEqualTo(new JobReply.Done());
        assertThat(owner.handOff.cancelled()).containsExactly(attempt(run));
        world.advance(CANCEL_GRACE);
        assertThat(row(run)).extracting(Run::state, Run::reason).containsExactly(RunState.CANCELLED, "job_deleted");
        assertThat(owner.handOff.revoked()).containsExactly(attempt(run));
    }

    @Test
    void a_worker_that_keeps_its_lease_beyond_the_time_limit_loses_the_run_as_a_timeout() {
        Run run = startElsewhere(owner);
        keepAlive(run, TIMEOUT.plus(TIMEOUT_GRACE).minus(MICRO));
        assertThat(row(run).state()).isEqualTo(RunState.RUNNING);
        world.advance(MICRO);
        assertThat(row(run))
                .extracting(Run::state, Run::lastEnd, Run::retriesUsed, Run::lapses)
                .containsExactly(RunState.WAITING, AttemptEnd.OVERRUN, 1, 0);
        assertThat(row(run).retryAt()).isEqualTo(world.now().plusSeconds(10));
        assertThat(owner.handOff.revoked()).containsExactly(attempt(run));
        assertThat(owner.fail(run, FailureKind.TIMEOUT).answer()).isEqualTo(new RunReply.Stale());
        owner.cancel(run.id());
    }

    @Test
    void the_time_limit_holds_over_a_change_of_owner() {
        Run run = startElsewhere(owner);
        keepAlive(run, Duration.ofMinutes(4));
        owner.kill();
        Member heir = world.member("b").gain(1, 2, 3);
        world.advance(TIMEOUT.plus(TIMEOUT_GRACE).minusMinutes(4).minusSeconds(40));
        heir.held(run, "worker");
        world.advance(Duration.ofSeconds(40).minus(MICRO));
        assertThat(row(run).state()).isEqualTo(RunState.RUNNING);
        world.advance(MICRO);
        assertThat(row(run).lastEnd()).isEqualTo(AttemptEnd.OVERRUN);
        heir.cancel(run.id());
    }

    private void keepAlive(Run run, Duration howLong) {
        Duration left = howLong;
        for (; left.compareTo(Duration.ofSeconds(20)) > 0; left = left.minusSeconds(20)) {
            world.advance(Duration.ofSeconds(20));
            assertThat(world.leases.heartbeat(
                            run.id(), run.fencingToken(), world.now().plus(LEASE)))
                    .isTrue();
        }
        world.advance(left);
    }

    /** Through a gateway of another member, and confirmed. */
    private Run startElsewhere(Member member) {
        member.handOff.connect("gateway", CAPABILITY, 1);
        member.create(job, once(world.now()));
        Heard<RunReply> start =
                member.start(member.handOff.takeOffers("gateway").get(0).runId(), "worker");
        Run run = ((RunReply.Granted) start.answer()).assignment().run();
        assertThat(member.accept(run).answer()).isEqualTo(new RunReply.Noted());
        return run;
    }

    private Run row(Run run) {
        return world.rows.run(run.id()).orElseThrow();
    }

    private static Attempt attempt(Run run) {
        return new Attempt(run.id(), run.fencingToken());
    }
}
