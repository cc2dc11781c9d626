package io.carillon.client.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetRingTest {
    private static final long MILLI = 1_000_000L;

    @Test
    void targets_are_asked_in_turn_from_the_first_one() {
        TargetRing ring = new TargetRing(3, 4);

        assertThat(new int[] {ring.next(0), ring.next(0), ring.next(0), ring.next(0)})
                .containsExactly(1, 2, 0, 1);
    }

    /** The clock's origin is arbitrary, so it may be negative and may overflow. */
    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 100 * MILLI})
    void target_that_failed_is_passed_over_for_a_while(long now) {
        TargetRing ring = new TargetRing(2, 0);
        ring.failed(0, now);

        assertThat(ring.next(now)).isEqualTo(1);
        assertThat(ring.next(now + 499 * MILLI)).isEqualTo(1);
        assertThat(ring.next(now + 500 * MILLI)).isEqualTo(0);
    }

    @Test
    void target_that_fails_again_is_passed_over_longer_up_to_ten_seconds() {
        TargetRing ring = new TargetRing(2, 0);
        ring.failed(0, 0);
        ring.failed(0, 0);
        assertThat(ring.next(999 * MILLI)).isEqualTo(1);
        assertThat(ring.next(1_000 * MILLI)).isEqualTo(0);

        for (int i = 0; i < 100; i++) {
            ring.failed(0, 0);
        }
        assertThat(ring.next(9_999 * MILLI)).isEqualTo(1);
        assertThat(ring.next(9_999 * MILLI)).isEqualTo(1);
        assertThat(ring.next(10_000 * MILLI)).isEqualTo(0);
    }

    @Test
    void answer_forgives_earlier_failures() {
        TargetRing ring = new TargetRing(2, 0);
        ring.failed(0, 0);
        ring.answered(0);

        assertThat(ring.next(0)).isEqualTo(0);
    }

    @Test
    void if_all_failed_lately_they_are_asked_in_turn() {
        TargetRing ring = new TargetRing(2, 0);
        ring.failed(0, 0);
        ring.failed(1, 0);

        assertThat(new int[] {ring.next(0), ring.next(0), ring.next(0)}).containsExactly(0, 1, 0);
    }

    @Test
    void ring_without_targets_is_refused() {
        assertThatThrownBy(() -> new TargetRing(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
