package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Leases.Lease;
import io.carillon.engine.port.WorkerSlot;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who has the right to an attempt, and for how long. */
class LeaseTest {

    private static final Duration MICRO = Duration.ofNanos(1_000);
    private static final Duration ACCEPT_LEASE = LoopSettings.DEFAULT.leases().accept();
    private static final Duration LEASE = LoopSettings.DEFAULT.leases().duration();

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1, 2, 3).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void an_attempt_that_nobody_confirms_is_taken_back_and_does_not_count() {
        Run first = startOne();
        world.advance(ACCEPT_LEASE.minus(MICRO));
        assertThat(member.takeStarted()).isEmpty();
        world.advance(MICRO);

        Run second = member.takeOneStarted();
        assertThat(second)
                .extracting(Run::attempt, Run::lapses, Run::retriesUsed)
                .containsExactly(1, 0, 0);
        assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
        assertThat(member.workers.revoked()).containsExactly(new Attempt(first.id(), first.fencingToken()));
        assertThat(member.accept(first).answer()).isEqualTo(new RunReply.Stale());
        assertThat(member.accept(second).answer()).isEqualTo(new RunReply.Noted());
        assertThat(world.rows.attemptsOf(first.id()))
                .extracting(AttemptRecord::fencingToken, AttemptRecord::end)
                .containsExactly(tuple(first.fencingToken(), AttemptEnd.HANDED_BACK));
    }

    @Test
    void unconfirmed_attempts_never_kill_a_run() {
        Run run = startOne();
        for (int i = 0; i < 20; i++) {
            run = letLapse(run);
        }
        assertThat(run.attempt()).isEqualTo(1);
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
    }

    /** Its payload may end the worker's process before it says a word. */
    @Test
    void from_the_third_on_a_run_waits_between_them_and_no_longer_once_one_is_confirmed() {
        Run run = startOne();
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Instant lapses = startOf(run).plus(ACCEPT_LEASE);
            run = letLapse(run);
            waits.add(Duration.between(lapses, startOf(run)).toSeconds());
        }
        assertThat(waits).containsExactly(0L, 0L, 1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);

        member.accept(run);
        world.advance(LEASE);
        Run next = member.takeOneStarted();
        Instant lapses = startOf(next).plus(ACCEPT_LEASE);
        member.workers.finished(run.id(), run.fencingToken());
        assertThat(startOf(letLapse(next))).isEqualTo(lapses);
    }

    private Run letLapse(Run run) {
        world.advance(ACCEPT_LEASE);
        Run next = member.awaitOneStarted(Duration.ofMinutes(2));
        member.workers.finished(run.id(), run.fencingToken());
        return next;
    }

    private static Instant startOf(Run run) {
        return Objects.requireNonNull(run.startedAt());
    }

    @Test
    void a_confirmed_lease_lasts_from_its_confirmation() {
        Run run = startOne();
        world.advance(Duration.ofSeconds(4));
        member.accept(run);
        assertThat(world.leases.entry(run.id()))
                .contains(new Lease(run.fencingToken(), world.now().plus(LEASE), "worker-a"));

        world.advance(LEASE.minus(MICRO));
        assertThat(member.takeStarted()).isEmpty();
        world.advance(MICRO);
        assertThat(member.takeOneStarted())
                .extracting(Run::attempt, Run::lapses, Run::retriesUsed)
                .containsExactly(2, 1, 0);
    }

    @Test
    void heartbeats_keep_the_lease_and_its_end_is_found_in_the_grid() {
        Run run = startOne();
        member.accept(run);
        for (int i = 0; i < 12; i++) {
            world.advance(Duration.ofSeconds(20));
            assertThat(world.leases.heartbeat(
                            run.id(), run.fencingToken(), world.now().plus(LEASE)))
                    .isTrue();
        }
        assertThat(member.takeStarted()).isEmpty();

        world.advance(LEASE);
        assertThat(member.takeOneStarted().attempt()).isEqualTo(2);
    }

    @Test
    void the_third_lapse_kills_the_run_and_tells_its_owner() {
        Run run = startOne();
        for (int lapse = 1; lapse <= 2; lapse++) {
            member.accept(run);
            world.advance(LEASE);
            run = member.takeOneStarted();
            assertThat(run.lapses()).isEqualTo(lapse);
        }
        member.accept(run);
        world.advance(LEASE);
        assertThat(member.takeStarted()).isEmpty();
        assertThat(world.rows.run(run.id()).orElseThrow())
                .extracting(Run::state, Run::reason, Run::lapses)
                .containsExactly(RunState.DEAD, "lease_lost", 3);
        assertThat(world.rows.alerts()).containsExactly(run.id());
        assertThat(world.leases.entry(run.id())).isEmpty();
    }

    @Test
    void a_run_handed_back_starts_again_at_once_and_no_attempt_is_counted() {
        Run first = startOne();
        member.accept(first);
        assertThat(member.handBack(first).answer()).isEqualTo(new RunReply.Noted());
        Run second = member.takeOneStarted();
        assertThat(second).extracting(Run::attempt, Run::lapses).containsExactly(1, 0);
        assertThat(member.handBack(first).answer()).isEqualTo(new RunReply.Stale());
        assertThat(world.leases.entry(first.id())).isEmpty();
    }

    @Test
    void what_could_not_be_pushed_is_handed_back() {
        Member alone = world.member("a").gain(1, 2, 3);
        WorkerSlot slot = alone.workers.connect("w", 1, JobMaker.CAPABILITY);
        alone.store.hold(FakeStore.Op.WRITE_RUNS);
        alone.create(job, once(world.now()));
        alone.workers.disconnect(slot);
        alone.store.release();
        world.settle();
        assertThat(world.rows.runsOf(job)).singleElement().satisfies(run -> {
            assertThat(run.state()).isEqualTo(RunState.WAITING);
            assertThat(run.lastEnd()).isEqualTo(AttemptEnd.HANDED_BACK);
        });
        alone.worker(1);
        world.settle();
        assertThat(alone.takeOneStarted().attempt()).isEqualTo(1);
    }

    @Test
    void a_worker_that_reconnects_within_its_lease_keeps_its_run() {
        Run run = startOne();
        member.accept(run);
        world.advance(Duration.ofSeconds(50));
        assertThat(member.held(run, "worker-a").answer()).isEqualTo(new RunReply.Noted());
        assertThat(world.leases.entry(run.id()).orElseThrow().expiresAt())
                .isEqualTo(world.now().plus(LEASE));
        world.advance(Duration.ofSeconds(50));
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
        assertThat(member.held(run, "worker-a").answer()).isEqualTo(new RunReply.Stale());
    }

    @Test
    void a_lost_entry_costs_no_run_as_the_owner_grants_it_again_when_asked() {
        Run run = startOne();
        member.accept(run);
        world.leases.lose(run.id());
        world.advance(Duration.ofSeconds(20));
        assertThat(world.leases.heartbeat(
                        run.id(), run.fencingToken(), world.now().plus(LEASE)))
                .isFalse();
        assertThat(member.held(run, "worker-a").answer()).isEqualTo(new RunReply.Noted());
        world.advance(LEASE.minus(MICRO));
        assertThat(member.takeStarted()).isEmpty();
    }

    @Test
    void a_cancel_leaves_the_worker_the_lease_that_its_last_heartbeat_has_given() {
        Run run = startOne();
        member.accept(run);
        world.advance(LEASE.minusSeconds(10));
        assertThat(world.leases.heartbeat(
                        run.id(), run.fencingToken(), world.now().plus(LEASE)))
                .isTrue();
        member.cancel(run.id());
        world.advance(Duration.ofSeconds(20));
        assertThat(member.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
    }

    @Test
    void while_the_grid_does_not_answer_no_confirmed_lease_lapses() {
        Run run = startOne();
        member.accept(run);
        world.leases.away(true);
        world.advance(LEASE.multipliedBy(5));
        assertThat(member.takeStarted()).isEmpty();
        world.leases.away(false);
        world.leases.loseAll();
        world.advance(ACCEPT_LEASE);
        assertThat(member.takeStarted()).isEmpty();
        assertThat(member.awaitOneStarted(LEASE).attempt()).isEqualTo(2);
    }

    @Test
    void an_entry_that_is_lost_before_its_owner_looks_leaves_the_worker_what_it_was_promised() {
        Run run = startOne();
        member.accept(run);
        world.advance(LEASE.minusSeconds(10));
        assertThat(world.leases.heartbeat(
                        run.id(), run.fencingToken(), world.now().plus(LEASE)))
                .isTrue();
        world.leases.lose(run.id());
        world.advance(LEASE.minus(MICRO));
        assertThat(member.takeStarted()).isEmpty();
        world.advance(Duration.ofSeconds(10).plus(MICRO));
        assertThat(member.takeOneStarted().attempt()).isEqualTo(2);
    }

    @Test
    void a_lapse_and_a_result_at_the_same_moment_have_one_winner() {
        Run run = startOne();
        member.accept(run);
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        world.advance(LEASE);
        Heard<RunReply> late = member.succeed(run);
        member.store.release();
        world.settle();
        assertThat(late.answer()).isEqualTo(new RunReply.Stale());
        assertThat(world.rows.attemptsOf(run.id()))
                .extracting(AttemptRecord::end)
                .containsExactly(AttemptEnd.LAPSED);
    }

    @Test
    void the_end_of_a_lease_that_falls_into_a_write_is_not_forgotten() {
        Run run = startOne();
        member.accept(run);
        world.advance(LEASE.minusSeconds(1));
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<JobReply> cancel = member.cancel(run.id());
        world.advance(Duration.ofSeconds(2));
        member.store.release();
        world.settle();
        assertThat(cancel.answer()).isEqualTo(new JobReply.Done());
        // Asked to stop, and silent: it ends as cancelled.
        world.advance(LEASE);
        assertThat(world.rows.run(run.id())).map(Run::state).contains(RunState.CANCELLED);
    }

    @Test
    void a_write_that_begins_while_the_grid_is_asked_leaves_the_lease_an_end() {
        Run run = startOne();
        member.accept(run);
        world.leases.delay(true);
        world.advance(LEASE);
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<JobReply> cancel = member.cancel(run.id());
        world.leases.delay(false);
        world.settle();
        member.store.release();
        world.settle();
        assertThat(cancel.answer()).isEqualTo(new JobReply.Done());
        assertThat(world.faults()).isEmpty();
        world.advance(LEASE);
        assertThat(world.rows.run(run.id())).map(Run::state).contains(RunState.CANCELLED);
    }

    /** The entry may be older than the last renewal the worker was told of, which had not reached its backup. */
    @Test
    void a_gained_run_lasts_a_whole_lease_whatever_its_surviving_entry_says() {
        Run run = startOne();
        member.accept(run);
        world.advance(LEASE.minusSeconds(15));
        member.kill();
        Member heir = world.member("b").gain(1, 2, 3).worker(1);

        world.advance(LEASE.minus(MICRO));
        assertThat(heir.takeStarted()).isEmpty();
        world.advance(MICRO);
        assertThat(heir.takeOneStarted()).extracting(Run::attempt, Run::lapses).containsExactly(2, 1);
    }

    @Test
    void an_entry_renewed_after_the_gain_lasts_longer() {
        Run run = startOne();
        member.accept(run);
        member.kill();
        Member heir = world.member("b").gain(1, 2, 3).worker(1);
        world.advance(LEASE.minusSeconds(10));
        world.leases.heartbeat(run.id(), run.fencingToken(), world.now().plus(LEASE));

        world.advance(LEASE.minus(MICRO));
        assertThat(heir.takeStarted()).isEmpty();
        world.advance(MICRO);
        assertThat(heir.takeOneStarted().attempt()).isEqualTo(2);
    }

    /** Else the worker would be told that it has a lease which is being given up. */
    @Test
    void no_heartbeat_renews_a_lease_that_is_being_given_up() {
        Run run = startOne();
        member.accept(run);
        member.store.hold(FakeStore.Op.WRITE_RUNS);
        world.advance(LEASE);

        assertThat(world.leases.heartbeat(
                        run.id(), run.fencingToken(), world.now().plus(LEASE)))
                .isFalse();
        Heard<RunReply> held = member.held(run, "worker-a");
        member.store.release();
        world.settle();
        assertThat(held.answer()).isEqualTo(new RunReply.Stale());
    }

    @Test
    void a_gained_run_without_an_entry_gets_one_lease_more() {
        Run run = startOne();
        member.accept(run);
        member.kill();
        world.leases.loseAll();
        Member heir = world.member("b").gain(1, 2, 3).worker(1);
        world.advance(LEASE.minus(MICRO));
        assertThat(heir.takeStarted()).isEmpty();
        assertThat(heir.held(run, "worker-a").answer()).isEqualTo(new RunReply.Noted());
        world.advance(LEASE.minus(MICRO));
        assertThat(heir.takeStarted()).isEmpty();
        world.advance(MICRO);
        assertThat(heir.takeOneStarted().attempt()).isEqualTo(2);
    }

    @Test
    void a_lease_that_survived_its_owner_and_ends_is_a_lapse_like_any_other() {
        Run run = startOne();
        member.accept(run);
        member.kill();
        Member heir = world.member("b").gain(1, 2, 3).worker(1);
        world.advance(LEASE);
        assertThat(heir.takeOneStarted()).extracting(Run::attempt, Run::lapses).containsExactly(2, 1);
    }

    @Test
    void a_gain_while_the_grid_does_not_answer_shortens_no_lease() {
        Run run = startOne();
        member.accept(run);
        member.kill();
        world.leases.away(true);
        Member heir = world.member("b").gain(1, 2, 3).worker(1);
        world.leases.away(false);
        world.leases.loseAll();
        world.advance(LEASE.minus(MICRO));
        assertThat(heir.takeStarted()).isEmpty();
        world.advance(MICRO);
        assertThat(heir.takeOneStarted().attempt()).isEqualTo(2);
    }

    private Run startOne() {
        member.create(job, once(world.now()));
        return member.takeOneStarted();
    }
}
