package io.carillon.benchmarks.wave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaveOptionsTest {

    @Test
    void without_options_it_measures_floors_and_waves() {
        WaveOptions options = parse();
        assertThat(options.floors()).isTrue();
        assertThat(options.waves()).isEqualTo(3);
        assertThat(options.runs()).isEqualTo(50_000);
        assertThat(options.rates()).isEmpty();
        assertThat(options.cronMinutes()).isZero();
    }

    @Test
    void lists_are_split() {
        WaveOptions options = parse("--rate=10, 1000", "--member-jvm=-Xmx1g -Xlog:gc");
        assertThat(options.rates()).containsExactly(10, 1_000);
        assertThat(options.memberJvm()).containsExactly("-Xmx1g", "-Xlog:gc");
    }

    @Test
    void floors_alone_need_no_grid() {
        assertThat(parse("--waves=0").needsGrid()).isFalse();
        assertThat(parse("--waves=0", "--cron-minutes=5").needsGrid()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--run=5", "runs=5", "--runs", "-runs=5", "=5"})
    void unknown_option_is_refused_with_the_usage(String argument) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(argument))
                .withMessageContaining(argument)
                .withMessageContaining("[--runs=50000]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--runs=0", "--waves=-1", "--rate=0", "--seconds=0", "--slots=0", "--cron-minutes=-1", "--runs=x"
            })
    void senseless_number_is_refused(String argument) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(argument));
    }

    private static WaveOptions parse(String... args) {
        return WaveOptions.parse(args);
    }
}
