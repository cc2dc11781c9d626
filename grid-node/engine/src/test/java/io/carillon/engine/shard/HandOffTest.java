package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.CAPABILITY;
import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.command.RunReply.Granted;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From the owner to a gateway of another member, and back when it does not start. */
class HandOffTest {

    private static final Duration MICRO = Duration.ofNanos(1_000);
    private static final Duration TIMEOUT = LoopSettings.DEFAULT.leases().handOffTimeout();

    private final LoopWorld world = new LoopWorld();
    private final Member owner = world.member("a").gain(1, 2, 3);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void an_offered_run_is_started_when_its_gateway_asks() {
        RunId run = offerOne();
        Heard<RunReply> start = owner.start(run, "remote");
        assertThat(start.answer()).isInstanceOfSatisfying(Granted.class, granted -> {
            Run started = granted.assignment().run();
            assertThat(started.workerId()).isEqualTo("remote");
            assertThat(started.attempt()).isEqualTo(1);
            assertThat(owner.accept(started).answer()).isEqualTo(new RunReply.Noted());
            assertThat(owner.succeed(started).answer()).isEqualTo(new RunReply.Accepted());
        });
    }

    @Test
    void the_start_is_granted_only_when_it_is_durable() {
        RunId run = offerOne();
        owner.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<RunReply> start = owner.start(run, "remote");
        assertThat(start.answered()).isFalse();
        owner.store.release();
        world.settle();
        assertThat(start.answer()).isInstanceOf(Granted.class);
    }

    @Test
    void a_start_asked_for_twice_is_granted_once() {
        RunId run = offerOne();
        owner.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<RunReply> first = owner.start(run, "remote");
        Heard<RunReply> second = owner.start(run, "other");
        owner.store.release();
        world.settle();
        assertThat(first.answer()).isInstanceOf(Granted.class);
        assertThat(second.answer()).isEqualTo(new RunReply.NotGranted());
        assertThat(owner.start(run, "third").answer()).isEqualTo(new RunReply.NotGranted());
        assertThat(world.rows.versionsOf(run)).hasSize(2);
    }

    @Test
    void without_a_start_in_time_it_is_offered_again() {
        RunId run = offerOne();
        owner.handOff.connect("c", CAPABILITY, 1);
        world.advance(TIMEOUT.minus(MICRO));
        assertThat(owner.handOff.takeOffers("c")).isEmpty();
        world.advance(MICRO);
        assertThat(owner.handOff.takeOffers("c")).extracting(Offer::runId).containsExactly(run);

        assertThat(owner.start(run, "late").answer())
                .as("the first gateway is late, but the run is still to be had")
                .isInstanceOf(Granted.class);
        assertThat(owner.start(run, "second").answer()).isEqualTo(new RunReply.NotGranted());
    }

    @Test
    void with_its_gateways_member_it_is_offered_again_at_once() {
        RunId run = offerOne();
        owner.handOff.disconnect("b");
        owner.handOff.connect("c", CAPABILITY, 1);
        owner.loop.memberLost("b");
        world.settle();
        assertThat(owner.handOff.takeOffers("c")).extracting(Offer::runId).containsExactly(run);
    }

    @Test
    void what_a_gateway_keeps_after_its_workers_left_is_offered_again_soon() {
        RunId run = offerOne();
        owner.handOff.drain("b");
        owner.handOff.connect("c", CAPABILITY, 1);
        world.advance(Duration.ofMillis(249));
        assertThat(owner.handOff.takeOffers("c")).isEmpty();
        world.advance(Duration.ofMillis(1));
        assertThat(owner.handOff.takeOffers("c")).extracting(Offer::runId).containsExactly(run);

        owner.handOff.drain("c");
        owner.handOff.connect("d", CAPABILITY, 1);
        world.advance(Duration.ofMillis(250));
        assertThat(owner.handOff.takeOffers("d"))
                .as("and again, as often as they leave")
                .extracting(Offer::runId)
                .containsExactly(run);
    }

    @Test
    void what_a_gateway_with_busy_workers_was_offered_stays_with_it() {
        offerOne();
        owner.handOff.connect("c", CAPABILITY, 1);
        world.advance(TIMEOUT.minus(MICRO));
        assertThat(owner.handOff.takeOffers("c")).isEmpty();
    }

    @Test
    void a_lost_member_takes_no_run_that_has_started_or_is_starting() {
        RunId started = offerOne();
        owner.start(started, "remote");
        owner.handOff.credit("b", 1);
        owner.create(jobIdIn(2, 0), once(world.now()));
        RunId starting = owner.handOff.takeOffers("b").get(0).runId();
        owner.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<RunReply> start = owner.start(starting, "remote");

        owner.handOff.disconnect("b");
        owner.loop.memberLost("b");
        owner.store.release();
        world.settle();
        assertThat(start.answer()).isInstanceOf(Granted.class);
        assertThat(world.rows.runs()).extracting(Run::state).containsExactly(RunState.RUNNING, RunState.RUNNING);
        // Nobody confirms them.
        world.advance(LoopSettings.DEFAULT.leases().accept());
        assertThat(world.rows.runs()).extracting(Run::state).containsExactly(RunState.WAITING, RunState.WAITING);
    }

    @Test
    void a_slot_on_this_member_is_preferred() {
        owner.worker(1);
        owner.handOff.connect("b", CAPABILITY, 5);
        owner.create(job, once(world.now()));
        owner.create(jobIdIn(2, 0), once(world.now()));
        assertThat(owner.takeStarted()).hasSize(1);
        assertThat(owner.handOff.takeOffers("b")).hasSize(1);
    }

