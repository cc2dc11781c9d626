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
import io.carillon.engine.port.WorkerSlot;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Call;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    /** How the run gets to its worker. */
    private enum Way {
        /** The worker is connected to another member: its owner hands it off through a queue. */
        QUEUE,
        /** The worker is connected to the owner's own member, which is its gateway then. */
        FUSED
    }

    /**
     * What each death leads to: how often the run was started, its attempt and its lapses in the end, how the attempts ended
     * that did not succeed, and what the worker hears of its success at last.
     */
    private static final String TABLE = """
            way    step         victim   starts  attempt  lapses  lost         heard
            QUEUE  CLAIM        WORKER   1       1        0       -            ACCEPTED
            QUEUE  CLAIM        GATEWAY  1       1        0       -            ACCEPTED
            QUEUE  CLAIM        OWNER    1       1        0       -            ACCEPTED
            QUEUE  CLAIM        STORE    1       1        0       -            ACCEPTED
            QUEUE  CLAIM        ALL      1       1        0       -            ACCEPTED
            QUEUE  COMMIT       WORKER   1       1        0       -            ACCEPTED
            QUEUE  COMMIT       GATEWAY  1       1        0       -            ACCEPTED
            QUEUE  COMMIT       OWNER    1       1        0       -            ACCEPTED
            QUEUE  COMMIT       STORE    1       1        0       -            ACCEPTED
            QUEUE  COMMIT       ALL      1       1        0       -            ACCEPTED
            QUEUE  PUBLISH      WORKER   1       1        0       -            ACCEPTED
            QUEUE  PUBLISH      GATEWAY  1       1        0       -            ACCEPTED
            QUEUE  PUBLISH      OWNER    1       1        0       -            ACCEPTED
            QUEUE  PUBLISH      STORE    1       1        0       -            ACCEPTED
            QUEUE  PUBLISH      ALL      1       1        0       -            ACCEPTED
            QUEUE  HAND_OFF     WORKER   1       1        0       -            ACCEPTED
            QUEUE  HAND_OFF     GATEWAY  1       1        0       -            ACCEPTED
            QUEUE  HAND_OFF     OWNER    1       1        0       -            ACCEPTED
            QUEUE  HAND_OFF     STORE    1       1        0       -            ACCEPTED
            QUEUE  HAND_OFF     ALL      1       1        0       -            ACCEPTED
            QUEUE  START        WORKER   2       1        0       HANDED_BACK  ACCEPTED
            QUEUE  START        GATEWAY  2       1        0       HANDED_BACK  ACCEPTED
            QUEUE  START        OWNER    1       1        0       -            ACCEPTED
            QUEUE  START        STORE    1       1        0       -            ACCEPTED
            QUEUE  START        ALL      1       1        0       -            ACCEPTED
            QUEUE  PUSH         WORKER   2       1        0       HANDED_BACK  ACCEPTED
            QUEUE  PUSH         GATEWAY  2       1        0       HANDED_BACK  ACCEPTED
            QUEUE  PUSH         OWNER    2       2        0       LAPSED       ACCEPTED
            QUEUE  PUSH         STORE    1       1        0       -            ALREADY
            QUEUE  PUSH         ALL      2       2        0       LAPSED       ACCEPTED
            QUEUE  ACCEPT       WORKER   2       1        0       HANDED_BACK  ACCEPTED
            QUEUE  ACCEPT       GATEWAY  1       1        0       -            ACCEPTED
            QUEUE  ACCEPT       OWNER    1       1        0       -            ACCEPTED
            QUEUE  ACCEPT       STORE    1       1        0       -            ALREADY
            QUEUE  ACCEPT       ALL      2       2        0       LAPSED       ACCEPTED
            QUEUE  RUN          WORKER   2       2        1       LAPSED       ACCEPTED
            QUEUE  RUN          GATEWAY  1       1        0       -            ACCEPTED
            QUEUE  RUN          OWNER    1       1        0       -            ACCEPTED
            QUEUE  RUN          STORE    1       1        0       -            ALREADY
            QUEUE  RUN          ALL      2       2        0       LAPSED       ACCEPTED
            QUEUE  RESULT       WORKER   1       1        0       -            ACCEPTED
            QUEUE  RESULT       GATEWAY  1       1        0       -            ALREADY
            QUEUE  RESULT       OWNER    1       1        0       -            ACCEPTED
            QUEUE  RESULT       STORE    1       1        0       -            ALREADY
            QUEUE  RESULT       ALL      2       2        0       LAPSED       ACCEPTED
            QUEUE  ACKNOWLEDGE  WORKER   1       1        0       -            ACCEPTED
            QUEUE  ACKNOWLEDGE  GATEWAY  1       1        0       -            ALREADY
            QUEUE  ACKNOWLEDGE  OWNER    1       1        0       -            ALREADY
            QUEUE  ACKNOWLEDGE  STORE    1       1        0       -            ALREADY
            QUEUE  ACKNOWLEDGE  ALL      1       1        0       -            -
            FUSED  CLAIM        WORKER   1       1        0       -            ACCEPTED
            FUSED  CLAIM        OWNER    1       1        0       -            ACCEPTED
            FUSED  CLAIM        STORE    1       1        0       -            ACCEPTED
            FUSED  CLAIM        ALL      1       1        0       -            ACCEPTED
            FUSED  COMMIT       WORKER   1       1        0       -            ACCEPTED
            FUSED  COMMIT       OWNER    1       1        0       -            ACCEPTED
            FUSED  COMMIT       STORE    1       1        0       -            ACCEPTED
            FUSED  COMMIT       ALL      1       1        0       -            ACCEPTED
            FUSED  PUBLISH      WORKER   1       1        0       -            ACCEPTED
            FUSED  PUBLISH      OWNER    1       1        0       -            ACCEPTED
            FUSED  PUBLISH      STORE    1       1        0       -            ACCEPTED
            FUSED  PUBLISH      ALL      1       1        0       -            ACCEPTED
            FUSED  START        WORKER   2       1        0       HANDED_BACK  ACCEPTED
            FUSED  START        OWNER    1       1        0       -            ACCEPTED
            FUSED  START        STORE    1       1        0       -            ACCEPTED
            FUSED  START        ALL      1       1        0       -            ACCEPTED
            FUSED  PUSH         WORKER   2       1        0       HANDED_BACK  ACCEPTED
            FUSED  PUSH         OWNER    2       2        0       LAPSED       ACCEPTED
            FUSED  PUSH         STORE    1       1        0       -            ALREADY
            FUSED  PUSH         ALL      2       2        0       LAPSED       ACCEPTED
            FUSED  ACCEPT       WORKER   2       1        0       HANDED_BACK  ACCEPTED
            FUSED  ACCEPT       OWNER    1       1        0       -            ACCEPTED
            FUSED  ACCEPT       STORE    1       1        0       -            ALREADY
            FUSED  ACCEPT       ALL      2       2        0       LAPSED       ACCEPTED
            FUSED  RUN          WORKER   2       2        1       LAPSED       ACCEPTED
            FUSED  RUN          OWNER    1       1        0       -            ACCEPTED
            FUSED  RUN          STORE    1       1        0       -            ALREADY
            FUSED  RUN          ALL      2       2        0       LAPSED       ACCEPTED
            FUSED  RESULT       WORKER   1       1        0       -            ACCEPTED
            FUSED  RESULT       OWNER    1       1        0       -            ACCEPTED
            FUSED  RESULT       STORE    1       1        0       -            ALREADY
            FUSED  RESULT       ALL      2       2        0       LAPSED       ACCEPTED
            FUSED  ACKNOWLEDGE  WORKER   1       1        0       -            ACCEPTED
            FUSED  ACKNOWLEDGE  OWNER    1       1        0       -            ALREADY
            FUSED  ACKNOWLEDGE  STORE    1       1        0       -            ALREADY
            FUSED  ACKNOWLEDGE  ALL      1       1        0       -            -
            """;

    private record Row(
            Way way, Step step, Victim victim, int starts, int attempt, int lapses, String lost, String heard) {

        private static final Pattern CELLS = Pattern.compile(" +");

        static Row of(String line) {
            String[] cells = CELLS.split(line.trim(), -1);
            return new Row(
                    Way.valueOf(cells[0]),
                    Step.valueOf(cells[1]),
                    Victim.valueOf(cells[2]),
                    Integer.parseInt(cells[3]),
                    Integer.parseInt(cells[4]),
                    Integer.parseInt(cells[5]),
                    cells[6],
                    cells[7]);
        }

        @Override
        public String toString() {
            return way + ": at " + step + " dies " + victim + ": " + starts + " starts, attempt " + attempt
                    + ", lapses " + lapses + ", lost " + lost + ", " + heard;
        }
    }

    private static final Duration OUTAGE = Duration.ofSeconds(10);

    private final LoopWorld world = new LoopWorld();
    private final JobId job = jobIdIn(1, 0);
    private final Instant due = world.now().plusSeconds(10);
    private final List<Heard<RunReply>> results = new ArrayList<>();
    private Member owner = world.member("owner").gain(1);
    private String gateway = "gateway";
    private Way way = Way.QUEUE;

    private @Nullable WorkerSlot slot;

    /** A start that the gateway waits for. */
    private @Nullable Heard<RunReply> asked;

    /** What the worker is at. */
    private @Nullable Run held;

    static List<Row> rows() {
        return TABLE.lines()
                .filter(line -> !line.isBlank() && !line.trim().startsWith("way"))
                .map(Row::of)
                .toList();
    }

    /** Where the owner is the gateway there is no hand-off, and both die together. */
    @Test
    void every_step_meets_every_death() {
        Set<List<Object>> expected = new HashSet<>();
        for (Step step : Step.values()) {
            for (Victim victim : Victim.values()) {
                expected.add(List.of(Way.QUEUE, step, victim));
                if (step != Step.HAND_OFF && victim != Victim.GATEWAY) {
                    expected.add(List.of(Way.FUSED, step, victim));
                }
            }
        }
        assertThat(rows().stream().map(row -> List.<Object>of(row.way, row.step, row.victim)))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void the_run_succeeds_once(Row row) {
        way = row.way;
        connect();
        owner.create(job, once(due));
        goTo(row.step);
        die(row.step, row.victim);
        goOn();

        Run run = world.rows.runsOf(job).get(0);
        assertThat(world.rows.runsOf(job)).hasSize(1);
        assertThat(run.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(new Row(
                        way,
                        row.step,
                        row.victim,
                        tokensOf(run.id()).size(),
                        run.attempt(),
                        run.lapses(),
                        lost(run.id()),
                        heard()))
                .isEqualTo(row);
        assertThat(tokensOf(run.id())).isSorted().doesNotHaveDuplicates();
        assertThat(run.fencingToken()).isEqualTo(tokensOf(run.id()).get(row.starts - 1));
        assertThat(results.stream().filter(Heard::answered).map(Heard::answer))
                .filteredOn(new RunReply.Accepted()::equals)
                .hasSizeLessThanOrEqualTo(1);
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    /** Somebody who can run it, by the way of the row. */
    private void connect() {
        switch (way) {
            case QUEUE -> owner.handOff.connect(gateway, CAPABILITY, 5);
            case FUSED -> {
                slot = owner.workers.connect("worker", 5, CAPABILITY);
                owner.loop.wake();
            }
        }
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
        if (way == Way.FUSED) {
            goOnFused(step);
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
        goOnHeld(step);
    }

    private void goOnFused(Step step) {
        if (step == Step.START) {
            owner.store.hold(Op.WRITE_RUNS);
        }
        world.advanceTo(due);
        if (step == Step.START) {
            assertThat(owner.store.held(Op.WRITE_RUNS)).hasSize(1);
            return;
        }
        held = owner.takeOneStarted();
        goOnHeld(step);
    }

    private void goOnHeld(Step step) {
        if (step == Step.PUSH || step == Step.ACCEPT) {
            return;
        }
        owner.accept(Objects.requireNonNull(held));
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
                if (slot != null) {
                    owner.workers.disconnect(slot);
                }
                owner.store.release();
                world.settle();
                if (way == Way.FUSED) {
                    connect();
                } else if (onItsWayToTheWorker) {
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
        connect();
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
            if (held == null && way == Way.FUSED) {
                owner.takeStarted().forEach(started -> {
                    owner.accept(started);
                    held = started;
                });
            } else if (held == null) {
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

    /** Of all starts, in order. */
    private List<Long> tokensOf(RunId run) {
        List<Run> versions = world.rows.versionsOf(run);
        List<Long> tokens = new ArrayList<>();
        for (int i = 1; i < versions.size(); i++) {
            if (versions.get(i).state() == RunState.RUNNING
                    && versions.get(i - 1).state() == RunState.WAITING) {
                tokens.add(versions.get(i).fencingToken());
            }
        }
        return tokens;
    }

    private String lost(RunId run) {
        List<String> ends = world.rows.attemptsOf(run).stream()
                .map(attempt -> attempt.end().name())
                .toList();
        return ends.isEmpty() ? "-" : String.join("+", ends);
    }

    /** Nothing, if the worker has died with its question. */
    private String heard() {
        List<String> answers = results.stream()
                .filter(Heard::answered)
                .map(result -> result.answer().getClass().getSimpleName().toUpperCase(Locale.ROOT))
                .toList();
        return answers.isEmpty() ? "-" : answers.get(answers.size() - 1);
    }
}
