package io.carillon.persistence.commit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LingerTest {

    private static final long MILLI = 1_000_000;

    private final Linger linger = new Linger(5 * MILLI);
    private long now = 77 * MILLI;

    @Test
    void the_first_write_waits_for_nobody() {
        assertThat(linger.waitNanos(now)).isZero();
    }

    @Test
    void a_fast_stream_is_worth_the_wait() {
        arrive(20, 10, 5 * MILLI);

        assertThat(linger.waitNanos(now)).isEqualTo(5 * MILLI);
    }

    @Test
    void single_writes_far_apart_are_not() {
        arrive(50, 1, 20 * MILLI);

        assertThat(linger.waitNanos(now)).isZero();
    }

    @Test
    void after_a_pause_the_load_is_forgotten() {
        arrive(20, 10, 5 * MILLI);
        now += 30 * MILLI;

        assertThat(linger.waitNanos(now)).isZero();
    }

    @Test
    void a_slow_stream_after_a_fast_one_stops_waiting_soon() {
        arrive(20, 10, 5 * MILLI);
        arrive(6, 1, 10 * MILLI);

        assertThat(linger.waitNanos(now)).isZero();
    }

    @Test
    void no_linger_is_none() {
        Linger none = new Linger(0);
        none.taken(1_000, now);
        none.taken(1_000, now + MILLI);

        assertThat(none.waitNanos(now + MILLI)).isZero();
    }

    private void arrive(int batches, int rows, long everyNanos) {
        for (int i = 0; i < batches; i++) {
            now += everyNanos;
            linger.taken(rows, now);
        }
    }
}
