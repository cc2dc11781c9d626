package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.TimeZones;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
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
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every change of clocks of every zone from 1970 to 2040, against an enumeration of the minutes around it by the letter of
 * the rule. It shares no code with what it tests: each expression stands beside a predicate written by hand.
 */
class ClockChangeTest {

    private static final Instant FIRST = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2040-01-01T00:00:00Z");
    private static final Duration AROUND = Duration.ofMinutes(200);

    private static final int SHARES = 3;

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

    static Stream<Sample> samples() {
        return Stream.of(
                new Sample("0 0 * * *", h -> true, at -> at.getHour() == 0 && at.getMinute() == 0),
                new Sample("0 12 * * *", h -> true, at -> at.getHour() == 12 && at.getMinute() == 0),
                new Sample("*/10 * * * *", h -> false, at -> at.getMinute() % 10 == 0),
                new Sample(
                        "*/7 0,1,2,3,4,22,23 * * *",
                        h -> true,
                        at -> (at.getHour() < 5 || at.getHour() > 21) && at.getMinute() % 7 == 0),
                new Sample(
                        "30 0-5,23 * * *",
                        h -> h == 23,
                        at -> (at.getHour() < 6 || at.getHour() == 23) && at.getMinute() == 30),
                new Sample(
                        "15,45 0,1,2,9-17,3-3,23 * * *",
                        h -> h < 3 || h == 23,
                        at -> (at.getHour() < 4 || at.getHour() == 23 || (at.getHour() > 8 && at.getHour() < 18))
                                && at.getMinute() % 30 == 15),
                new Sample("59 */2 * * *", h -> false, at -> at.getHour() % 2 == 0 && at.getMinute() == 59),
                new Sample(
                        "5 0,1,23 L * *",
                        h -> true,
                        at -> (at.getHour() < 2 || at.getHour() == 23)
                                && at.getMinute() == 5
                                && at.plusDays(1).getDayOfMonth() == 1),
                new Sample(
                        "20-24 1,2,3 * * SUN",
                        h -> true,
                        at -> at.getHour() > 0
                                && at.getHour() < 4
                                && at.getMinute() > 19
                                && at.getMinute() < 25
                                && at.getDayOfWeek() == DayOfWeek.SUNDAY),
                new Sample(
                        "1 0,2,23 1-7 * SAT,0L",
                        h -> true,
                        at -> Set.of(0, 2, 23).contains(at.getHour())
                                && at.getMinute() == 1
                                && (at.getDayOfMonth() < 8
                                        || at.getDayOfWeek() == DayOfWeek.SATURDAY
                                        || (at.getDayOfWeek() == DayOfWeek.SUNDAY
                                                && at.getMonth()
                                                        != at.plusDays(7).getMonth()))));
    }

    @Test
    void there_are_changes_to_look_at() {
        assertThat(zones().keySet().stream()
                        .mapToInt(rules -> changes(rules).size())
                        .sum())
                .isGreaterThan(10_000);
    }

    /** Each expression meets every third change, and each change a third of the expressions: all of it takes a minute. */
    @ParameterizedTest
    @MethodSource("samples")
    void no_occurrence_is_lost_or_doubled_around_any_change(Sample sample) {
        zones().forEach((rules, zone) -> {
            Schedule schedule = READER.compile(new ScheduleSpec.Cron(sample.cron(), zone));
            List<ZoneOffsetTransition> changes = changes(rules);
            int turn = Math.floorMod(sample.cron().hashCode() + zone.hashCode(), SHARES);
            for (int i = turn; i < changes.size(); i += SHARES) {
                ZoneOffsetTransition change = changes.get(i);
                Duration reach = change.getDuration().abs().plus(AROUND);
                Instant start = change.getInstant().minus(reach);
                Instant end = change.getInstant().plus(reach);
                List<Instant> expected = enumerated(start, end, rules, sample);

                assertThat(between(start, end, schedule))
                        .as(() -> sample + " in " + zone + ", " + change)
                        .isEqualTo(expected);
                assertThat(schedule.lastAtOrBefore(end.minusSeconds(1), start.minusSeconds(1)))
                        .as(() -> "last of " + sample + " in " + zone + ", " + change)
                        .isEqualTo(expected.isEmpty() ? null : expected.get(expected.size() - 1));
            }
        });
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

    private static List<Instant> enumerated(Instant start, Instant end, ZoneRules rules, Sample sample) {
        TreeSet<Instant> due = new TreeSet<>();
        Set<LocalDateTime> seen = new HashSet<>();
        boolean oddSeconds = rules.getOffset(start).getTotalSeconds() % 60 != 0
                || rules.getOffset(end).getTotalSeconds() % 60 != 0;
        for (Instant at = start; at.isBefore(end); at = at.plusSeconds(oddSeconds ? 1 : 60)) {
            LocalDateTime reading = LocalDateTime.ofInstant(at, rules.getOffset(at));
            if (reading.getSecond() == 0 && sample.matches().test(reading)) {
                boolean again = !seen.add(reading);
                if (!again || !sample.fixed().test(reading.getHour())) {
                    due.add(at);
                }
            }
        }
        for (ZoneOffsetTransition change = rules.nextTransition(start.minusNanos(1));
                change != null && change.getInstant().isBefore(end);
                change = rules.nextTransition(change.getInstant())) {
            if (change.isGap() && skipsFixedMatch(change, sample)) {
                due.add(change.getInstant());
            }
        }
        return List.copyOf(due);
    }

    private static boolean skipsFixedMatch(ZoneOffsetTransition gap, Sample sample) {
        LocalDateTime skipped = gap.getDateTimeBefore();
        while (skipped.isBefore(gap.getDateTimeAfter())) {
            if (skipped.getSecond() == 0
                    && sample.matches().test(skipped)
                    && sample.fixed().test(skipped.getHour())) {
                return true;
            }
            skipped = skipped.plusSeconds(1);
        }
        return false;
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
