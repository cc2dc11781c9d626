package io.carillon.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreGateTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final StoreGate gate = new StoreGate();

    @Test
    void it_is_open_until_something_fails_and_again_after_a_pause() {
        assertThat(gate.open(NOON)).isTrue();
        assertThat(gate.failed(NOON)).isEqualTo(Duration.ofMillis(100));
        assertThat(gate.open(NOON.plusMillis(99))).isFalse();
        assertThat(gate.open(NOON.plusMillis(100))).isTrue();
    }

    @Test
    void the_pause_doubles_up_to_a_second_and_an_answer_ends_it() {
        Duration last = Duration.ZERO;
        for (int i = 0; i < 10; i++) {
            last = gate.failed(NOON);
        }
        assertThat(last).isEqualTo(Duration.ofSeconds(1));
        gate.answered();
        assertThat(gate.open(NOON)).isTrue();
        assertThat(gate.failed(NOON)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void one_shard_that_gets_no_answer_does_not_close_it_but_a_second_one_does() {
        for (int i = 0; i < 10; i++) {
            gate.failedOnItsWay(7, NOON);
            assertThat(gate.open(NOON)).isTrue();
        }
        gate.failedOnItsWay(8, NOON);
        assertThat(gate.open(NOON)).isFalse();
    }

    @Test
    void shards_that_fail_with_answers_in_between_do_not_close_it() {
        for (int shard = 0; shard < 10; shard++) {
            gate.failedOnItsWay(shard, NOON);
            gate.answered();
            assertThat(gate.open(NOON)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 100", "2, 200", "3, 400", "4, 800", "5, 1000", "6, 1000", "1000000, 1000"})
    void repeats_of_one_write_are_as_far_apart(int repeat, long millis) {
        assertThat(StoreGate.pauseBefore(repeat)).isEqualTo(Duration.ofMillis(millis));
    }
}
