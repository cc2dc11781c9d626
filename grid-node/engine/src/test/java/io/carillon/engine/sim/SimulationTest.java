package io.carillon.engine.sim;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.carillon.domain.run.RunTransition;
import io.carillon.engine.sim.Simulation.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Many seeds; a failure names each that failed and how to replay it. More: {@code -Dsim.seeds=10000 -Dsim.first=1}. */
class SimulationTest {

    private static final long FIRST = Long.getLong("sim.first", 1);
    private static final int SEEDS = Integer.getInteger("sim.seeds", 2_000);
    private static final boolean TRACE = Boolean.getBoolean("sim.trace");

    /** So many that everything that can happen has happened. */
    private static final int SEEDS_FOR_EVERYTHING = 1_000;

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("io.carillon.engine");

    /** Thousands of complaints, all of them right. */
    @BeforeAll
    static void be_quiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void be_as_before() {
        LOG.setLevel(null);
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void whatever_goes_wrong_no_law_is_broken_and_everything_owed_ends() {
        List<Outcome> outcomes = LongStream.range(FIRST, FIRST + SEEDS)
                .parallel()
                .mapToObj(seed -> Simulation.run(seed, Set.of(), TRACE))
                .toList();
        assertThat(outcomes.stream()
                        .filter(outcome -> !outcome.faults().isEmpty())
                        .map(SimulationTest::report)
                        .limit(20))
                .isEmpty();
        if (SEEDS >= SEEDS_FOR_EVERYTHING) {
            assertEverythingHappened(outcomes);
        }
    }

    @Test
    void a_seed_is_the_same_every_time() {
        for (long seed = FIRST; seed < FIRST + 5; seed++) {
            Outcome once = Simulation.run(seed);
            assertThat(Simulation.run(seed)).isEqualTo(once);
            assertThat(Simulation.run(seed + 1_000_000).traceHash()).isNotEqualTo(once.traceHash());
        }
    }

    private static String report(Outcome outcome) {
        return "seed " + outcome.seed() + ": " + outcome.faults() + "\n  replay: ./mvnw -pl grid-node/engine -am test"
                + " -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seeds=1 -Dsim.first="
                + outcome.seed() + " -Dsim.trace=true";
    }

    /** Seeds that spare a part of the product say nothing about it. */
    private static void assertEverythingHappened(List<Outcome> outcomes) {
        Map<String, Long> seen = new TreeMap<>();
        outcomes.forEach(outcome -> outcome.events().forEach((what, n) -> seen.merge(what, n, Long::sum)));
        for (RunTransition transition : RunTransition.values()) {
            assertThat(seen).containsKey(transition.name());
        }
        assertThat(seen)
                .containsKeys(
                        "skipped MISFIRE",
                        "skipped PAUSED",
                        "skipped OVERLAP",
                        "epoch lost",
                        "version lost",
                        "rejected job",
                        "rejected run",
                        "over max running",
                        "paged in",
                        "stale report",
                        "store unavailable",
                        "reconciled run_missing",
                        "reconciled lease_missed");
    }
}
