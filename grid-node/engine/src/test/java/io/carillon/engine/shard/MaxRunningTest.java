package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.CAPABILITY;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransition;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An owner of whose runs as many run as may at once: the store refuses further starts, and the loop asks it seldom. */
class MaxRunningTest {

    private static final String OWNER = "owner";
    /** After that a loop has looked again, whatever it knew. */
    private static final Duration A_LOOK = Duration.ofSeconds(2);

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1, 2).worker(1_000);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void a_run_over_the_limit_waits_and_goes_at_once_when_one_ends() {
        world.rows.limitRunning(OWNER, 2);
        createDue(5);
        List<Run> running = taken(member);
        assertThat(running).hasSize(2);
        assertThat(member.loop.gauges().readyRuns()).isEqualTo(3);

        Instant ended = world.now();
        assertThat(member.succeed(running.get(0)).answer()).isEqualTo(new RunReply.Accepted());
        Run third = takenOne(member);
        assertThat(third.startedAt()).isEqualTo(ended);
        assertThat(world.rows.runningOf(OWNER)).isEqualTo(2);

        member.succeed(running.get(1));
        Run fourth = takenOne(member);
        member.succeed(third);
        Run fifth = takenOne(member);
        member.succeed(fourth);
        member.succeed(fifth);
        assertThat(world.rows.runs())
                .hasSize(5)
                .allMatch(run -> run.state() == RunState.SUCCEEDED && run.attempt() == 1);
    }

    @Test
    void a_refused_start_leaves_the_run_as_it_was_and_is_counted() {
        world.rows.limitRunning(OWNER, 0);
        createDue(1);
        assertThat(taken(member)).isEmpty();
        assertThat(world.rows.runs().get(0))
                .extracting(Run::state, Run::version, Run::attempt, Run::fencingToken)
                .containsExactly(RunState.WAITING, 1L, 0, 0L);
        assertThat(world.events.count("over max running")).isPositive();
        assertThat(world.events.count("version lost")).isZero();
    }

    @Test
    void nobody_else_waits_for_an_owner_at_its_limit() {
        world.rows.limitRunning(OWNER, 1);
        createDue(50);
        assertThat(taken(member)).hasSize(1);
        for (int n = 0; n < 20; n++) {
            Instant due = world.now();
            member.create(jobIdIn(2, 100 + n), once(due).owner("other").priority(0));
            Run other = takenOne(member);
            assertThat(other.ownerId()).isEqualTo("other");
            assertThat(other.startedAt()).isEqualTo(due);
            world.advance(Duration.ofMillis(130));
        }
    }

    @Test
    void runs_over_the_limit_keep_their_order() {
        world.rows.limitRunning(OWNER, 1);
        List<Instant> due = new ArrayList<>();
        for (int n = 0; n < 6; n++) {
            due.add(world.now().minusSeconds(10 - n));
            member.create(jobIdIn(1, n), once(due.get(n)).misfire(MisfirePolicy.RUN_ALL, A_LOOK));
        }
        List<Instant> started = new ArrayList<>();
        for (int n = 0; n < 6; n++) {
            Run run = member.awaitOneStarted(A_LOOK);
            started.add(run.dueAt());
            world.advance(Duration.ofMillis(700));
            member.succeed(run);
        }
        assertThat(started).isEqualTo(due);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 20, 200, Integer.MAX_VALUE})
    void a_limit_that_is_raised_or_taken_away_is_used_within_a_moment(int max) {
        world.rows.limitRunning(OWNER, 2);
        createDue(100);
        assertThat(taken(member)).hasSize(2);
        world.advance(Duration.ofSeconds(30));
        world.rows.limitRunning(OWNER, max == Integer.MAX_VALUE ? null : max);
        world.advance(A_LOOK);
        assertThat(taken(member)).hasSize(Math.min(98, max - 2));
    }

    @Test
    void with_a_lower_limit_what_runs_goes_on_and_nothing_new_starts_above_it() {
        world.rows.limitRunning(OWNER, 4);
        createDue(10);
        List<Run> running = new ArrayList<>(taken(member));
        assertThat(running).hasSize(4);
        world.rows.limitRunning(OWNER, 2);
        world.advance(A_LOOK);
        assertThat(world.rows.runningOf(OWNER)).isEqualTo(4);
        for (int n = 0; n < 2; n++) {
            member.succeed(running.remove(0));
            world.advance(A_LOOK);
            assertThat(taken(member)).isEmpty();
        }
        member.succeed(running.remove(0));
        assertThat(taken(member)).hasSize(1);
        assertThat(world.rows.runningOf(OWNER)).isEqualTo(2);
    }

    @Test
    void a_limit_that_is_set_below_what_runs_already_lets_nothing_in_until_it_is_reached() {
        createDue(10);
        List<Run> running = new ArrayList<>(taken(member));
        assertThat(running).hasSize(10);
        world.rows.limitRunning(OWNER, 3);
        createDue(20, 10);
        assertThat(taken(member)).isEmpty();
        while (running.size() > 3) {
            member.succeed(running.remove(0));
            assertThat(taken(member)).isEmpty();
        }
        member.succeed(running.remove(0));
        assertThat(taken(member)).hasSize(1);
    }

    @Test
    void at_the_limit_the_store_is_hardly_asked() {
        world.rows.limitRunning(OWNER, 40);
        createDue(500);
        assertThat(taken(member)).hasSize(40);
        int before = member.store.calls(Op.WRITE_RUNS);
        long refused = world.events.count("over max running");
        world.advance(Duration.ofSeconds(50));
        assertThat(member.store.calls(Op.WRITE_RUNS) - before).isLessThan(80);
        assertThat(world.events.count("over max running") - refused).isBetween(40L, 80L);
    }

    @Test
    void while_runs_end_hardly_a_start_is_refused() {
        world.rows.limitRunning(OWNER, 10);
        createDue(400);
        List<Run> running = new ArrayList<>(taken(member));
        long refused = world.events.count("over max running");
        Instant begin = world.now();
        while (world.events.count(RunTransition.SUCCEED) < 300) {
            Run next = running.remove(0);
            member.succeed(next);
            world.advance(Duration.ofMillis(20));
            running.addAll(taken(member));
            assertThat(running).hasSizeBetween(9, 10);
        }
        long seconds = Duration.between(begin, world.now()).toSeconds();
        assertThat(world.events.count("over max running") - refused).isLessThan(3 * seconds + 10);
    }

    @Test
    void a_run_over_the_limit_can_be_cancelled_and_expires() {
        world.rows.limitRunning(OWNER, 1);
        createDue(1);
        Run running = takenOne(member);
        JobId cancelled = jobIdIn(1, 50);
        JobId expired = jobIdIn(1, 51);
        member.create(cancelled, once(world.now()));
        member.create(expired, once(world.now()).startBefore(Duration.ofSeconds(5)));
        assertThat(member.cancel(world.rows.runsOf(cancelled).get(0).id()).answer())
                .isNotInstanceOf(JobReply.Refused.class);
        world.advance(Duration.ofSeconds(6));
        assertThat(world.rows.runsOf(cancelled)).allMatch(run -> run.state() == RunState.CANCELLED);
        assertThat(world.rows.runsOf(expired)).allMatch(run -> run.state() == RunState.CANCELLED);
        member.succeed(running);
        assertThat(taken(member)).isEmpty();
    }

    @Test
    void a_failed_attempt_gives_its_permit_back_until_its_retry() {
        world.rows.limitRunning(OWNER, 1);
        createDue(2);
        Run first = takenOne(member);
        member.handBack(first);
        Run next = takenOne(member);
        member.succeed(next);
        member.succeed(takenOne(member));
        assertThat(world.rows.runs()).allMatch(run -> run.state() == RunState.SUCCEEDED);
    }

    @Test
    void a_gateway_that_asks_for_one_over_the_limit_does_not_get_it_and_is_offered_it_when_there_is_room() {
        Member far = world.member("b").gain(3);
        far.handOff.connect("c", CAPABILITY, 2);
        world.rows.limitRunning(OWNER, 1);
        far.create(jobIdIn(3, 0), once(world.now()));
        far.create(jobIdIn(3, 1), once(world.now()));
        List<Offer> offers = far.handOff.takeOffers("c");
        assertThat(offers).hasSize(2);
        RunReply first = far.start(offers.get(0).runId(), "w").answer();
        assertThat(first).isInstanceOf(RunReply.Granted.class);
        assertThat(far.start(offers.get(1).runId(), "w").answer()).isEqualTo(new RunReply.NotGranted());
        far.handOff.credit("c", 1);
        world.settle();
        assertThat(far.handOff.takeOffers("c")).isEmpty();

        far.succeed(((RunReply.Granted) first).assignment().run());
        assertThat(far.handOff.takeOffers("c"))
                .extracting(Offer::runId)
                .containsExactly(offers.get(1).runId());
        RunReply second = far.start(offers.get(1).runId(), "w").answer();
        assertThat(second).isInstanceOf(RunReply.Granted.class);
        far.succeed(((RunReply.Granted) second).assignment().run());
    }

    @Test
    void a_permit_that_becomes_free_elsewhere_is_found_within_a_moment() {
        Member other = world.member("b").gain(3).worker(10);
        world.rows.limitRunning(OWNER, 1);
        createDue(1);
        Run first = takenOne(member);
        other.create(jobIdIn(3, 0), once(world.now()));
        assertThat(taken(other)).isEmpty();
        world.advance(Duration.ofSeconds(10));
        member.succeed(first);
        Instant ended = world.now();
        Run second = other.awaitOneStarted(A_LOOK);
        assertThat(second.startedAt()).isBefore(ended.plus(A_LOOK));
        other.succeed(second);
    }

    /** One permit, and a member that could use it for ever. */
    @ParameterizedTest
    @ValueSource(ints = {50, 900, 5_000})
    void a_loop_none_of_whose_runs_run_gets_a_permit_too(int runMillis) {
        Member other = world.member("b").gain(3).worker(10);
        world.rows.limitRunning(OWNER, 1);
        createDue(2_500);
        List<Run> running = new ArrayList<>(taken(member));
        other.create(jobIdIn(3, 0), once(world.now()));
        other.create(jobIdIn(3, 1), once(world.now()));
        Instant begin = world.now();
        List<Run> ofOther = new ArrayList<>();
        while (ofOther.size() < 2 && world.now().isBefore(begin.plus(Duration.ofMinutes(2)))) {
            world.advance(Duration.ofMillis(runMillis));
            running.forEach(member::succeed);
            running.clear();
            running.addAll(taken(member));
            List<Run> started = taken(other);
            started.forEach(other::succeed);
            ofOther.addAll(started);
            running.addAll(taken(member));
        }
        assertThat(ofOther).hasSize(2);
    }

    @Test
    void the_next_owner_of_a_shard_counts_what_runs_there() {
        world.rows.limitRunning(OWNER, 2);
        createDue(4);
        List<Run> running = taken(member);
        assertThat(running).hasSize(2);
        member.kill();
        Member heir = world.member("b").gain(1, 2).worker(10);
        world.advance(Duration.ofSeconds(4));
        assertThat(taken(heir)).isEmpty();
        assertThat(world.rows.runningOf(OWNER)).isEqualTo(2);
        heir.succeed(running.get(0));
        heir.succeed(running.get(1));
        world.advance(A_LOOK);
        assertThat(taken(heir)).hasSize(2);
        assertThat(world.rows.runningOf(OWNER)).isEqualTo(2);
    }

    /** All other refusals are for ever; this one is not, once there is room again. */
    @Test
    void a_start_that_is_refused_while_an_earlier_try_of_it_may_come_late_stays_open() {
        world.rows.limitRunning(OWNER, 1);
        createDue(1);
        Run first = takenOne(member);
        member.store.hold(Op.WRITE_RUNS);
        createDue(1, 1);
        world.advance(A_LOOK);
        FakeStore.Call late = member.store.held(Op.WRITE_RUNS).get(0);
        member.store.fail(late, FakeStore.Fault.BEFORE_COMMIT);
        member.store.release();
        world.advance(A_LOOK);
        member.succeed(first);
        assertThat(taken(member)).isEmpty();

        late.commit();
        assertThat(world.rows.runningOf(OWNER)).isEqualTo(1);
        world.advance(Rhythm.DEFAULT.reloadAfterGain());
        assertThat(member.takeStarted()).as("given to a worker").isNotEmpty();
        Run last = world.rows.runs().stream()
                .filter(run -> run.state() == RunState.RUNNING)
                .findFirst()
                .orElseThrow();
        member.succeed(last);
    }

    /** Confirmed by their workers. */
    private static List<Run> taken(Member member) {
        List<Run> started = member.takeStarted();
        started.forEach(member::accept);
        return started;
    }

    private static Run takenOne(Member member) {
        List<Run> started = taken(member);
        assertThat(started).hasSize(1);
        return started.get(0);
    }

    private void createDue(int n) {
        createDue(0, n);
    }

    private void createDue(int from, int n) {
        for (int i = from; i < from + n; i++) {
            JobMaker due = once(world.now());
            member.create(jobIdIn(1 + i % 2, i / 2), due);
        }
    }
}
