package io.carillon.persistence.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LingerTest {

    private static final long MILLI = 1_000_000;

    private final Linger linger = new Linger(8 * MILLI);
    private long now = 77 * MILLI;

    @Test
    void the_first_write_waits_for_nobody() {
        assertThat(linger.waitNanos(now)).isZero();
    }

    /** @param waitMillis right after a batch, once the rate is known */
    @ParameterizedTest
    @CsvSource({
        "  100, 1, 0.1",
        "1_000, 1, 0.8",
        "2_500, 5, 2",
        "5_000, 5, 4",
        "10_000, 20, 8",
        "50_000, 200, 8",
    })
    void the_faster_rows_arrive_the_longer_the_wait(double rowsPerSecond, int rowsABatch, double waitMillis) {
        long everyNanos = (long) (1e9 * rowsABatch / rowsPerSecond);
        arrive((int) (1e9 / everyNanos), rowsABatch, everyNanos);

        assertThat(linger.waitNanos(now) / 1e6).isCloseTo(waitMillis, within(waitMillis * 0.15));
    }

    @Test
    void what_has_passed_since_the_last_batch_is_not_waited_again() {
        arrive(100, 100, 5 * MILLI);

        assertThat(linger.waitNanos(now + 3 * MILLI)).isEqualTo(5 * MILLI);
        assertThat(linger.waitNanos(now + 9 * MILLI)).isZero();
    }

    @Test
    void a_few_rows_at_one_instant_are_no_load() {
        arrive(1, 1, 500 * MILLI);
        arrive(10, 1, 1_000);

        assertThat(linger.waitNanos(now)).isLessThan(MILLI / 5);
    }

    @Test
    void after_a_pause_the_load_is_forgotten() {
        arrive(100, 100, 5 * MILLI);
        now += 500 * MILLI;
        arrive(1, 1, 0);

        assertThat(linger.waitNanos(now)).isLessThan(MILLI / 10);
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
