package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.carillon.proto.v1.Heartbeat;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.WorkerMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What heartbeats cost a worker with 2,000 slots, all of them taken: to a member that knows partial ones each run is listed once
 * for its accept lease, and all of them each 20 s; to an older one all of them each 1.5 s.
 */
class HeartbeatCostTest {
    private static final int SLOTS = 2_000;
    private static final int STEP_MILLIS = 10;
    private static final int SECONDS = 60;

    @ParameterizedTest(name = "runs of {0} s, member of revision {1}")
    @CsvSource({"3, 2, 1533", "3, 3, 756", "10, 3, 297", "30, 2, 1533", "30, 3, 166"})
    void entries_a_second(int runSeconds, int revision, double expected) {
        List<Heartbeat> heartbeats = heartbeatsOf(runSeconds, revision);

        int entries = heartbeats.stream().mapToInt(Heartbeat::getHeldCount).sum();
        assertThat((double) entries / SECONDS).isCloseTo(expected, withinPercentage(2));
        assertThat(heartbeats).hasSizeLessThan(SECONDS);
    }

    private static List<Heartbeat> heartbeatsOf(int runSeconds, int revision) {
        Load load = new Load(new Bench(SLOTS).welcome(5, revision), runSeconds * 1_000 / STEP_MILLIS);
        load.steps(runSeconds * 1_000 / STEP_MILLIS);
        load.heartbeats.clear();
        load.steps(SECONDS * 1_000 / STEP_MILLIS);
        assertThat(load.bench.counters().leasesLost.sum()).isZero();
        assertThat(load.bench.core.gauges().atWork()).isBetween(SLOTS * 9 / 10, SLOTS);
        assertThat(load.bench.streams).hasSize(1);
        return load.heartbeats;
    }

    /** A grid that gives a run for each that ends, and acknowledges everything at once. */
    private static final class Load {
        final Bench bench;
        final List<Heartbeat> heartbeats = new ArrayList<>();
        private final int stepsARun;
        private final Deque<Integer> begun = new ArrayDeque<>();
        private int runs;
        private int step;

        Load(Bench bench, int stepsARun) {
            this.bench = bench;
            this.stepsARun = stepsARun;
        }

        void steps(int count) {
            for (int i = 0; i < count; i++) {
                step();
            }
        }

        private void step() {
            bench.advance(Duration.ofMillis(STEP_MILLIS));
            if (begun.size() == stepsARun) {
                for (int ending = begun.remove(); ending > 0; ending--) {
                    bench.waiting.remove().run();
                }
                bench.advance(Duration.ofMillis(1));
            }
            listen();
            step++;
            int due = (int) ((long) SLOTS * step / stepsARun);
            String[] some = IntStream.range(runs, due).mapToObj(i -> "r" + i).toArray(String[]::new);
            begun.add(some.length);
            runs = due;
            bench.assign(some);
            listen();
        }

        private void listen() {
            List<WorkerMessage> said = List.copyOf(bench.stream().sent);
            bench.stream().sent.clear();
            for (WorkerMessage message : said) {
                if (message.hasHeartbeat()) {
                    heartbeats.add(message.getHeartbeat());
                    bench.acknowledgeHeartbeat(message.getHeartbeat().getSequence());
                }
                for (RunResult result : message.getResults().getResultsList()) {
                    bench.acknowledge(
                            result.getRunId(), result.getFencingToken(), ResultVerdict.RESULT_VERDICT_ACCEPTED);
                }
            }
        }
    }
}
