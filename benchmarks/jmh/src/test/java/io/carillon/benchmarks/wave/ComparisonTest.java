package io.carillon.benchmarks.wave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    @Test
    void median_is_the_middle_or_between_the_two_middle_ones() {
        assertThat(Summary.of(DoubleStream.of(9, 1, 5))).isEqualTo(new Summary(5, 1, 9));
        assertThat(Summary.of(DoubleStream.of(9, 1, 5, 7))).isEqualTo(new Summary(6, 1, 9));
        assertThatThrownBy(() -> Summary.of(DoubleStream.empty())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ratio_is_to_the_better_strategy_of_the_same_pair() {
        Comparison comparison = new Comparison(List.of(
                wave(1, Entrant.CARILLON, 20_000),
                wave(1, Entrant.LOCK_AND_FETCH, 5_000),
                wave(1, Entrant.FETCH, 4_000),
                wave(2, Entrant.CARILLON, 10_000),
                wave(2, Entrant.LOCK_AND_FETCH, 4_000),
                wave(2, Entrant.FETCH, 5_000),
                wave(3, Entrant.CARILLON, 30_000),
                wave(3, Entrant.LOCK_AND_FETCH, 10_000),
                wave(3, Entrant.QUARTZ, 90_000)));
        assertThat(comparison.ratio()).contains(new Summary(3, 2, 4));
    }

    @Test
    void without_a_pair_of_both_there_is_no_ratio() {
        assertThat(new Comparison(List.of(wave(1, Entrant.CARILLON, 20_000), wave(2, Entrant.FETCH, 5_000))).ratio())
                .isEmpty();
    }

    @Test
    void table_has_medians_in_the_order_of_entrants() {
        List<String> lines = new Comparison(List.of(
                        wave(1, Entrant.QUARTZ, 400),
                        wave(1, Entrant.CARILLON, 20_000),
                        wave(2, Entrant.CARILLON, 22_000),
                        wave(3, Entrant.CARILLON, 18_000)))
                .tables();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(2)).startsWith("| Carillon | 1,000 | 20,000 (18,000 - 22,000) | 50 | 70 | 150 | yes |");
        assertThat(lines.get(3)).startsWith("| Quartz, clustered |");
    }

    @Test
    void what_was_not_exact_is_said() {
        Figures broken = figures(2, Entrant.FETCH, Figures.WAVE, 4_000, false);
        assertThat(new Comparison(List.of(wave(1, Entrant.FETCH, 4_000), broken)).tables())
                .anySatisfy(line -> assertThat(line).contains("NOT EXACT in 1 of 2"));
    }

    @Test
    void each_rate_has_a_table_and_a_row_in_the_chart() {
        Comparison comparison = new Comparison(List.of(
                wave(1, Entrant.CARILLON, 20_000),
                figures(1, Entrant.CARILLON, "100/s", 100, true),
                figures(1, Entrant.CARILLON, "500/s", 500, true)));
        assertThat(Stream.of("100/s", "500/s")).allSatisfy(rate -> {
            assertThat(comparison.tables()).anyMatch(line -> line.startsWith("| " + rate));
            assertThat(comparison.charts().get("peers-lateness.svg")).contains("Carillon, " + rate);
        });
        assertThat(comparison.charts().get("peers-wave.svg")).contains("20,000");
    }

    @Test
    void who_calls_early_has_a_row_all_the_same() {
        Lateness early = new Lateness(1_000, 1_000, 900, -2_000, -1_000, -10, -5, 1, 0);
        Figures jobrunr = new Figures(1, Entrant.JOBRUNR, "100/s", 1_000, 100, 50, 70, 150, early, true);
        Comparison comparison = new Comparison(List.of(jobrunr));
        assertThat(comparison.charts().get("peers-lateness.svg")).contains("-1,000 / -5");
        assertThat(comparison.tables()).anySatisfy(line -> assertThat(line).contains("| 90 % |"));
    }

    private static Figures wave(int pair, Entrant entrant, double runsPerSecond) {
        return figures(pair, entrant, Figures.WAVE, runsPerSecond, true);
    }

    private static Figures figures(int pair, Entrant entrant, String work, double runsPerSecond, boolean exact) {
        Lateness lateness = new Lateness(1_000, 1_000, 0, 0.5, 1, 2, 5, 9, 0);
        return new Figures(pair, entrant, work, 1_000, runsPerSecond, 50, 70, 150, lateness, exact);
    }
}
