package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.CAPABILITY;
import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose shard it is: an owner that has lost its epoch has no effect any more, whatever it was at. */
class OwnershipTest {

    private final LoopWorld world = new LoopWorld();
    private final Member old = world.member("old").gain(1, 2, 3).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    // ---- the epoch is lost in each step

    /** A step: what the old owner does when it has lost the shard, given a running run, and what its asker hears. */
    private record Step(String name, Function<OwnershipTest, Object> hears, Object expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final JobReply NOT_OWNER = new Refused(Refusal.NOT_OWNER, "the shard changed hands");
    private static final RunReply RETRY = new RunReply.Retry();

    static Stream<Step> steps() {
        return Stream.of(
                new Step(
                        "create",
                        t -> t.old.create(jobIdIn(1, 9), once(t.later())).answer(),
                        NOT_OWNER),
                new Step("pause", t -> t.old.pause(t.job).answer(), NOT_OWNER),
                new Step("delete", t -> t.old.delete(t.job).answer(), NOT_OWNER),
                new Step("trigger", t -> t.old.trigger(t.job, "r").answer(), NOT_OWNER),
                new Step("cancel", t -> t.old.cancel(t.running().id()).answer(), NOT_OWNER),
                new Step("result", t -> t.old.succeed(t.running()).answer(), RETRY),
                new Step(
                        "failure",
                        t -> t.old.fail(t.running(), FailureKind.PERMANENT).answer(),
                        RETRY),
                new Step("hand back", t -> t.old.handBack(t.running()).answer(), RETRY),
                new Step("claim", t -> t.claimed(), 0),
                new Step("start", t -> t.started(), 0),
                new Step("lapse", t -> t.lapsed(), 0));
    }

    private @Nullable Run running;

    private Run running() {
        return Objects.requireNonNull(running);
    }

    private Instant later() {
        return world.now().plusSeconds(3_600);
    }

    private int claimed() {
        int before = world.rows.runs().size();
        world.advance(Duration.ofSeconds(11));
        return world.rows.runs().size() - before;
    }

    private int started() {
        world.advance(Duration.ofSeconds(1));
        return old.takeStarted().size();
    }

    private int lapsed() {
        world.advance(LoopSettings.DEFAULT.leases().duration());
        return old.workers.revoked().size();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void the_shard_is_dropped_and_nothing_changes(Step step) {
        prepare(step);
        world.rows.steal(1);
        List<Run> runs = world.rows.runs();
        List<Job> jobs = List.copyOf(world.rows.jobs());

        assertThat(step.hears.apply(this)).isEqualTo(step.expected);

        assertThat(old.lost).containsExactly(1);
        assertThat(old.loop.gauges().shards()).isEqualTo(2);
        assertThat(old.loop.gauges().liveRuns()).isZero();
        assertThat(world.rows.runs()).isEqualTo(runs);
        assertThat(world.rows.jobs()).containsExactlyElementsOf(jobs);
        world.advance(Duration.ofMinutes(5));
        assertThat(old.takeStarted()).isEmpty();
        assertThat(world.rows.runs()).isEqualTo(runs);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void it_is_dropped_as_well_when_the_epoch_is_lost_while_the_write_is_under_way(Step step) {
        prepare(step);
        old.store.fate(call -> {
            if (call.op() == Op.WRITE_JOBS || call.op() == Op.WRITE_RUNS) {
                world.rows.steal(1);
            }
            call.answer();
        });
        assertThat(step.hears.apply(this)).isEqualTo(step.expected);
        assertThat(old.lost).containsExactly(1);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void a_write_in_doubt_that_had_been_committed_has_no_effect_when_the_epoch_is_lost_then(Step step) {
        for (boolean ownWritesOutlive : new boolean[] {false, true}) {
            OwnershipTest fresh = new OwnershipTest();
            fresh.world.rows.ownWritesOutliveTheEpoch(ownWritesOutlive);
            fresh.commitThenSteal(step);
            if (!ownWritesOutlive) {
                // Else the start had its right: the row says who runs it.
                assertThat(fresh.old.takeStarted()).as(step.name).isEmpty();
            }
        }
    }

    private void commitThenSteal(Step step) {
        prepare(step);
        boolean[] done = {false};
        old.store.fate(call -> {
            if (!done[0] && (call.op() == Op.WRITE_JOBS || call.op() == Op.WRITE_RUNS)) {
                done[0] = true;
                call.commit();
                call.fail();
                world.rows.steal(1);
                Member heir = world.member("heir");
                heir.gain(1);
            } else {
                call.answer();
            }
        });
        assertThat(step.hears.apply(this)).isNotNull();
        world.advance(Duration.ofMinutes(10));
        nothing_is_left_behind();
    }

    private void prepare(Step step) {
        boolean lapse = step.name.equals("lapse");
        if (step.name.equals("claim")) {
            old.create(job, once(world.now().plusSeconds(12)));
        } else if (step.name.equals("start")) {
            old.create(job, once(world.now().plusSeconds(1)));
        } else {
            old.create(job, once(world.now()));
            Run started = old.takeOneStarted();
            running = started;
            if (lapse) {
                old.accept(started);
            }
        }
    }

    // ---- giving a shard away in good order

    @Test
    void everybody_in_line_is_answered_once_when_a_shard_is_lost() {
        old.create(job, everySeconds(1));
        world.advance(Duration.ofMillis(1_500));
        Run run = old.takeOneStarted();
        old.store.hold(Op.WRITE_JOBS, Op.WRITE_RUNS, Op.LOAD_RUNS, Op.LOAD_LIVE_RUNS_OF, Op.FIND_REQUESTED_RUN);
        List<Heard<?>> heard = new ArrayList<>();
        heard.add(old.pause(job));
        heard.add(old.trigger(job, "r"));
        heard.add(old.delete(job));
        heard.add(old.succeed(run));
        heard.add(old.succeed(run));
        heard.add(old.cancel(run.id()));
        heard.add(old.start(run.id(), "remote"));
        heard.add(old.succeed(new RunLike(run).withUnknownId()));
        heard.add(old.cancel(new RunLike(run).withUnknownId().id()));

        old.loop.lose(Set.of(1));
        world.settle();
        old.store.release();
        world.advance(Duration.ofSeconds(3));
        heard.forEach(each -> assertThat(each.times()).isEqualTo(1));
        assertThat(old.loop.gauges().liveRuns()).isZero();
        assertThat(old.workers.reserved()).isZero();
    }

    /** The same run under the id of another, unknown one of the same shard. */
    private record RunLike(Run run) {
        Run withUnknownId() {
            return new Run(
                    RunId.of(run.jobId(), Instant.EPOCH, run.trigger(), null),
                    run.jobId(),
                    run.revision(),
                    run.trigger(),
                    run.ownerId(),
                    run.pool(),
                    run.nominalAt(),
                    run.dueAt(),
                    run.state(),
                    run.attempt(),
                    run.retriesUsed(),
                    run.lapses(),
                    run.retryAt(),
                    run.startedAt(),
                    run.endedAt(),
                    run.leaseExpiresAt(),
                    run.fencingToken(),
                    run.workerId(),
                    run.lastEnd(),
                    run.reason(),
                    run.cancelRequestedAt(),
                    run.version(),
                    run.writeId());
        }
    }

    @Test
    void a_command_that_is_being_judged_again_is_answered_when_the_shard_is_lost_then() {
        old.create(job, everySeconds(1));
        Job stored = world.rows.job(job).orElseThrow();
        world.rows.plant(
                stored.planned(stored.plannedThrough(), stored.nextNominalAt(), stored.nextDueAt(), new UUID(9, 9)));
        old.store.hold(Op.LOAD_JOBS);
        Heard<JobReply> pause = old.pause(job);
        assertThat(pause.answered()).isFalse();
        old.loop.lose(Set.of(1));
        old.store.release();
        world.settle();
        assertThat(pause.answer()).isEqualTo(NOT_OWNER);
    }

    @Test
    void a_shard_lost_while_it_is_being_read_is_not_served() {
        old.create(job, once(world.now().plusSeconds(5)));
        Member heir = world.member("heir").worker(1);
        heir.store.hold(Op.LOAD_LIVE_RUNS);
        heir.gain(1);
        heir.loop.lose(Set.of(1));
        heir.store.release();
        world.advance(Duration.ofSeconds(10));
        assertThat(heir.loop.gauges().shards()).isZero();
        assertThat(heir.takeStarted()).isEmpty();
    }

    @Test
    void a_shard_gained_again_at_once_goes_on_under_its_new_epoch() {
        old.create(job, everySeconds(1));
        world.advance(Duration.ofMillis(1_500));
        Run run = old.takeOneStarted();
        old.store.hold(Op.WRITE_RUNS);
        Heard<RunReply> before = old.succeed(run);
        old.loop.lose(Set.of(1));
        old.gain(1);
        Heard<RunReply> after = old.succeed(run);
        old.store.release();
        world.settle();
        assertThat(before.answer()).isEqualTo(RETRY);
        assertThat(after.answer()).isEqualTo(new RunReply.Accepted());
        world.advance(Duration.ofSeconds(1));
        assertThat(old.takeStarted()).hasSize(1);
    }

    // ---- may not act

    @Test
    void on_the_smaller_side_of_a_split_nothing_is_claimed_or_started_and_then_everything_is() {
        old.create(job, everySeconds(1));
        old.ownership.mayAct(false);
        world.advance(Duration.ofSeconds(10));
        assertThat(old.takeStarted()).isEmpty();
        int claimed = world.rows.runs().size();
        assertThat(claimed).isLessThanOrEqualTo(2);
        old.ownership.mayAct(true);
        world.advance(Duration.ofSeconds(1));
        assertThat(old.takeStarted()).hasSize(10);
    }

    @Test
    void with_a_clock_that_may_be_far_off_nothing_is_claimed() {
        old.create(job, everySeconds(1));
        world.time.errorBound(Duration.ofSeconds(11));
        world.advance(Duration.ofSeconds(10));
        assertThat(world.rows.runs()).hasSizeLessThanOrEqualTo(2);
        world.time.errorBound(Duration.ofSeconds(9));
        world.advance(Duration.ofSeconds(1));
        assertThat(world.rows.runs()).hasSizeGreaterThan(10);
        old.takeStarted().forEach(old::succeed);
    }

    // ---- zombies

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 30, 120, 3_600})
    void an_owner_that_was_stopped_and_wakes_up_changes_nothing(long seconds) {
        old.create(job, everySeconds(5));
        world.advance(Duration.ofSeconds(5));
        Run first = old.takeOneStarted();
        old.accept(first);
        old.stop();
        Member heir = world.member("heir").gain(1, 2, 3).worker(100);
        heir.workers.onAssigned(placed -> {});
        world.advance(Duration.ofSeconds(seconds));
        Heard<RunReply> atZombie = old.succeed(first);
        Heard<JobReply> pause = old.pause(job);
        List<Run> runs = world.rows.runs();

        old.wakeUp();
        world.settle();
        assertThat(world.rows.runs()).isEqualTo(runs);
        assertThat(atZombie.answer()).isNotEqualTo(new RunReply.Accepted());
        assertThat(pause.answer()).isInstanceOf(Refused.class);
        assertThat(world.rows.job(job)).map(Job::status).contains(JobStatus.ACTIVE);
        world.advance(Duration.ofSeconds(3));
        assertThat(old.takeStarted())
                .as("nothing new reaches the zombie's workers")
                .isEmpty();
        assertThat(old.lost).contains(1);
    }

    @Test
    void a_zombies_start_that_was_on_its_way_is_refused_and_its_slot_is_free() {
        old.create(job, once(world.now().plusSeconds(1)));
        old.store.hold(Op.WRITE_RUNS);
        world.advance(Duration.ofSeconds(1));
        assertThat(old.store.held(Op.WRITE_RUNS)).hasSize(1);
        Member heir = world.member("heir").gain(1, 2, 3).worker(1);
        Run run = heir.takeOneStarted();
        old.store.release();
        world.settle();
        assertThat(old.takeStarted()).isEmpty();
        assertThat(old.workers.free()).isEqualTo(10);
        assertThat(heir.succeed(run).answer()).isEqualTo(new RunReply.Accepted());
    }

    @Test
    void a_result_that_was_durable_at_the_old_owner_is_known_to_the_new_one() {
        old.create(job, once(world.now()));
        Run run = old.takeOneStarted();
        old.store.failNext(Op.WRITE_RUNS, Fault.AFTER_COMMIT);
        assertThat(old.succeed(run).answer()).isEqualTo(RETRY);
        old.kill();
        Member heir = world.member("heir").gain(1, 2, 3);
        assertThat(heir.succeed(run).answer()).isEqualTo(new RunReply.Already());
    }

    @Test
    void two_members_that_take_a_shard_from_each_other_lose_and_double_nothing() {
        Member other = world.member("other").worker(10);
        old.create(job, everySeconds(1));
        for (int i = 0; i < 30; i++) {
            Member taker = i % 2 == 0 ? other : old;
            taker.gain(1);
            world.advance(Duration.ofMillis(1_300));
            for (Member each : List.of(old, other)) {
                for (Run run : each.takeStarted()) {
                    each.accept(run);
                    RunReply reply = each.succeed(run).answer();
                    if (!(reply instanceof RunReply.Accepted)) {
                        assertThat(taker.succeed(run).answer()).isIn(new RunReply.Accepted(), RETRY);
                    }
                }
            }
        }
        other.loop.lose(Set.of(1));
        old.gain(1);
        for (int i = 0; i < 180; i++) {
            world.advance(Duration.ofSeconds(1));
            old.takeStarted().forEach(old::succeed);
        }
        Instant due = world.now().minusSeconds(10);
        assertThat(world.rows.runsOf(job))
                .filteredOn(run -> run.dueAt().isBefore(due) && run.state() != RunState.SUCCEEDED)
                .isEmpty();
    }

    @Test
    void a_lost_gateways_runs_are_offered_to_whoever_is_left() {
        Member lonely = world.member("old").gain(1, 2, 3);
        lonely.handOff.connect("b", CAPABILITY, 10);
        lonely.create(job, everySeconds(1));
        world.advance(Duration.ofMillis(5_500));
        assertThat(lonely.handOff.takeOffers("b")).hasSize(5);
        lonely.handOff.disconnect("b");
        lonely.loop.memberLost("b");
        lonely.worker(10);
        world.settle();
        assertThat(lonely.takeStarted()).hasSize(5);
    }
}
