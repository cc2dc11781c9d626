package io.carillon.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    @Test
    void what_is_not_given_keeps_its_default() {
        Settings settings = Settings.of(PeerKind.QUARTZ, "threads=7");
        assertThat(settings.number("threads")).isEqualTo(7);
        assertThat(settings.number("batch"))
                .isEqualTo(PeerKind.QUARTZ.defaults().get("batch"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread=7", "threads", "threads=", "threads=0", "threads=-1", "threads=x", "threads=7,"})
    void what_is_no_setting_is_refused(String changes) {
        assertThatThrownBy(() -> Settings.of(PeerKind.QUARTZ, changes)).isInstanceOf(IllegalArgumentException.class);
    }
}
