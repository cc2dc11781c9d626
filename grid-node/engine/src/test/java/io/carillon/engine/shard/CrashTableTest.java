package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.CAPABILITY;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Call;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One run, handed to a gateway of another member, and at each step of its life somebody dies. Whoever it is, the run
 * succeeds, its success is accepted once, and its tokens rise.
 */
class CrashTableTest {

    /** Where it happens. */
    private enum Step {
        /** The claim is on its way to the store. */
        CLAIM,
        /** The claim is committed, its answer is on its way back. */
        COMMIT,
        /** The run waits in memory for its time. */
        PUBLISH,
        /** Its id is in the gateway's queue. */
        HAND_OFF,
        /** The gateway has asked, the start is on its way to the store. */
        START,
        /** The start is durable, and on its way to the worker. */
        PUSH,
        /** The worker has it, and its confirmation is on its way. */
        ACCEPT,
        /** The worker is at it. */
        RUN,
        /** The result is on its way to the store. */
        RESULT,
        /** The result is committed, its acknowledgement is on its way back. */
        ACKNOWLEDGE
    }

    private enum Victim {
        WORKER,
        GATEWAY,
        OWNER,
        STORE,
        ALL
    }

    private static final Duration OUTAGE = Duration.ofSeconds(10);

    private final LoopWorld world = new LoopWorld();
    private final JobId job = jobIdIn(1, 0);
    private final Instant due = world.now().plusSeconds(10);
    private final List<Heard<RunReply>> results = new ArrayList<>();
    private Member owner = world.member("owner").gain(1);
    private String gateway = "gateway";
    /** A start that the gateway waits for. */
    private @Nullable Heard<RunReply> asked;
    /** What the worker is at. */
    private @Nullable Run held;

