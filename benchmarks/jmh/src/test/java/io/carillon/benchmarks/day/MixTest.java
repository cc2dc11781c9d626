package io.carillon.benchmarks.day;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixTest {

    private static final int DAY = 86_400;
    private static final int HOUR = 3_600;

    private final Rules rules = new Rules();

    @Test
    void ten_million_jobs_owe_a_hundred_million_runs_a_day() {
        long runs = 0;
        for (JobKind kind : Mix.STANDARD.kinds()) {
            runs += runsADay(kind);
        }
        assertThat(Mix.STANDARD.jobs()).isEqualTo(10_000_000);
        assertThat(runs).isEqualTo(100_000_000);
    }

    @Test
    void half_a_million_are_due_at_midnight_sharp() {
        Occurrences day = new Occurrences(Mix.STANDARD.times(0.01), rules, 0, 1, 0);
        int[] sharp = new int[1];
        day.second(0, (job, dueMillis, exact) -> sharp[0] += exact && dueMillis == 0 ? 1 : 0);
        assertThat(sharp[0]).isEqualTo(5_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 23})
    void one_point_four_million_are_due_in_the_first_minute_of_an_hour(int hour) {
        Occurrences minute = new Occurrences(Mix.STANDARD.times(0.01), rules, hour * HOUR, hour * HOUR + 60, 0);
        assertThat(minute.total()).isCloseTo(14_000, Percentage.withPercentage(2));
    }

    @Test
    void occurrences_are_those_that_the_rules_claim_each_once() {
        Occurrences day = new Occurrences(Mix.STANDARD.times(0.0002), rules, 0, DAY, 1);
        Set<Long> seen = new HashSet<>();
        long[] last = {0};
        for (int second = 0; second < DAY; second++) {
            long begin = second * 1_000L;
            day.second(second, (job, dueMillis, exact) -> {
                assertThat(dueMillis).isBetween(Math.max(begin, last[0]), begin + 999);
                assertThat(seen.add(job * 100_000_000L + dueMillis)).isTrue();
                last[0] = dueMillis;
            });
        }
        assertThat(day.checked()).isEqualTo(seen.size()).isEqualTo(day.total());
        assertThat(day.total()).isCloseTo(20_000, within(100L));
    }

    @Test
    void evening_before_is_as_the_evening_of_the_day() {
        Occurrences before = new Occurrences(Mix.STANDARD.times(0.001), rules, -HOUR, 0, 0);
        Occurrences after = new Occurrences(Mix.STANDARD.times(0.001), rules, DAY - HOUR, DAY, 0);
        for (int second = -HOUR; second < 0; second++) {
            assertThat(before.dueIn(second)).isEqualTo(after.dueIn(second + DAY));
        }
    }

    private long runsADay(JobKind kind) {
        if (kind.isOneOff()) {
            return kind.jobs();
        }
        String cron = kind.crons().get(0);
        return kind.jobs()
                * rules.schedule(Rules.cron(cron)).count(Rules.instant(-1), Rules.instant(DAY * 1_000_000L - 1));
    }
}
