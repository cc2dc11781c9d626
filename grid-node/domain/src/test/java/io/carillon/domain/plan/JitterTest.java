package io.carillon.domain.plan;

import static io.carillon.domain.plan.Planned.NOON;
import static io.carillon.domain.plan.Planned.definition;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Timing;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much later than its nominal time an occurrence is due. */
class JitterTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // timing, jitter, gap, window, all in seconds
                "DEFAULT, -, 3599, 0",
                "DEFAULT, -, 3600, 180",
                "DEFAULT, -, 5999, 299.95",
                "DEFAULT, -, 6000, 300",
                "DEFAULT, -, 86400, 300",
                "DEFAULT, -, -, 300",
                "DEFAULT, 0, 86400, 0",
                "DEFAULT, 10, 86400, 10",
                "DEFAULT, 10, 60, 10",
                "DEFAULT, 3600, 86400, 3600",
                "DEFAULT, 3600, 60, 60",
                "DEFAULT, 3600, -, 3600",
                "FLEXIBLE, -, 60, 3",
                "FLEXIBLE, -, 86400, 300",
                "FLEXIBLE, 7, 60, 7",
                "EXACT, -, 86400, 0",
                "EXACT, 0, 86400, 0",
            })
    void the_window_is_the_chosen_one_or_a_twentieth_of_the_gap(
            Timing timing, @Nullable Integer jitter, @Nullable Integer gap, double window) {
        JobDefinition definition = definition(d -> {
            d.timing = timing;
            d.jitter = jitter == null ? null : Duration.ofSeconds(jitter);
        });
        Duration actual = new Jitter(id(1), definition).window(gap == null ? null : Duration.ofSeconds(gap));
        assertThat(actual).isEqualTo(Duration.ofMillis(Math.round(window * 1_000)));
    }

    @Test
    void a_one_off_is_exact() {
        JobDefinition definition = definition(d -> {
            d.schedule = new ScheduleSpec.OneOff(NOON);
            d.timing = Timing.FLEXIBLE;
            d.jitter = Duration.ofMinutes(10);
        });
        assertThat(new Jitter(id(1), definition).offset(null)).isZero();
    }

    /** The gaps of a minute of noise, a day of regularity, and everything between; windows from too small to too large. */
    @Test
    void due_times_rise_strictly_and_stay_before_the_next_nominal_time() {
        Random chance = new Random(42);
        for (int round = 0; round < 300; round++) {
            Schedule schedule = noise(chance);
            int window = round % 7;
            JobDefinition definition = definition(d -> {
                d.timing = window == 0 ? Timing.FLEXIBLE : Timing.DEFAULT;
                d.jitter = window < 2 ? null : Duration.ofMillis((long) Math.pow(25, window));
            });
            DueTimes times = new DueTimes(id(round), definition, schedule);
            Instant nominal = times.nextNominal(NOON);
            Instant lastDue = NOON;
            while (nominal != null) {
                Instant next = times.nextNominal(nominal);
                Instant due = times.dueAt(nominal);
                assertThat(due).isAfter(lastDue).isAfterOrEqualTo(nominal);
                if (next != null) {
                    assertThat(due).isBefore(next);
                }
                assertThat(times.lastDue(NOON, due)).isEqualTo(nominal);
                lastDue = due;
                nominal = next;
            }
        }
    }

    @Test
    void jobs_are_spread_evenly_over_the_window_in_every_shard() {
        int[] tenths = new int[10];
        int[] tenthsOfOneShard = new int[10];
        for (int i = 0; i < 200_000; i++) {
            JobId id = id(i);
            double fraction = Jitter.fractionOf(id);
            assertThat(fraction).isBetween(0.0, Math.nextDown(1.0));
            tenths[(int) (fraction * 10)]++;
            tenthsOfOneShard[(int) (fraction * 10)] += id.shard() == 7 ? 1 : 0;
        }
        assertThat(IntStream.of(tenths)).allSatisfy(n -> assertThat(n).isBetween(19_000, 21_000));
        assertThat(IntStream.of(tenthsOfOneShard)).allSatisfy(n -> assertThat(n).isBetween(40, 120));
    }

    /** Whatever is deployed tomorrow must find the due times of today. */
    @Test
    void the_offset_of_a_job_never_changes() {
        assertThat(new Jitter(Planned.ID, definition(d -> {})).offset(Duration.ofDays(1)))
                .isEqualTo(Duration.ofMillis(11_728));
    }

    private static Schedule noise(Random chance) {
        TreeSet<Instant> nominals = new TreeSet<>();
        Instant next = NOON;
        for (int i = 0; i < 60; i++) {
            // Alternating gaps of very different sizes.
            next = next.plusSeconds(1 + (long) Math.pow(10, chance.nextDouble() * (i % 2 == 0 ? 1 : 6)));
            nominals.add(next);
        }
        return nominals::higher;
    }

    private static JobId id(int n) {
        return new JobId(
                new UUID(0x0195_0000_0000_7000L + n / 64, 0x8000_0000_0000_0000L | (n * 0x9e3779b97f4a7c15L) >>> 2));
    }
}