    @ParameterizedTest(name = "at {0} dies {1}: {2} starts, attempt {3}, lapses {4}")
    @CsvSource({
        // step, victim, starts, attempt in the end, lapses in the end
        "CLAIM,       WORKER,  1, 1, 0",
        "CLAIM,       GATEWAY, 1, 1, 0",
        "CLAIM,       OWNER,   1, 1, 0",
        "CLAIM,       STORE,   1, 1, 0",
        "CLAIM,       ALL,     1, 1, 0",
        "COMMIT,      WORKER,  1, 1, 0",
        "COMMIT,      GATEWAY, 1, 1, 0",
        "COMMIT,      OWNER,   1, 1, 0",
        "COMMIT,      STORE,   1, 1, 0",
        "COMMIT,      ALL,     1, 1, 0",
        "PUBLISH,     WORKER,  1, 1, 0",
        "PUBLISH,     GATEWAY, 1, 1, 0",
        "PUBLISH,     OWNER,   1, 1, 0",
        "PUBLISH,     STORE,   1, 1, 0",
        "PUBLISH,     ALL,     1, 1, 0",
        "HAND_OFF,    WORKER,  1, 1, 0",
        "HAND_OFF,    GATEWAY, 1, 1, 0",
        "HAND_OFF,    OWNER,   1, 1, 0",
        "HAND_OFF,    STORE,   1, 1, 0",
        "HAND_OFF,    ALL,     1, 1, 0",
        "START,       WORKER,  2, 1, 0",
        "START,       GATEWAY, 2, 1, 0",
        "START,       OWNER,   1, 1, 0",
        "START,       STORE,   1, 1, 0",
        "START,       ALL,     1, 1, 0",
        "PUSH,        WORKER,  2, 1, 0",
        "PUSH,        GATEWAY, 2, 1, 0",
        "PUSH,        OWNER,   2, 2, 0",
        "PUSH,        STORE,   1, 1, 0",
        "PUSH,        ALL,     2, 2, 0",
        "ACCEPT,      WORKER,  2, 1, 0",
        "ACCEPT,      GATEWAY, 1, 1, 0",
        "ACCEPT,      OWNER,   1, 1, 0",
        "ACCEPT,      STORE,   1, 1, 0",
        "ACCEPT,      ALL,     2, 2, 0",
        "RUN,         WORKER,  2, 2, 1",
        "RUN,         GATEWAY, 1, 1, 0",
        "RUN,         OWNER,   1, 1, 0",
        "RUN,         STORE,   1, 1, 0",
        "RUN,         ALL,     2, 2, 0",
        "RESULT,      WORKER,  1, 1, 0",
        "RESULT,      GATEWAY, 1, 1, 0",
        "RESULT,      OWNER,   1, 1, 0",
        "RESULT,      STORE,   1, 1, 0",
        "RESULT,      ALL,     2, 2, 0",
        "ACKNOWLEDGE, WORKER,  1, 1, 0",
        "ACKNOWLEDGE, GATEWAY, 1, 1, 0",
        "ACKNOWLEDGE, OWNER,   1, 1, 0",
        "ACKNOWLEDGE, STORE,   1, 1, 0",
        "ACKNOWLEDGE, ALL,     1, 1, 0",
    })
    void the_run_succeeds_once(Step step, Victim victim, int starts, int attempt, int lapses) {
        owner.handOff.connect(gateway, CAPABILITY, 5);
        owner.create(job, once(due));
        goTo(step);
        die(step, victim);
        goOn();

        List<Run> runs = world.rows.runsOf(job);
        assertThat(runs).singleElement().satisfies(run -> {
            assertThat(run.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(run.attempt()).isEqualTo(attempt);
            assertThat(run.lapses()).isEqualTo(lapses);
            assertThat(startsOf(run.id())).isEqualTo(starts);
        });
        assertThat(results.stream().filter(Heard::answered).map(Heard::answer))
                .filteredOn(new RunReply.Accepted()::equals)
                .hasSizeLessThanOrEqualTo(1);
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    /** Step by step up to where it happens. */
    private void goTo(Step step) {
        boolean claiming = step == Step.CLAIM || step == Step.COMMIT;
        if (claiming) {
            owner.store.hold(Op.WRITE_JOBS);
        }
        world.advanceTo(due.minusSeconds(1));
        if (claiming) {
            assertThat(owner.store.held(Op.WRITE_JOBS)).hasSize(1);
            commitHeld(step == Step.COMMIT);
            return;
        }
        if (step == Step.PUBLISH) {
            return;
        }
        world.advanceTo(due);
        if (step == Step.HAND_OFF) {
            return;
        }
        RunId run = owner.handOff.takeOffers(gateway).get(0).runId();
        if (step == Step.START) {
            owner.store.hold(Op.WRITE_RUNS);
        }
        Heard<RunReply> start = owner.start(run, "worker");
        if (step == Step.START) {
            asked = start;
            return;
        }
        held = ((RunReply.Granted) start.answer()).assignment().run();
        if (step == Step.PUSH || step == Step.ACCEPT) {
            return;
        }
        owner.accept(held);
        world.advance(Duration.ofSeconds(1));
        if (step == Step.RUN) {
            return;
        }
        owner.store.hold(Op.WRITE_RUNS);
        report();
        commitHeld(step == Step.ACKNOWLEDGE);
    }

    private void commitHeld(boolean commit) {
        if (commit) {
            owner.store.held().forEach(Call::commit);
        }
    }

    private void die(Step step, Victim victim) {
        boolean committed = step == Step.COMMIT || step == Step.ACKNOWLEDGE;
        boolean onItsWayToTheWorker = step == Step.START || step == Step.PUSH;
        if (victim != Victim.STORE) {
            asked = null;
        }
        switch (victim) {
            case WORKER -> {
                owner.store.release();
                world.settle();
                if (onItsWayToTheWorker) {
                    owner.handBack(world.rows.runsOf(job).get(0));
                }
                held = null;
            }
            case GATEWAY -> {
                owner.handOff.disconnect(gateway);
                gateway = "other gateway";
                owner.handOff.connect(gateway, CAPABILITY, 5);
                owner.loop.memberLost("gateway");
                owner.store.release();
                world.settle();
                held = onItsWayToTheWorker ? null : held;
            }
            case OWNER -> {
                inherit();
                held = onItsWayToTheWorker ? null : held;
            }
            case STORE -> {
                owner.store
                        .held()
                        .forEach(call -> owner.store.fail(call, committed ? Fault.AFTER_COMMIT : Fault.BEFORE_COMMIT));
                owner.store.release();
                owner.store.down(Fault.BEFORE_COMMIT);
                world.settle();
                Member hit = owner;
                world.time.after(OUTAGE, hit.store::up);
            }
            case ALL -> {
                world.leases.loseAll();
                held = null;
                owner.kill();
                world.advance(Duration.ofSeconds(5));
                inherit();
            }
        }
    }

    private void inherit() {
        owner.kill();
        owner = world.member("heir").gain(1);
        owner.handOff.connect(gateway, CAPABILITY, 5);
    }

    /** From now on everybody lives: the worker that has the run reports it; gateways start what they are offered. */
    private void goOn() {
        if (held != null) {
            owner.held(held, "worker");
        }
        for (int i = 0; i < 900; i++) {
            if (asked != null && asked.answered()) {
                take(asked);
                asked = null;
            }
            if (held == null) {
                startOffered();
            } else {
                report();
                world.settle();
                if (results.get(results.size() - 1).answered()
                        && !(results.get(results.size() - 1).answer() instanceof RunReply.Retry)) {
                    held = null;
                }
            }
            world.advance(Duration.ofMillis(200));
        }
    }

    private void startOffered() {
        owner.handOff.takeOffers(gateway).forEach(offer -> {
            Heard<RunReply> start = owner.start(offer.runId(), "worker");
            for (int i = 0; i < 100 && !start.answered(); i++) {
                world.advance(Duration.ofMillis(200));
            }
            take(start);
        });
    }

    private void take(Heard<RunReply> start) {
        if (start.answer() instanceof RunReply.Granted granted) {
            Run run = granted.assignment().run();
            owner.accept(run);
            held = run;
        }
    }

    private void report() {
        results.add(owner.succeed(Objects.requireNonNull(held)));
    }

    private int startsOf(RunId run) {
        List<Run> versions = world.rows.versionsOf(run);
        int starts = 0;
        for (int i = 1; i < versions.size(); i++) {
            if (versions.get(i).state() == RunState.RUNNING
                    && versions.get(i - 1).state() == RunState.WAITING) {
                starts++;
            }
        }
        return starts;
    }
}
