package io.carillon.persistence.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CommonValuesTest {

    private final CommonValues<Duration> values = new CommonValues<>();

    @Test
    void equal_values_become_the_first_of_them() {
        Duration first = Duration.ofSeconds(7);
        assertThat(values.same(first)).isSameAs(first);
        assertThat(values.same(Duration.ofSeconds(7))).isSameAs(first);
    }

    @Test
    void beyond_its_bound_it_begins_anew_and_goes_on_sharing() {
        Duration old = values.same(Duration.ofDays(1));
        for (int i = 0; i < 10_000; i++) {
            values.same(Duration.ofSeconds(i));
        }
        Duration later = values.same(Duration.ofDays(1));
        assertThat(later).isEqualTo(old).isNotSameAs(old);
        assertThat(values.same(Duration.ofDays(1))).isSameAs(later);
    }
}
