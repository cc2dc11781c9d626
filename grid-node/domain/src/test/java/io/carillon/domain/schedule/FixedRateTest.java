package io.carillon.domain.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedRateTest {

    private static final Instant CREATED = Instant.parse("2024-05-20T10:00:00.250Z");

    @ParameterizedTest
    @CsvSource({
        "2024-05-20T10:00:00.250Z, 2024-05-20T10:01:30.250Z",
        "2024-05-20T10:01:30.249999Z, 2024-05-20T10:01:30.250Z",
        "2024-05-20T10:01:30.250Z, 2024-05-20T10:03:00.250Z",
        "2024-05-20T09:00:00Z, 2024-05-20T10:01:30.250Z",
        "2024-05-21T10:00:00.250Z, 2024-05-21T10:01:30.250Z",
    })
    void nominal_times_are_whole_periods_from_the_anchor(Instant after, Instant next) {
        assertThat(new FixedRate(CREATED, 90).nextAfter(after)).isEqualTo(next);
    }

    @Test
    void creation_itself_is_no_occurrence() {
        assertThat(new FixedRate(CREATED, 90).nextAfter(Instant.MIN)).isEqualTo(CREATED.plusSeconds(90));
    }

    @Test
    void rate_ends_with_the_year_9999() {
        FixedRate rate = new FixedRate(CREATED, 90);

        assertThat(rate.nextAfter(Schedule.LAST_SUPPORTED.minusSeconds(1))).isNull();
        assertThat(rate.nextAfter(Instant.MAX)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-90S", "PT0.5S", "PT90.5S", "PT8784H1S"})
    void period_outside_its_limits_is_a_mistake(Duration period) {
        assertThatThrownBy(() -> new ScheduleSpec.Every(period, CREATED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(period.toString());
    }

    @Test
    void anchor_is_kept_to_the_microsecond() {
        Instant fine = Instant.parse("2024-05-20T10:00:00.123456789Z");

        assertThat(new ScheduleSpec.Every(Duration.ofSeconds(90), fine).anchor())
                .isEqualTo("2024-05-20T10:00:00.123456Z");
    }
}
