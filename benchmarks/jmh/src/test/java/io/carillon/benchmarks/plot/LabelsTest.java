package io.carillon.benchmarks.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "7 | 7",
                "12.34 | 12.3",
                "1.5 | 1.5",
                "0.1 | 0.1",
                "0.0234 | 0.0234",
                "99.97 | 100",
                "100 | 100",
                "12345 | 12,345",
                "-12345 | -12,345",
                "1000000 | 1 M",
                "2500000 | 2.5 M",
            })
    void number_reads_well(double value, String label) {
        assertThat(Labels.number(value)).isEqualTo(label);
    }
}
