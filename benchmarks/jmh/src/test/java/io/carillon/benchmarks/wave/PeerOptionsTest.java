package io.carillon.benchmarks.wave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerOptionsTest {

    @Test
    void by_default_all_take_part_in_five_pairs() {
        PeerOptions options = parse();
        assertThat(options.pairs()).isEqualTo(5);
        assertThat(options.entrants()).containsExactly(Entrant.values());
        assertThat(options.rates()).containsExactly(100, 500);
        assertThat(options.runs(Entrant.CARILLON)).isEqualTo(options.runs(Entrant.FETCH));
    }

    @Test
    void options_of_member_and_worker_reach_them() {
        PeerOptions options = parse("--slots=7", "--dir=elsewhere", "--member-jvm=-Xmx1g -Xlog:gc");
        assertThat(options.carillon().slots()).isEqualTo(7);
        assertThat(options.carillon().dir()).isEqualTo(options.dir());
        assertThat(options.carillon().memberJvm()).containsExactly("-Xmx1g", "-Xlog:gc");
    }

    @Test
    void settings_belong_to_one_peer() {
        PeerOptions options = parse("--fetch=threads=8,polling-ms=5", "--entrants=fetch");
        assertThat(options.entrants()).containsExactly(Entrant.FETCH);
        assertThat(options.settings(Entrant.FETCH)).isEqualTo("threads=8,polling-ms=5");
        assertThat(options.settings(Entrant.LOCK_AND_FETCH)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--pair=3", "--pairs", "pairs=3", "--pairs=0", "--entrants=", "--entrants=cron", "--rates=0"})
    void what_makes_no_sense_is_refused(String argument) {
        assertThatThrownBy(() -> parse(argument)).isInstanceOf(IllegalArgumentException.class);
    }

    private static PeerOptions parse(String... args) {
        return PeerOptions.parse(args);
    }
}
