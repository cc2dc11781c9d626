package io.carillon.persistence.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredInstantTest {

    @Test
    void what_an_instant_prints_is_read_again() {
        SplittableRandom random = new SplittableRandom(3);
        long first = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
        long last = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
        int[] steps = {1, 1_000, 1_000_000, 1_000_000_000};
        for (int i = 0; i < 20_000; i++) {
            int step = steps[i % 4];
            Instant instant = Instant.ofEpochSecond(
                    random.nextLong(first, last), (long) random.nextInt(1_000_000_000 / step) * step);
            assertThat(StoredInstant.parse(instant.toString())).isEqualTo(instant);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-29T12:00:00.5Z",
                "2026-11-29T12:00:00.Z",
                "2024-02-29T23:59:59Z",
                "+10000-01-01T00:00:00Z",
                "-0001-01-01T00:00:00Z",
                "2026-11-29T12:00:00+01:00",
                "2026-11-29T24:00:00Z"
            })
    void every_form_means_what_it_means_to_the_general_parser(String text) {
        assertThat(StoredInstant.parse(text)).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "2026-13-29T12:00:00Z",
                "2026-02-29T12:00:00Z",
                "2026-11-31T12:00:00Z",
                "2026-11-29T12:60:00Z",
                "2026-11-29 12:00:00Z",
                "2026-11-29T12:00:00",
                "2026-11-29T12:00:00.1234567890Z",
                "2026-11-2xT12:00:00Z"
            })
    void what_is_no_instant_is_refused(String text) {
        assertThatThrownBy(() -> StoredInstant.parse(text)).isInstanceOf(DateTimeException.class);
    }
}
