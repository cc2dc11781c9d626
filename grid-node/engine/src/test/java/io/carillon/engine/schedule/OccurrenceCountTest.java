package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.TimeZones;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Occurrences are counted as they would be met one by one. */
class OccurrenceCountTest {

    private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");

    private static final List<String> CRONS = List.of(
            "* * * * * *",
            "* * * * *",
            "*/5 * * * *",
            "30 2 * * *",
            "0,30 1-3 * * *",
            "30 2,9-17 * * *",
            "0 */2 * * *",
            "15 0,1,2,3 * * *",
            "0 0 L * *",
            "0 12 1W,15 * FRI",
            "5 4 * * 1#2",
            "59 23 31 12 *",
            "0 0 29 2 *",
            "*/20 */7 13,17 6-8 1-5");

    private final ScheduleReader reader = new ScheduleReader();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTC",
                "Europe/Berlin",
                "America/New_York",
                "Australia/Lord_Howe",
                "Africa/Casablanca",
                "Pacific/Apia",
                "Asia/Kathmandu",
                "Antarctica/Troll"
            })
    void around_every_change_of_the_clocks(String zone) {
        Random chance = new Random(zone.hashCode());
        ZoneRules rules = ZoneId.of(zone).getRules();
        Instant from = Instant.parse("2009-01-01T00:00:00Z");
        for (int i = 0; i < 40; i++) {
            ZoneOffsetTransition change = rules.nextTransition(from);
            Instant center = change == null ? from.plus(Duration.ofDays(91)) : change.getInstant();
            for (String cron : CRONS) {
                Schedule schedule = compile(cron, zone);
                long span = cron.startsWith("* * * * * *") ? 6_000 : 200_000;
                Instant after = center.minusSeconds(chance.nextLong(span));
                Instant upTo = center.plusMillis(1_000 * chance.nextLong(span) + chance.nextInt(3) * 500L);
                assertThat(schedule.count(after, upTo))
                        .as("%s in %s from %s to %s", cron, zone, after, upTo)
                        .isEqualTo(enumerated(schedule, after, upTo));
                assertThat(schedule.count(center.minusSeconds(1), center))
                        .isEqualTo(enumerated(schedule, center.minusSeconds(1), center));
            }
            from = center;
        }
    }

    @Test
    void in_windows_of_every_length_and_place() {
        Random chance = new Random(7);
        List<String> zones = TimeZones.names().stream().sorted().toList();
        for (int i = 0; i < 4_000; i++) {
            String zone = zones.get(chance.nextInt(zones.size()));
            String cron = CRONS.get(1 + chance.nextInt(CRONS.size() - 1));
            Schedule schedule = compile(cron, zone);
            Instant after = Instant.ofEpochSecond(chance.nextLong(2_200_000_000L), chance.nextInt(1_000_000_000));
            long length = (long) Math.pow(10, chance.nextDouble() * (cron.startsWith("* ") ? 6 : 7.5));
            Instant upTo = after.plusSeconds(length);
            assertThat(schedule.count(after, upTo))
                    .as("%s in %s from %s to %s", cron, zone, after, upTo)
                    .isEqualTo(enumerated(schedule, after, upTo));
        }
    }

    @Test
    void nothing_is_counted_in_an_empty_window_or_of_what_never_matches() {
        Schedule daily = compile("30 2 * * *", "UTC");
        assertThat(daily.count(NEW_YEAR, NEW_YEAR)).isZero();
        assertThat(daily.count(NEW_YEAR.plusSeconds(1), NEW_YEAR)).isZero();
        assertThat(daily.count(NEW_YEAR, NEW_YEAR.plusSeconds(9_000))).isEqualTo(1);
        assertThat(daily.count(NEW_YEAR.plusSeconds(9_000), NEW_YEAR.plusSeconds(9_001)))
                .isZero();
        assertThat(compile("0 0 30 2 *", "UTC").count(NEW_YEAR, Schedule.LAST_SUPPORTED))
                .isZero();
    }

    /** Every second of a century, 3 billion of them; looking at each would take an hour. */
    @Test
    void a_century_of_seconds_is_counted_without_looking_at_each() {
        Schedule schedule = compile("* * * * * *", "Europe/Berlin");
        Instant end = Instant.parse("2126-01-01T00:00:00Z");
        assertThat(schedule.count(NEW_YEAR, end))
                .isEqualTo(Duration.between(NEW_YEAR, end).toSeconds());
    }

    @Test
    void a_fixed_rate_is_counted_from_its_anchor() {
        Instant anchor = NEW_YEAR.plusMillis(250);
        Schedule schedule = reader.compile(new ScheduleSpec.Every(Duration.ofSeconds(7), anchor));
        IntStream.range(-30, 300).forEach(i -> {
            Instant after = anchor.plusMillis(i * 333L);
            assertThat(schedule.count(after, after.plusSeconds(i + 31)))
                    .isEqualTo(enumerated(schedule, after, after.plusSeconds(i + 31)));
        });
    }

    private Schedule compile(String cron, String zone) {
        return reader.compile(new ScheduleSpec.Cron(cron, zone));
    }

    private static long enumerated(Schedule schedule, Instant after, Instant upTo) {
        long n = 0;
        for (Instant next = schedule.nextAfter(after);
                next != null && !next.isAfter(upTo);
                next = schedule.nextAfter(next)) {
            n++;
        }
        return n;
    }
}
