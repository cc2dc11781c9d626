package io.carillon.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.verify.stub.Plant;
import io.carillon.verify.stub.StubCallers;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The checker is checked: nothing is found where nothing is wrong, and each fault is found by its name. */
class CheckerTest {
    private static final int HONEST_SEEDS = Integer.getInteger("verify.seeds", 12);
    private static final int SEEDS = 2;

    /** Not every seed gives every fault an opportunity. */
    private static final int SEEDS_MAX = 20;

    static Stream<Long> honestSeeds() {
        return LongStream.rangeClosed(1, HONEST_SEEDS).boxed();
    }

    @ParameterizedTest
    @MethodSource("honestSeeds")
    void honest_scheduler_is_cleared(long seed) {
        StubCallers.Observed observed = StubCallers.observe(seed, Plant.NOTHING);

        Findings findings = Checker.check(observed.evidence(), Tolerances.DEFAULT);

        assertThat(findings.violations()).as("seed %d", seed).isEmpty();
        assertThat(findings.lacking()).isEmpty();
        assertThat(findings.figures().calls()).isGreaterThan(1_000);
        assertThat(findings.figures().occurrences()).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @EnumSource(value = Plant.class, mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void fault_of_a_scheduler_is_named(Plant plant) {
        int planted = 0;
        for (long seed = 101; planted < SEEDS && seed < 101 + SEEDS_MAX; seed++) {
            StubCallers.Observed observed = StubCallers.observe(seed, plant);
            if (observed.planted() > 0) {
                planted++;
                assertThat(Checker.check(observed.evidence(), Tolerances.DEFAULT)
                                .violations())
                        .as("%s, seed %d", plant, seed)
                        .extracting(Violation::verdict)
                        .contains(Objects.requireNonNull(plant.verdict()));
            }
        }
        assertThat(planted).as("seeds with an opportunity").isEqualTo(SEEDS);
    }
}
