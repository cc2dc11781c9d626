package io.carillon.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The store's clock, reckoned on a monotonic one: readings in, times out. */
class ClockDisciplineTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration MILLI = Duration.ofMillis(1);

    private final ClockDiscipline clock = new ClockDiscipline();
    /** Close to the overflow, which a monotonic clock may reach. */
    private long nanos = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();

    private Instant store = NOON;

    @Test
    void before_the_first_reading_there_is_no_time() {
        assertThat(clock.errorBound(nanos)).isNull();
        assertThatThrownBy(() -> clock.micros(nanos)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_reading_counts_for_the_middle_of_its_round_trip() {
        read(Duration.ofMillis(10));
        assertThat(now()).isEqualTo(NOON.plusMillis(10));
        assertThat(bound()).isEqualTo(Duration.ofNanos(5_003_000));
    }

    @Test
    void time_goes_on_with_the_monotonic_clock_and_its_bound_grows_by_the_drift() {
        read(MILLI);
        elapse(Duration.ofSeconds(100));
        assertThat(now()).isEqualTo(NOON.plusSeconds(100).plus(MILLI));
        assertThat(bound()).isEqualTo(Duration.ofNanos(502_000 + 20_000_000));
    }

    @Test
    void the_best_of_the_recent_readings_counts() {
        read(MILLI);
        lopsided(Duration.ofMillis(100));
        assertThat(bound()).isLessThan(Duration.ofMillis(1));
        assertThat(now()).isEqualTo(store);
    }

    @Test
    void an_old_good_reading_gives_way_to_a_new_fair_one() {
        read(MILLI);
        elapse(Duration.ofMinutes(10));
        read(Duration.ofMillis(20));
        assertThat(bound()).isEqualTo(Duration.ofNanos(10_004_000));
    }

    @Test
    void lopsided_round_trips_are_within_the_bound() {
        SplittableRandom dice = new SplittableRandom(7);
        read(MILLI);
        for (int i = 0; i < 1_000; i++) {
            elapse(Duration.ofMillis(dice.nextInt(3_000)));
            lopsided(Duration.ofNanos(1 + dice.nextLong(200_000_000)));
            assertThat(Duration.between(store, now()).abs()).isLessThanOrEqualTo(bound());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-150, -50, 50, 150})
    void two_clocks_that_drift_apart_stay_within_the_bound(int partsPerMillion) {
        read(MILLI);
        Instant last = now();
        for (int i = 0; i < 2_000; i++) {
            Duration step = Duration.ofMillis(731);
            nanos += step.toNanos();
            store = store.plusNanos(step.toNanos() + step.toNanos() / 1_000_000 * partsPerMillion);
            assertThat(Duration.between(store, now()).abs()).isLessThanOrEqualTo(bound());
            assertThat(now()).isAfterOrEqualTo(last);
            last = now();
            if (i % 3 == 0) {
                read(MILLI);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 1_000, 60_000, 86_400_000})
    void a_step_forward_is_followed_at_once(long millis) {
        settle();
        store = store.plusMillis(millis);
        assertThat(read(MILLI)).isFalse();
        assertThat(now()).isEqualTo(store);
        assertThat(bound()).isLessThan(Duration.ofMillis(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 1_000, 4_900})
    void a_small_step_back_is_waited_out_standing_still(long millis) {
        settle();
        Instant stood = now();
        store = store.minusMillis(millis);
        assertThat(read(Duration.ZERO)).isFalse();
        assertThat(now()).isEqualTo(stood);
        assertThat(bound())
                .as("what the clock is ahead by is part of the error")
                .isGreaterThanOrEqualTo(Duration.ofMillis(millis));

        elapse(Duration.ofMillis(millis / 2));
        assertThat(now()).isEqualTo(stood);
        elapse(Duration.ofMillis(millis));
        assertThat(now()).isEqualTo(store);
        assertThat(bound()).isLessThan(Duration.ofMillis(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {5_100, 60_000, 86_400_000})
    void a_large_step_back_is_told_and_followed(long millis) {
        settle();
        assertThat(now()).isEqualTo(store);
        store = store.minusMillis(millis);
        assertThat(read(Duration.ZERO)).isTrue();
        assertThat(now()).isEqualTo(store);
        assertThat(read(Duration.ZERO)).as("told once").isFalse();
    }

    @Test
    void a_slow_answer_is_not_taken_for_a_step() {
        settle();
        Instant before = now();
        lopsided(Duration.ofSeconds(8));
        assertThat(now()).isEqualTo(store).isAfter(before);
        assertThat(bound()).isLessThan(Duration.ofMillis(10));
    }

    @Test
    void without_answers_the_bound_grows_until_claiming_must_stop() {
        settle();
        elapse(Duration.ofHours(14));
        assertThat(bound()).isGreaterThan(Duration.ofSeconds(10));
        elapse(Duration.ofSeconds(2));
        read(MILLI);
        assertThat(bound()).isLessThan(Duration.ofMillis(1));
    }

    @Test
    void time_never_goes_back_but_by_a_step_that_is_told() {
        SplittableRandom dice = new SplittableRandom(11);
        read(MILLI);
        Instant last = now();
        for (int i = 0; i < 5_000; i++) {
            elapse(Duration.ofMillis(dice.nextInt(2_000)));
            if (dice.nextInt(20) == 0) {
                store = store.plusMillis(dice.nextInt(20_000) - 10_000);
            }
            boolean told = lopsided(Duration.ofNanos(dice.nextLong(50_000_000)));
            Instant now = now();
            assertThat(told || !now.isBefore(last)).as("step %d", i).isTrue();
            last = now;
        }
    }

    // ---- the two clocks

    private void settle() {
        for (int i = 0; i < 8; i++) {
            elapse(Duration.ofSeconds(2));
            read(Duration.ofNanos(200_000));
        }
    }

    private void elapse(Duration by) {
        nanos += by.toNanos();
        store = store.plus(by);
    }

    /** A reading whose way there is as long as the way back. */
    private boolean read(Duration roundTrip) {
        Duration half = roundTrip.dividedBy(2);
        long sent = nanos;
        elapse(half);
        Instant value = Micros.truncate(store);
        elapse(roundTrip.minus(half));
        return clock.read(value, sent, nanos);
    }

    /** All of the round trip is the way back: as wrong as its bound says. */
    private boolean lopsided(Duration roundTrip) {
        long sent = nanos;
        Instant value = Micros.truncate(store);
        elapse(roundTrip);
        return clock.read(value, sent, nanos);
    }

    private Instant now() {
        return Micros.toInstant(clock.micros(nanos));
    }

    private Duration bound() {
        Duration bound = clock.errorBound(nanos);
        if (bound == null) {
            throw new AssertionError("no bound");
        }
        return bound;
    }
}
