package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.run.Run;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Silent;
import io.carillon.engine.shard.LoopWorld.Member;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an owner does about attempts that were given away and of which it hears nothing. */
class RollCallTest {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration ROUND = Duration.ofMillis(250);

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void an_attempt_that_is_confirmed_in_time_is_not_asked_after() {
        member.accept(startOne());
        world.advance(PATIENCE.multipliedBy(3));
        assertThat(member.handOff.takeRollCalls()).isEmpty();
    }

    @Test
    void an_attempt_that_is_not_is_asked_after_until_it_is() {
        Run run = startOne();
        world.advance(PATIENCE.minus(ROUND));
        assertThat(member.handOff.takeRollCalls()).isEmpty();
        world.advance(ROUND.multipliedBy(4));
        assertThat(member.handOff.takeRollCalls()).hasSizeBetween(2, 4).containsOnly(silent(run, "worker-a"));

        member.accept(run);
        world.advance(PATIENCE);
        assertThat(member.handOff.takeRollCalls()).isEmpty();
    }

    @Test
    void when_a_gateway_is_gone_it_is_asked_after_at_once() {
        Run run = startOne();
        member.loop.memberLost("b");
        world.advance(ROUND);
        assertThat(member.handOff.takeRollCalls()).containsExactly(silent(run, "worker-a"));
    }

    @Test
    void one_that_is_handed_back_starts_anew_without_waiting_for_its_lease() {
        Run run = startOne();
        member.loop.memberLost("b");
        world.advance(ROUND);
        member.handBack(run);

        Run again = member.takeOneStarted();
        assertThat(again.attempt()).as("the first was none").isEqualTo(1);
        assertThat(again.fencingToken()).isGreaterThan(run.fencingToken());
        assertThat(Duration.between(startOf(run), startOf(again))).isLessThan(PATIENCE);
    }

    @Test
    void whoever_gains_a_shard_asks_after_what_it_finds_running_without_an_entry() {
        Run confirmed = startOne();
        member.accept(confirmed);
        member.create(jobIdIn(1, 1), once(world.now()));
        Run silent = member.takeOneStarted();
        member.kill();

        Member heir = world.member("b").gain(1);
        world.advance(ROUND);
        assertThat(heir.handOff.takeRollCalls()).containsExactly(silent(silent, "worker-a"));
    }

    @Test
    void a_start_whose_grant_died_with_its_owner_is_made_anew_when_its_gateway_asks_again() {
        Instant asked = world.now();
        Run lost = startOne();
        member.kill();
        Member heir = world.member("b").gain(1).worker(1);

        RunCommand.Start again = new RunCommand.Start(lost.id(), "worker-a", asked);
        assertThat(heir.say(again).answer()).isEqualTo(new RunReply.NotGranted());
        assertThat(heir.takeOneStarted().fencingToken()).isGreaterThan(lost.fencingToken());
    }

    @Test
    void a_start_that_was_asked_for_long_after_is_another_and_is_refused() {
        Run running = startOne();
        member.kill();
        Member heir = world.member("b").gain(1).worker(1);
        Instant later = startOf(running).plusSeconds(2);

        RunCommand.Start other = new RunCommand.Start(running.id(), "worker-a", later);
        assertThat(heir.say(other).answer()).isEqualTo(new RunReply.NotGranted());
        assertThat(heir.takeStarted()).isEmpty();
        heir.accept(running);
    }

    @Test
    void what_has_ended_is_not_asked_after() {
        Run run = startOne();
        member.succeed(run);
        world.advance(PATIENCE.multipliedBy(2));
        assertThat(member.handOff.takeRollCalls()).isEmpty();
    }

    @Test
    void many_are_asked_after_by_and_by_and_none_is_left_out() {
        member.worker(2_000);
        for (int i = 0; i < 1_200; i++) {
            member.create(jobIdIn(1, 10 + i), once(world.now()));
        }
        List<Run> started = member.takeStarted();
        assertThat(started).hasSize(1_200);
        member.loop.memberLost("b");

        world.advance(ROUND);
        assertThat(member.handOff.takeRollCalls()).hasSize(500);
        world.advance(ROUND.multipliedBy(2));
        assertThat(member.handOff.takeRollCalls()).hasSize(1_000);
        started.forEach(member::accept);
    }

    private Run startOne() {
        member.create(job, once(world.now()));
        return member.takeOneStarted();
    }

    private static Silent silent(Run run, String worker) {
        return new Silent(run.id(), run.jobId(), run.fencingToken(), worker, startOf(run));
    }

    private static Instant startOf(Run run) {
        return Objects.requireNonNull(run.startedAt());
    }
}
