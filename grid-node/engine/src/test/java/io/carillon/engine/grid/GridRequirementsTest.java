package io.carillon.engine.grid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GridRequirementsTest {

    @Test
    void the_jvm_of_the_tests_will_do() {
        assertThat(GridRequirements.check()).isEmpty();
    }

    @Test
    void another_hazelcast_is_refused_in_one_line() {
        assertThat(GridRequirements.check("5.5.0", 3))
                .hasValueSatisfying(
                        line -> assertThat(line).contains("5.5.0", "5.4.0").doesNotContain("\n"));
    }

    @Test
    void a_common_pool_of_one_thread_is_refused_naming_the_option() {
        assertThat(GridRequirements.check("5.4.0", 1))
                .hasValueSatisfying(line -> assertThat(line)
                        .contains("-Djava.util.concurrent.ForkJoinPool.common.parallelism=3")
                        .doesNotContain("\n"));
    }
}
