package io.carillon.domain.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    private static final Instant START = Instant.parse("2024-05-20T00:00:00Z");

    @Test
    void last_in_a_window_leaves_out_its_beginning_and_takes_in_its_end() {
        Schedule schedule = new SingleInstant(START);

        assertThat(schedule.lastAtOrBefore(START, START.minusSeconds(9))).isEqualTo(START);
        assertThat(schedule.lastAtOrBefore(START.plusSeconds(9), START)).isNull();
        assertThat(schedule.lastAtOrBefore(START.minusNanos(1), START.minusSeconds(9)))
                .isNull();
    }

    @Test
    void last_of_a_long_window_is_found() {
        Schedule schedule = new FixedRate(START, 1);
        Instant upTo = START.plusSeconds(3_000_000_000L).plusNanos(500);

        assertThat(schedule.lastAtOrBefore(upTo, START)).isEqualTo(START.plusSeconds(3_000_000_000L));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void last_in_any_window_is_the_one_that_enumeration_finds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeSet<Instant> times = LongStream.generate(() -> random.nextLong(1_000))
                .limit(1 + random.nextInt(40))
                .mapToObj(START::plusSeconds)
                .collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
        Schedule schedule = times::higher;
        for (int i = 0; i < 2_000; i++) {
            List<Long> millis =
                    random.longs(2, -1_000, 1_001_000).sorted().boxed().toList();
            Instant after = START.plusMillis(millis.get(0));
            Instant upTo = START.plusMillis(millis.get(1));
            Instant floor = times.floor(upTo);
            Instant expected = floor != null && floor.isAfter(after) ? floor : null;

            assertThat(schedule.lastAtOrBefore(upTo, after)).isEqualTo(expected);
        }
    }
}
