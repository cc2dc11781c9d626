package io.carillon.worker.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterHeaderTest {
    private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource({
        // header, date header, seconds
        "120, , 120",
        "' 7 ', , 7",
        "0, , 0",
        "'Fri, 1 Jan 2027 00:01:30 GMT', , 90",
        "'Fri, 01 Jan 2027 00:01:30 GMT', , 90",
        "'Fri, 01 Jan 2027 00:01:30 GMT', 'Fri, 01 Jan 2027 00:01:00 GMT', 30",
        "'Fri, 01 Jan 2027 00:01:30 GMT', rubbish, 90",
        "'Thu, 31 Dec 2026 23:00:00 GMT', , 0",
        "999999999999999999, , 31536000",
        "'Fri, 01 Jan 2100 00:00:00 GMT', , 31536000",
    })
    void seconds_and_dates_are_understood(String value, @Nullable String date, long seconds) {
        assertThat(RetryAfterHeader.parse(value, date, NOW)).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({",", "'',", "-5,", "1.5,", "soon,", "9999999999999999999,", "'Friday, 01-Jan-27 00:01:30 GMT',"})
    void anything_else_is_no_wish(@Nullable String value, @Nullable String date) {
        assertThat(RetryAfterHeader.parse(value, date, NOW)).isEmpty();
    }
}
