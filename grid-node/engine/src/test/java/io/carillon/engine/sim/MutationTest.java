package io.carillon.engine.sim;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** The simulation can fail: the want of every guard is found, by the law that it serves. */
class MutationTest {

    private static final int SEEDS_MAX = 10_000;

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("io.carillon.engine");

    @BeforeAll
    static void be_quiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void be_as_before() {
        LOG.setLevel(null);
    }

    /** Half a minute of two cores for the rarest; a builder that shares them needs much longer. */
    @Timeout(value = 10, unit = MINUTES)
    @ParameterizedTest
    @EnumSource
    void the_want_of_a_guard_is_found(Mutation mutation) {
        assertThat(LongStream.rangeClosed(1, SEEDS_MAX)
                        .parallel()
                        .filter(seed -> Simulation.run(seed, Set.of(mutation), false).faults().stream()
                                .anyMatch(fault -> fault.contains(mutation.evidence)))
                        .findAny())
                .as("a seed that shows the want of %s", mutation)
                .isPresent();
    }
}
