package io.carillon.domain.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkersForTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // due       | open | mean ms | slots | workers
                "0,0,0       |    0 |    1000 |    20 |  0",
                "1,0,0       |    0 |    1000 |    20 |  1",
                // 840 runs of a second in a minute: 14 busy slots of 20, which is the part that may be busy.
                "840,0,0     |    0 |    1000 |    20 |  1",
                "841,0,0     |    0 |    1000 |    20 |  2",
                // The worst minute counts, not the sum.
                "840,840,840 |    0 |    1000 |    20 |  1",
                "0,0,8400    |    0 |    1000 |    20 | 10",
                // What is open has to be worked off as well.
                "0,0,0       | 8400 |    1000 |    20 | 10",
                "840,0,0     | 8400 |    1000 |    20 | 11",
                // A run of two minutes is busy in two of them.
                "14,14,14    |    0 |  120000 |    20 |  2",
                // One of an hour is busy in all that follow.
                "14,14,14    |    0 | 3600000 |    20 |  3",
                "1,0,0       |    0 |       0 |    20 |  1",
            })
    void follow_from_the_worst_minute(String due, long open, long meanMillis, int slots, long workers) {
        List<Long> minutes =
                Arrays.stream(due.trim().split(",")).map(Long::parseLong).toList();
        assertThat(WorkersFor.count(minutes, open, Duration.ofMillis(meanMillis), slots))
                .isEqualTo(workers);
    }
}
