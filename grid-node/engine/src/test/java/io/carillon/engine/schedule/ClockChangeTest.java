package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.TimeZones;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every change of clocks of every zone from 1970 to 2040, against an enumeration of the readings around it by the letter
 * of the rule. It shares no code with what it tests: each expression stands beside a predicate written by hand.
 */
class ClockChangeTest {

    private static final Instant FIRST = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2041-01-01T00:00:00Z");
    private static final Duration AROUND = Duration.ofMinutes(200);

    /** Samples name no other seconds than those that this divides. */
    private static final int SECONDS_STEP = 15;

    private static final ScheduleReader READER = new ScheduleReader();

    /**
     * An expression and what it says.
     *
     * @param fixed the hours it names by plain numbers alone
     */
    record Sample(String cron, IntPredicate fixed, Predicate<LocalDateTime> matches) {
        @Override
        public String toString() {
            return cron;
        }
    }

    private static Sample minutes(String cron, IntPredicate fixed, Predicate<LocalDateTime> matches) {
        return new Sample(cron, fixed, matches.and(at -> at.getSecond() == 0));
    }

    static Stream<Sample> samples() {
        return Stream.of(
                minutes("0 0 * * *", h -> true, at -> at.getHour() == 0 && at.getMinute() == 0),
                minutes("0 12 * * *", h -> true, at -> at.getHour() == 12 && at.getMinute() == 0),
                minutes("*/10 * * * *", h -> false, at -> at.getMinute() % 10 == 0),
                minutes(
                        "*/7 0,1,2,3,4,22,23 * * *",
                        h -> true,
                        at -> (at.getHour() < 5 || at.getHour() > 21) && at.getMinute() % 7 == 0),
                minutes(
                        "30 0-5,23 * * *",
                        h -> h == 23,
                        at -> (at.getHour() < 6 || at.getHour() == 23) && at.getMinute() == 30),
                minutes(
                        "15,45 0,1,2,9-17,3-3,23 * * *",
                        h -> h < 3 || h == 23,
                        at -> (at.getHour() < 4 || at.getHour() == 23 || (at.getHour() > 8 && at.getHour() < 18))
                                && at.getMinute() % 30 == 15),
                minutes("59 */2 * * *", h -> false, at -> at.getHour() % 2 == 0 && at.getMinute() == 59),
                minutes(
                        "5 0,1,23 L * *",
                        h -> true,
                        at -> (at.getHour() < 2 || at.getHour() == 23)
                                && at.getMinute() == 5
                                && at.plusDays(1).getDayOfMonth() == 1),
                minutes(
                        "20-24 1,2,3 * * SUN",
                        h -> true,
                        at -> at.getHour() > 0
                                && at.getHour() < 4
                                && at.getMinute() > 19
                                && at.getMinute() < 25
                                && at.getDayOfWeek() == DayOfWeek.SUNDAY),
                minutes(
                        "1 0,2,23 1-7 * SAT,0L",
                        h -> true,
                        at -> Set.of(0, 2, 23).contains(at.getHour())
                                && at.getMinute() == 1
                                && (at.getDayOfMonth() < 8
                                        || at.getDayOfWeek() == DayOfWeek.SATURDAY
                                        || (at.getDayOfWeek() == DayOfWeek.SUNDAY
                                                && at.getMonth()
                                                        != at.plusDays(7).getMonth()))),
                new Sample(
                        "15,45 59 0,1,2,23 * * *",
                        h -> true,
                        at -> Set.of(0, 1, 2, 23).contains(at.getHour())
                                && at.getMinute() == 59
                                && at.getSecond() % 30 == 15),
                new Sample(
                        "*/15 29,30 1-2,3 * * *",
                        h -> h == 3,
                        at -> at.getHour() > 0
                                && at.getHour() < 4
                                && (at.getMinute() == 29 || at.getMinute() == 30)
                                && at.getSecond() % 15 == 0));
    }

    @Test
    void there_are_changes_to_look_at() {
        assertThat(zones().keySet().stream()
                        .mapToInt(rules -> changes(rules).size())
                        .sum())
                .isGreaterThan(10_000);
    }

    static Stream<Arguments> zonesByRules() {
        return zones().entrySet().stream().map(zone -> argumentSet(zone.getValue(), zone.getValue(), zone.getKey()));
    }

