package io.carillon.domain.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
    private static final double MIDDLE = 0.5;

    @ParameterizedTest
    @CsvSource({"1, 10", "2, 30", "3, 120", "4, 120", "1000, 120", "2147483647, 120"})
    void the_default_list_repeats_its_last_delay(int retryNumber, long seconds) {
        assertThat(Backoff.Steps.DEFAULT.delay(retryNumber, MIDDLE)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest(name = "{0} s, factor {1}, at most {2} s, retry {3}: {4} s")
    @CsvSource({
        "10,  2,    3600,          1,   10",
        "10,  2,    3600,          2,   20",
        "10,  2,    3600,          3,   40",
        "10,  2,    3600,          9, 2560",
        "10,  2,    3600,         10, 3600",
        "10,  2,    3600,       1000, 3600",
        "10,  2,    3600, 2147483647, 3600",
        "10,  1,    3600,       1000,   10",
        "10,  1.5,  3600,          3, 22.5",
        " 1,  100, 604800,         4, 604800",
        " 1,  100, 604800,         3, 10000",
        "604800, 100, 604800, 2147483647, 604800",
        "0.000001, 2, 1,           4, 0.000008",
        "0.000001, 1, 1,  2147483647, 0.000001",
    })
    void exponential_delays_grow_to_the_longest(
            double initial, double factor, double max, int retryNumber, double expected) {
        Backoff backoff = new Backoff.Exponential(seconds(initial), factor, seconds(max), 0.2);
        assertThat(backoff.delay(retryNumber, MIDDLE)).isEqualTo(seconds(expected));
    }

    @ParameterizedTest(name = "a bare {0} s, retry {1}: {2} s")
    @CsvSource({"10, 1, 10", "10, 2, 20", "10, 50, 3600", "3600, 2, 3600", "7200, 1, 7200", "7200, 9, 7200"})
    void a_bare_number_doubles_up_to_an_hour(long initial, int retryNumber, long expected) {
        Backoff.Exponential backoff = Backoff.Exponential.from(Duration.ofSeconds(initial));
        assertThat(backoff.jitter()).isEqualTo(0.2);
        assertThat(backoff.delay(retryNumber, MIDDLE)).isEqualTo(Duration.ofSeconds(expected));
    }

    @ParameterizedTest(name = "10 s, jitter {0}, chance {1}: {2} s")
    @CsvSource({
        "0.2,  0,     8",
        "0.2,  0.25,  9",
        "0.2,  0.5,  10",
        "0.2,  0.75, 11",
        "0.2,  1,    12",
        "0,    0,    10",
        "0,    1,    10",
        "1,    0,     0",
        "1,    0.5,  10",
        "1,    1,    20",
        "0.05, 1,    10.5",
    })
    void jitter_spreads_a_delay_evenly_around_itself(double jitter, double chance, double expected) {
        Duration ten = Duration.ofSeconds(10);
        assertThat(new Backoff.Steps(List.of(ten), jitter).delay(1, chance)).isEqualTo(seconds(expected));
        assertThat(new Backoff.Exponential(ten, 2, ten, jitter).delay(7, chance))
                .isEqualTo(seconds(expected));
    }

    @Test
    void the_longest_delay_with_the_most_jitter_stays_finite() {
        Backoff backoff = new Backoff.Exponential(Backoff.DELAY_MAX, 100, Backoff.DELAY_MAX, 1);
        assertThat(backoff.delay(Integer.MAX_VALUE, 1)).isEqualTo(Duration.ofDays(14));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.000001, 1.000001, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void jitter_and_chance_outside_of_zero_to_one_are_refused(double value) {
        List<Duration> delays = List.of(Duration.ofSeconds(1));
        assertThatThrownBy(() -> new Backoff.Steps(delays, value)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff.Exponential(delays.get(0), 2, delays.get(0), value))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Backoff.Steps.DEFAULT.delay(1, value)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void retries_count_from_one(int retryNumber) {
        Backoff exponential = Backoff.Exponential.from(Duration.ofSeconds(1));
        assertThatThrownBy(() -> Backoff.Steps.DEFAULT.delay(retryNumber, MIDDLE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> exponential.delay(retryNumber, MIDDLE)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.000000999S", "PT168H0.000000001S", "PT2562047788015215H30M7S"})
    void delays_must_be_positive_and_at_most_seven_days(Duration delay) {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Backoff.Steps(List.of(second, delay)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("7 days");
        assertThatThrownBy(() -> Backoff.Exponential.from(delay)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff.Exponential(second, 2, delay, 0.2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void seven_days_are_allowed() {
        assertThatCode(() -> new Backoff.Steps(List.of(Duration.ofDays(7)))).doesNotThrowAnyException();
        assertThatCode(() -> Backoff.Exponential.from(Duration.ofDays(7))).doesNotThrowAnyException();
    }

    @Test
    void a_list_has_from_one_to_a_hundred_delays() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Backoff.Steps(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff.Steps(Collections.nCopies(101, second)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("101");
        assertThat(new Backoff.Steps(Collections.nCopies(100, second)).delay(100, MIDDLE))
                .isEqualTo(second);
    }

    @Test
    void a_list_is_copied() {
        List<Duration> delays = new ArrayList<>(List.of(Duration.ofSeconds(1)));
        Backoff.Steps backoff = new Backoff.Steps(delays);
        delays.set(0, Duration.ofSeconds(9));
        assertThat(backoff.delay(1, MIDDLE)).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.999, 100.001, -2, Double.NaN, Double.POSITIVE_INFINITY})
    void the_factor_must_be_from_one_to_a_hundred(double factor) {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Backoff.Exponential(second, factor, second, 0.2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("factor");
    }

    @Test
    void the_first_delay_must_not_exceed_the_longest() {
        assertThatThrownBy(() -> new Backoff.Exponential(Duration.ofSeconds(11), 2, Duration.ofSeconds(10), 0.2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longest");
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e6) * 1_000);
    }
}