    @Test
    void no_more_is_offered_than_there_is_credit_for() {
        owner.handOff.connect("b", CAPABILITY, 2);
        for (int i = 0; i < 5; i++) {
            owner.create(jobIdIn(1, i), once(world.now()));
        }
        assertThat(owner.handOff.takeOffers("b")).hasSize(2);
        assertThat(owner.loop.gauges().readyRuns()).isEqualTo(3);
        owner.handOff.credit("b", 3);
        owner.loop.wake();
        world.settle();
        assertThat(owner.handOff.takeOffers("b")).hasSize(3);
    }

    @Test
    void a_start_is_not_granted_before_the_retry_is_due_nor_after_the_end() {
        RunId run = offerOne();
        Run started =
                ((Granted) owner.start(run, "remote").answer()).assignment().run();
        owner.fail(started, FailureKind.RETRYABLE);
        assertThat(owner.start(run, "remote").answer()).isEqualTo(new RunReply.NotGranted());
        owner.cancel(run);
        assertThat(owner.start(run, "remote").answer()).isEqualTo(new RunReply.NotGranted());
    }

    @Test
    void a_gateway_may_not_start_what_its_owner_may_not() {
        RunId run = offerOne();
        owner.ownership.mayAct(false);
        assertThat(owner.start(run, "remote").answer()).isEqualTo(new RunReply.NotGranted());
        owner.ownership.mayAct(true);
        assertThat(owner.start(run, "remote").answer()).isInstanceOf(Granted.class);
    }

    @Test
    void while_tokens_are_out_nothing_starts_and_afterwards_everything_does() {
        owner.worker(3);
        owner.fences.dry(true);
        owner.create(job, everySeconds(1));
        world.advance(Duration.ofSeconds(3));
        assertThat(owner.takeStarted()).isEmpty();
        assertThat(owner.workers.reserved()).isZero();
        owner.fences.dry(false);
        owner.loop.wake();
        world.settle();
        List<Run> started = owner.takeStarted();
        assertThat(started).hasSize(3);
        assertThat(started).extracting(Run::nominalAt).isSorted();
    }

    @Test
    void a_start_refused_as_the_store_was_away_is_offered_again_when_it_is_back() {
        RunId run = offerOne();
        owner.store.down(Fault.BEFORE_COMMIT);
        // Something finds out that the store is away.
        owner.pause(job);
        assertThat(owner.start(run, "remote").answer()).isEqualTo(new RunReply.NotGranted());
        owner.store.up();
        owner.handOff.credit("b", 1);
        world.advance(Duration.ofSeconds(1));
        assertThat(owner.handOff.takeOffers("b"))
                .as("not only after the time-out of the hand-off")
                .extracting(Offer::runId)
                .containsExactly(run);
    }

    @Test
    void nothing_is_offered_while_tokens_are_out() {
        owner.fences.dry(true);
        owner.handOff.connect("b", CAPABILITY, 1);
        owner.create(job, once(world.now()));
        assertThat(owner.handOff.takeOffers("b")).isEmpty();
        owner.fences.dry(false);
        owner.loop.wake();
        world.settle();
        assertThat(owner.handOff.takeOffers("b")).hasSize(1);
    }

    @Test
    void a_start_refused_for_want_of_a_token_is_offered_again_when_there_are_some() {
        RunId run = offerOne();
        owner.fences.dry(true);
        assertThat(owner.start(run, "remote").answer()).isEqualTo(new RunReply.NotGranted());
        owner.fences.dry(false);
        owner.handOff.credit("b", 1);
        owner.loop.wake();
        world.settle();
        assertThat(owner.handOff.takeOffers("b"))
                .as("not only after the time-out of the hand-off")
                .extracting(Offer::runId)
                .containsExactly(run);
    }

    @Test
    void a_start_that_was_written_as_its_shard_left_is_granted_all_the_same() {
        RunId run = offerOne();
        owner.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<RunReply> start = owner.start(run, "remote");
        owner.loop.lose(Set.of(1));
        world.settle();
        assertThat(start.answered()).isFalse();
        owner.store.release();
        world.settle();
        assertThat(start.answer()).isInstanceOf(Granted.class);
    }

    @Test
    void a_start_that_another_owner_made_impossible_is_not_granted() {
        RunId run = offerOne();
        owner.store.hold(FakeStore.Op.WRITE_RUNS);
        Heard<RunReply> start = owner.start(run, "remote");
        owner.loop.lose(Set.of(1));
        world.member("z").gain(1);
        owner.store.release();
        world.settle();
        assertThat(start.answer()).isNotInstanceOf(Granted.class);
    }

    @Test
    void a_start_here_that_was_written_as_its_shard_left_reaches_its_worker() {
        owner.worker(1);
        owner.store.hold(FakeStore.Op.WRITE_RUNS);
        owner.create(job, once(world.now()));
        owner.loop.lose(Set.of(1));
        world.settle();
        assertThat(owner.takeStarted()).isEmpty();
        owner.store.release();
        world.settle();
        assertThat(owner.takeStarted()).hasSize(1);
    }

    private RunId offerOne() {
        owner.handOff.connect("b", CAPABILITY, 1);
        owner.create(job, once(world.now()));
        List<Offer> offers = owner.handOff.takeOffers("b");
        assertThat(offers).hasSize(1);
        return offers.get(0).runId();
    }
}