    /** Strictly rising, none lost, none doubled: the lists are equal. */
    @ParameterizedTest
    @MethodSource("zonesByRules")
    void no_occurrence_is_lost_or_doubled_around_any_change(String zone, ZoneRules rules) {
        List<Sample> samples = samples().toList();
        List<Schedule> schedules = samples.stream()
                .map(sample -> READER.compile(new ScheduleSpec.Cron(sample.cron(), zone)))
                .toList();
        for (ZoneOffsetTransition change : changes(rules)) {
            Duration reach = change.getDuration().abs().plus(AROUND);
            Instant start = change.getInstant().minus(reach);
            Instant end = change.getInstant().plus(reach);
            Surroundings around = Surroundings.of(start, end, rules);
            for (int i = 0; i < schedules.size(); i++) {
                Sample sample = samples.get(i);
                Schedule schedule = schedules.get(i);
                List<Instant> expected = around.due(sample);

                assertThat(between(start, end, schedule))
                        .as(() -> sample + " in " + zone + ", " + change)
                        .isEqualTo(expected);
                assertThat(schedule.lastAtOrBefore(end.minusSeconds(1), start.minusSeconds(1)))
                        .as(() -> "last of " + sample + " in " + zone + ", " + change)
                        .isEqualTo(expected.isEmpty() ? null : expected.get(expected.size() - 1));
            }
        }
    }

    private static List<Instant> between(Instant start, Instant end, Schedule schedule) {
        List<Instant> found = new ArrayList<>();
        for (Instant due = schedule.nextAfter(start.minusNanos(1));
                due != null && due.isBefore(end);
                due = schedule.nextAfter(due)) {
            found.add(due);
        }
        return found;
    }

    /** A reading of the clocks that comes at an instant, or is skipped at it. */
    private record Reading(Instant at, LocalDateTime local, boolean again, boolean skipped) {}

    /** All readings that samples may match in a window, one after the other. */
    private record Surroundings(List<Reading> readings) {

        static Surroundings of(Instant start, Instant end, ZoneRules rules) {
            List<Reading> readings = new ArrayList<>();
            Set<LocalDateTime> seen = new HashSet<>();
            boolean coarse = true;
            for (Instant at = start; at.isBefore(end); at = at.plus(AROUND)) {
                coarse &= rules.getOffset(at).getTotalSeconds() % SECONDS_STEP == 0;
            }
            coarse &= rules.getOffset(end).getTotalSeconds() % SECONDS_STEP == 0;
            long step = coarse ? SECONDS_STEP : 1;
            for (Instant at = start; at.isBefore(end); at = at.plusSeconds(step)) {
                ZoneOffset offset = rules.getOffset(at);
                if (Math.floorMod(at.getEpochSecond() + offset.getTotalSeconds(), SECONDS_STEP) == 0) {
                    LocalDateTime local = LocalDateTime.ofInstant(at, offset);
                    readings.add(new Reading(at, local, !seen.add(local), false));
                }
            }
            for (ZoneOffsetTransition change = rules.nextTransition(start.minusNanos(1));
                    change != null && change.getInstant().isBefore(end);
                    change = rules.nextTransition(change.getInstant())) {
                for (LocalDateTime local = change.getDateTimeBefore();
                        local.isBefore(change.getDateTimeAfter());
                        local = local.plusSeconds(1)) {
                    if (local.getSecond() % SECONDS_STEP == 0) {
                        readings.add(new Reading(change.getInstant(), local, false, true));
                    }
                }
            }
            return new Surroundings(readings);
        }

        List<Instant> due(Sample sample) {
            TreeSet<Instant> due = new TreeSet<>();
            for (Reading reading : readings) {
                if (sample.matches().test(reading.local())) {
                    boolean fixed = sample.fixed().test(reading.local().getHour());
                    if (reading.skipped() ? fixed : !(reading.again() && fixed)) {
                        due.add(reading.at());
                    }
                }
            }
            return List.copyOf(due);
        }
    }

    /** Zones by their rules, as many names share them. */
    private static Map<ZoneRules, String> zones() {
        Map<ZoneRules, String> zones = new LinkedHashMap<>();
        TimeZones.names().stream()
                .sorted()
                .forEach(name -> zones.putIfAbsent(Objects.requireNonNull(TimeZones.rulesOf(name)), name));
        return zones;
    }

    private static List<ZoneOffsetTransition> changes(ZoneRules rules) {
        List<ZoneOffsetTransition> changes = new ArrayList<>();
        for (ZoneOffsetTransition change = rules.nextTransition(FIRST);
                change != null && change.getInstant().isBefore(LAST);
                change = rules.nextTransition(change.getInstant())) {
            changes.add(change);
        }
        return changes;
    }
}
