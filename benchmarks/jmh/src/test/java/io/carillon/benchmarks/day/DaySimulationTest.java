package io.carillon.benchmarks.day;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaySimulationTest {

    private static final int DAY = 86_400;
    private static final DayOptions OPTIONS = DayOptions.parse();

    private final Rules rules = new Rules();

    @Test
    void every_run_of_a_small_day_ends_and_is_counted_once() {
        Simulation day = day(OPTIONS, 0.001);
        assertThat(day.loaded()).isCloseTo(100_000, within(100L));
        assertThat(day.left()).isZero();
        assertThat(ended(day)).isEqualTo(day.loaded());
        assertThat(day.figures.started.sum(0, day.figures.seconds())).isEqualTo(day.loaded());
        assertThat(day.figures.rows.sum(0, day.figures.seconds()))
                .isEqualTo(3 * day.loaded() + 2 * day.figures.retries());
        assertThat(day.figures.claimedLate()).isZero();
    }

    @Test
    void what_too_few_workers_leave_is_still_there() {
        DayOptions few = OPTIONS.with("workers", "1", "workers-most", "1", "slots", "1", "failures", "0.5");
        Simulation day = day(few, 0.001);
        assertThat(day.left()).isPositive();
        assertThat(day.figures.retries()).isPositive();
        assertThat(ended(day) + day.left()).isEqualTo(day.loaded());
    }

    @Test
    void same_seed_gives_the_same_figures() {
        assertThat(new HourTable(day(OPTIONS, 0.0005)).csv()).isEqualTo(new HourTable(day(OPTIONS, 0.0005)).csv());
        assertThat(new HourTable(day(OPTIONS.with("seed", "2"), 0.0005)).csv())
                .isNotEqualTo(new HourTable(day(OPTIONS, 0.0005)).csv());
    }

    @Test
    void nothing_starts_before_its_time_and_an_idle_cluster_starts_in_milliseconds() {
        LatenessCount exact = day(OPTIONS, 0.0005).figures.lateness(true);
        assertThat(exact.millis(0.001)).isPositive();
        assertThat(exact.millis(0.5)).isLessThan(20);
    }

    /** Measured on two cores: 20,000 to 24,000. */
    @Test
    void wave_on_one_machine_comes_out_as_measured_within_a_factor_of_two() {
        Simulation wave = Day.oneMachine(OPTIONS, rules, Mix.wave(50_000), 1);
        long micros = wave.figures.lastEndMicros() - wave.scenario.micros(0);
        assertThat(50_000 * 1e6 / micros).isBetween(11_000.0, 44_000.0);
        assertThat(wave.figures.succeeded()).isEqualTo(50_000);
    }

    @Test
    void more_databases_carry_the_same_runs() {
        Simulation day = day(OPTIONS.with("databases", "4"), 0.0005);
        assertThat(day.left()).isZero();
        assertThat(ended(day)).isEqualTo(day.loaded());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--member=5",
                "members=5",
                "--members=0",
                "--load=0",
                "--slots-use=2",
                "--loop-share=2",
                "--seed=x"
            })
    void senseless_option_is_refused(String option) {
        assertThatIllegalArgumentException().isThrownBy(() -> DayOptions.parse(option));
    }

    private static long ended(Simulation day) {
        return day.figures.succeeded() + day.figures.dead();
    }

    private Simulation day(DayOptions options, double factor) {
        Occurrences occurrences = new Occurrences(Mix.STANDARD.times(factor), rules, 0, DAY, 1_000);
        return new Simulation(Day.scenario(options, 0, DAY), occurrences, 3_600).run();
    }
}
