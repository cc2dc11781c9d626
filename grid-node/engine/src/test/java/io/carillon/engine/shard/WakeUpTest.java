package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.shard.LoopWorld.Member;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Three things wake an owner when a lease has ended: the wheel, the end of the entry's time to live in the grid, and the
 * comparison. Each alone suffices.
 */
class WakeUpTest {

    private static final Duration LEASE = LoopSettings.DEFAULT.leases().duration();
    private static final Duration NEVER = Duration.ofDays(365);
    private static final Duration MICRO = Duration.ofNanos(1_000);
    private static final Duration TTL_MARGIN = Duration.ofSeconds(2);

    private final JobId job = jobIdIn(1, 0);

    @Test
    void the_wheel_alone_suffices() {
        LoopWorld world = new LoopWorld(1, withoutComparison());
        Member member = world.member("a").gain(1).worker(2);
        Run run = startOne(world, member);
        world.advance(LEASE.minus(MICRO));
        assertThat(member.takeStarted()).isEmpty();
        world.advance(MICRO);
        assertThat(member.takeOneStarted().lastEnd()).isEqualTo(AttemptEnd.OPEN);
        assertThat(world.rows.attemptsOf(run.id())).hasSize(1);
    }

    @Test
    void the_entrys_time_to_live_alone_suffices() {
        LoopWorld world = new LoopWorld(1, withoutComparison());
        Member member = world.member("a").gain(1).worker(2);
        Run run = startOne(world, member);
        switchOffTheWheel(member, run);
        world.advance(LEASE.plus(TTL_MARGIN));
        assertThat(member.takeStarted()).as("nobody has said anything").isEmpty();
        expire(world, member, run);
        assertThat(member.takeStarted())
                .as("an entry that is gone says nothing of its lease")
                .isEmpty();
        assertThat(member.awaitOneStarted(LEASE).lapses()).isEqualTo(1);
    }

    @Test
    void the_comparison_alone_suffices() {
        LoopWorld world = new LoopWorld();
        Member member = world.member("a").gain(1).worker(2);
        Run run = startOne(world, member);
        switchOffTheWheel(member, run);
        world.advance(LEASE);
        assertThat(member.takeStarted()).isEmpty();
        // One pass over a quarter of the shards every five seconds, for what is five seconds overdue.
        Run again = member.awaitOneStarted(Duration.ofSeconds(25));
        assertThat(again.lapses()).isEqualTo(1);
        assertThat(world.events.count("reconciled lease_missed")).isEqualTo(1);
    }

    @Test
    void the_comparison_also_finds_an_accept_lease_that_nobody_ended() {
        LoopWorld world = new LoopWorld();
        Member member = world.member("a").gain(1).worker(2);
        member.create(job, once(world.now()));
        switchOffTheWheel(member, member.takeOneStarted());
        assertThat(member.awaitOneStarted(Duration.ofSeconds(30)).attempt()).isEqualTo(1);
    }

    @Test
    void with_all_three_at_work_a_lease_ends_once_and_nothing_counts_as_missed() {
        LoopWorld world = new LoopWorld();
        Member member = world.member("a").gain(1).worker(2);
        Run run = startOne(world, member);
        world.advance(LEASE);
        expire(world, member, run);
        member.succeed(member.takeOneStarted());
        world.advance(Duration.ofMinutes(1));
        assertThat(world.rows.attemptsOf(run.id()))
                .extracting(AttemptRecord::end)
                .containsExactly(AttemptEnd.LAPSED);
        assertThat(world.events.count("reconciled lease_missed")).isZero();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void the_end_of_an_entry_ends_no_lease_that_its_owner_knows_to_go_on() {
        LoopWorld world = new LoopWorld();
        Member member = world.member("a").gain(1).worker(2);
        Run run = startOne(world, member);
        world.advance(LEASE.minusSeconds(1));
        // Renewed by the owner itself, and the entry of that is lost on the way.
        world.leases.away(true);
        member.held(run, "worker-a");
        world.leases.away(false);
        world.advance(Duration.ofSeconds(3));
        expire(world, member, run);
        expire(world, member, run.id().shard(), new Attempt(run.id(), run.fencingToken() - 1));
        world.advance(LEASE.minusSeconds(10));
        assertThat(member.takeStarted()).isEmpty();
    }

    @Test
    void a_question_to_the_grid_that_takes_a_while_is_no_missed_end() {
        LoopWorld world = new LoopWorld();
        Member member = world.member("a").gain(1).worker(2);
        // So that the comparison comes between what the wheel and what the question may take.
        world.advance(Duration.ofSeconds(3));
        startOne(world, member);
        world.leases.delay(true);
        world.advance(LEASE.plusSeconds(8));
        assertThat(world.events.count("reconciled lease_missed")).isZero();
        world.leases.delay(false);
        world.settle();
        assertThat(member.takeOneStarted().lapses()).isEqualTo(1);
    }

    @Test
    void what_the_grid_does_not_answer_is_asked_again_by_the_comparison_as_well() {
        LoopWorld world = new LoopWorld();
        Member member = world.member("a").gain(1).worker(2);
        startOne(world, member);
        // The question about the lease is never answered.
        world.leases.delay(true);
        world.advance(LEASE);
        world.leases.forgetDelayed();
        Run again = member.awaitOneStarted(Duration.ofSeconds(35));
        assertThat(again.lapses()).isEqualTo(1);
    }

    private Run startOne(LoopWorld world, Member member) {
        member.create(job, once(world.now()));
        Run run = member.takeOneStarted();
        member.accept(run);
        return run;
    }

    private static void switchOffTheWheel(Member member, Run run) {
        ShardState shard = Objects.requireNonNull(member.loop.loop.activeShard(run.shard()));
        Objects.requireNonNull(shard.runs.get(run.id())).cancelAlarm();
    }

    private static void expire(LoopWorld world, Member member, Run run) {
        world.leases.lose(run.id());
        expire(world, member, run.shard(), new Attempt(run.id(), run.fencingToken()));
    }

    private static void expire(LoopWorld world, Member member, int shard, Attempt attempt) {
        assertThat(member.loop.loop.activeShard(shard)).isNotNull();
        member.loop.leaseExpired(attempt);
        world.settle();
    }

    private static LoopSettings withoutComparison() {
        Rhythm rhythm = Rhythm.DEFAULT;
        return LoopSettings.DEFAULT.withRhythm(new Rhythm(rhythm.preloadEvery(), NEVER, rhythm.reloadAfterGain()));
    }
}
