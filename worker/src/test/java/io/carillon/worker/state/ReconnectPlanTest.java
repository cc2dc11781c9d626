package io.carillon.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReconnectPlanTest {
    private static final long MILLI = 1_000_000L;

    @ParameterizedTest
    @CsvSource({"0, 0", "0.32, 0", "0.34, 1", "0.999, 2"})
    void first_member_is_drawn_by_chance(double chance, int target) {
        assertThat(new ReconnectPlan(3, chance).target()).isEqualTo(target);
    }

    @Test
    void other_members_are_tried_almost_at_once_and_then_the_waits_double() {
        ReconnectPlan plan = new ReconnectPlan(3, 0.99);

        assertThat(plan.failed(0.5)).isEqualTo(50 * MILLI);
        assertThat(plan.target()).isEqualTo(0);
        assertThat(plan.failed(0)).isZero();
        assertThat(plan.target()).isEqualTo(1);
        assertThat(plan.failed(0)).isEqualTo(200 * MILLI);
        assertThat(plan.target()).isEqualTo(2);
        assertThat(plan.failed(0)).isEqualTo(400 * MILLI);
        assertThat(plan.failed(1)).as("cut by half").isEqualTo(400 * MILLI);
    }

    @Test
    void wait_ends_at_three_seconds_however_often_it_failed() {
        ReconnectPlan plan = new ReconnectPlan(1, 0);
        for (int i = 0; i < 1_000; i++) {
            plan.failed(0);
        }

        assertThat(plan.failed(0)).isEqualTo(3_000 * MILLI);
        assertThat(plan.failed(1)).isEqualTo(1_500 * MILLI);
    }

    @Test
    void stream_that_lasted_starts_the_waits_anew() {
        ReconnectPlan plan = new ReconnectPlan(1, 0);
        plan.failed(0);
        plan.failed(0);
        plan.succeeded();

        assertThat(plan.failed(0)).isEqualTo(200 * MILLI);
    }

    @Test
    void plan_without_members_is_refused() {
        assertThatThrownBy(() -> new ReconnectPlan(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
