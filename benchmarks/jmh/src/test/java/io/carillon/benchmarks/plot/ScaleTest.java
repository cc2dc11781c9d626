package io.carillon.benchmarks.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScaleTest {

    @Test
    void linear_axis_ends_at_round_numbers_around_its_values() {
        Scale scale = Scale.linear(0, 23_456, 600);
        assertThat(scale.ticks()).containsExactly(0.0, 5_000.0, 10_000.0, 15_000.0, 20_000.0, 25_000.0);
        assertThat(scale.at(0)).isZero();
        assertThat(scale.at(25_000)).isEqualTo(600);
        assertThat(scale.at(12_500)).isCloseTo(300, within(1e-9));
    }

    @Test
    void step_may_be_given() {
        assertThat(Scale.linear(0, 24, 4, 100).ticks()).containsExactly(0.0, 4.0, 8.0, 12.0, 16.0, 20.0, 24.0);
    }

    @Test
    void values_that_are_all_the_same_still_have_an_axis() {
        Scale scale = Scale.linear(0, 0, 100);
        assertThat(scale.low()).isZero();
        assertThat(scale.high()).isPositive();
    }

    @Test
    void logarithmic_axis_has_a_tick_at_each_power_of_ten() {
        Scale scale = Scale.logarithmic(0.7, 4_604, 500);
        assertThat(scale.ticks()).containsExactly(0.1, 1.0, 10.0, 100.0, 1_000.0, 10_000.0);
        assertThat(scale.at(1)).isCloseTo(100, within(1e-9));
    }

    @Test
    void what_lies_outside_is_drawn_at_the_end() {
        Scale scale = Scale.logarithmic(1, 100, 500);
        assertThat(scale.at(0)).isZero();
        assertThat(scale.at(1e9)).isEqualTo(500);
    }

    @Test
    void axis_needs_finite_ends() {
        assertThatThrownBy(() -> Scale.linear(0, Double.NaN, 1, 100)).isInstanceOf(IllegalArgumentException.class);
    }
}
