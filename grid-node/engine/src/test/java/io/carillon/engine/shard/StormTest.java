package io.carillon.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.carillon.domain.run.RunTransition;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Many storms; a failure names its seed. One seed alone: {@code -Dstorm.first=17 -Dstorm.seeds=1}.
 */
class StormTest {

    private static final long FIRST = Long.getLong("storm.first", 1);
    private static final int SEEDS = Integer.getInteger("storm.seeds", 200);

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("io.carillon.engine.shard");

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
    void after_any_storm_nothing_is_lost_doubled_or_left_behind() {
        Map<String, Long> seen = new TreeMap<>();
        LongStream.range(FIRST, FIRST + SEEDS).forEach(seed -> {
            Storm storm = new Storm(seed);
            assertThatCode(() -> {
                        storm.rage(120);
                        storm.clear();
                        storm.check();
                    })
                    .as("seed %d", seed)
                    .doesNotThrowAnyException();
            storm.events().counts().forEach((what, n) -> seen.merge(what, n, Long::sum));
        });
        if (SEEDS >= 200) {
            assertEverythingHappened(seen);
        }
    }

    /** A storm that spares a part of the loop says nothing about it. */
    private static void assertEverythingHappened(Map<String, Long> seen) {
        for (RunTransition transition : RunTransition.values()) {
            if (transition != RunTransition.REDRIVE) {
                assertThat(seen).containsKey(transition.name());
            }
        }
        assertThat(seen)
                .containsKeys(
                        "skipped MISFIRE",
                        "skipped PAUSED",
                        "epoch lost",
                        "version lost",
                        "rejected job",
                        "rejected run",
                        "stale report",
                        "store unavailable");
    }
}
