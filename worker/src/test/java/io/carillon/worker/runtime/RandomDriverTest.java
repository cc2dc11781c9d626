package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.WorkerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A grid that does everything in any order: assigns too much and twice, cancels, revokes, breaks streams, forgets to
 * acknowledge. The worker must never hold more than its slots, and the account of every attempt must close.
 */
class RandomDriverTest {
    private static final int SLOTS = 5;
    private static final int STEPS = 3_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void slots_are_never_exceeded_and_no_attempt_is_lost(long seed) {
        new Driver(seed).drive();
    }

    /** Seeds by turns, so that all kinds of members are met. */
    private static final long[] ACCEPT_LEASES_SECONDS = {0, 5, 5};

    private static final int[] REVISIONS = {1, 2, 3};

    private static final class Driver {
        private final Random random;
        private final Bench bench;
        /** The grid's view: attempts assigned and neither reported, handed back nor revoked, as run id to token. */
        private final Map<String, Long> held = new TreeMap<>();

        private final Set<String> answered = new HashSet<>();
        private final List<String> assigned = new ArrayList<>();
        private final long acceptLeaseSeconds;
        private final int revision;
        private int messagesRead;
        private int streamsRead = 1;
        private int runs;
        private long token;

        Driver(long seed) {
            random = new Random(seed);
            acceptLeaseSeconds = ACCEPT_LEASES_SECONDS[(int) (seed % 3)];
            revision = REVISIONS[(int) (seed % 3)];
            bench = new Bench(
                    SLOTS, new Handlers(Map.of("h", run -> random.nextInt(4) == 0 ? fail() : null), null), seed);
        }

        private static String fail() {
            throw new IllegalStateException("as handlers do");
        }

        void drive() {
            bench.welcome(acceptLeaseSeconds, revision);
            for (int i = 0; i < STEPS; i++) {
                step();
                listen();
                WorkerState state = bench.core.state();
                assertThat(state.runs.occupied()).isLessThanOrEqualTo(SLOTS);
                assertThat(bench.waiting.size()).isLessThanOrEqualTo(SLOTS);
                assertThat(state.runs.occupied()).isEqualTo(bench.waiting.size());
            }
            settle();
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> assignNew();
                case 3 -> assignAgain();
                case 4, 5, 6 -> {
                    if (!bench.waiting.isEmpty()) {
                        bench.runNext();
                    }
                }
                case 7 -> bench.advance(Duration.ofMillis(random.nextInt(3_000)));
                case 8 -> {
                    bench.acknowledgeHeartbeats();
                }
                case 9 -> anyHeld(bench::cancel);
                case 10 ->
                    anyHeld((run, itsToken) -> {
                        bench.revoke(run, itsToken);
                        held.remove(run);
                        answered.add(run + ":" + itsToken);
                    });
                case 11 -> {
                    if (random.nextInt(5) == 0) {
                        reconnect();
                    }
                }
                default -> throw new AssertionError();
            }
            if (!bench.core.gauges().connected()) {
                reconnect();
            }
        }

        private void assignNew() {
            if (!bench.core.gauges().connected()) {
                return;
            }
            for (int i = random.nextInt(4); i >= 0; i--) {
                assign("r" + runs++);
            }
        }

        /** A new attempt of a run that may be held under an older token. */
        private void assignAgain() {
            if (runs > 0 && bench.core.gauges().connected()) {
                String run = "r" + random.nextInt(runs);
                Long older = held.remove(run);
                if (older != null) {
                    answered.add(run + ":" + older);
                }
                assign(run);
            }
        }

        private void assign(String run) {
            token++;
            held.put(run, token);
            assigned.add(run + ":" + token);
            bench.assign(Bench.assignment(run, token, 1 + random.nextInt(5)).build());
        }

        private void reconnect() {
            if (bench.core.gauges().connected()) {
                bench.breakStream();
            }
            while (!bench.core.gauges().connected()) {
                bench.advance(Duration.ofMillis(500));
                bench.welcome(acceptLeaseSeconds, revision);
            }
        }

        private void anyHeld(BiConsumer<String, Long> action) {
            if (!held.isEmpty() && bench.core.gauges().connected()) {
                List<Map.Entry<String, Long>> all = List.copyOf(held.entrySet());
                Map.Entry<String, Long> any = all.get(random.nextInt(all.size()));
                action.accept(any.getKey(), any.getValue());
            }
        }

        /** Reads what the worker has said since the last time, on all its streams. */
        private void listen() {
            while (true) {
                FakeStream stream = bench.streams.get(streamsRead - 1);
                while (messagesRead < stream.sent.size()) {
                    hear(stream.sent.get(messagesRead++));
                }
                if (streamsRead == bench.streams.size()) {
                    return;
                }
                streamsRead++;
                messagesRead = 0;
            }
        }

        private void hear(WorkerMessage message) {
            for (RunResult result : message.getResults().getResultsList()) {
                String attempt = result.getRunId() + ":" + result.getFencingToken();
                boolean current = held.remove(result.getRunId(), result.getFencingToken());
                answered.add(attempt);
                if (random.nextInt(4) > 0) {
                    bench.acknowledge(
                            result.getRunId(),
                            result.getFencingToken(),
                            current ? ResultVerdict.RESULT_VERDICT_ACCEPTED : ResultVerdict.RESULT_VERDICT_STALE);
                }
            }
            for (HeldRun run : message.getHandBack().getRunsList()) {
                held.remove(run.getRunId(), run.getFencingToken());
                answered.add(run.getRunId() + ":" + run.getFencingToken());
            }
        }

        /** With a grid that behaves, everything comes to an end. */
        private void settle() {
            for (int i = 0; i < 200; i++) {
                if (!bench.core.gauges().connected()) {
                    reconnect();
                }
                bench.runAll().acknowledgeHeartbeats();
                listen();
                bench.advance(Duration.ofSeconds(1));
                listen();
            }
            assertThat(held).as("attempts the grid waits for").isEmpty();
            assertThat(answered).containsAll(assigned);
            assertThat(bench.core.state().runs.occupied()).isZero();
            assertThat(bench.core.state().outbox.size()).isZero();
        }
    }
}
