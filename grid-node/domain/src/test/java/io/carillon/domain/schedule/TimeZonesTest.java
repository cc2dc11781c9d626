package io.carillon.domain.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeZonesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTC",
                "GMT",
                "Etc/UTC",
                "Etc/GMT+2",
                "Europe/Berlin",
                "US/Eastern",
                "Asia/Calcutta",
                "America/Argentina/Buenos_Aires"
            })
    void iana_names_are_known(String name) {
        assertThat(TimeZones.rulesOf(name)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "Z",
                "z",
                "utc",
                "GMT+2",
                "UTC+2",
                "UT+2",
                "GMT+02:00",
                "+02:00",
                "+2",
                "-18",
                "europe/berlin",
                "EUROPE/BERLIN",
                "Mars/Phobos",
                "../etc/passwd",
                "Europe/Berlin ",
                "CEST",
                "PST",
                "SystemV/EST5",
                "Europe/Berlın"
            })
    void everything_else_is_not(String name) {
        assertThat(TimeZones.rulesOf(name)).isNull();
        assertThat(TimeZones.names()).doesNotContain(name);
    }

    @Test
    void spelling_is_found_whatever_the_case() {
        assertThat(TimeZones.spellingOf("europe/berlin")).isEqualTo("Europe/Berlin");
        assertThat(TimeZones.spellingOf("asia/istanbul")).isEqualTo("Asia/Istanbul");
        assertThat(TimeZones.spellingOf("Mars/Phobos")).isNull();
    }
}
