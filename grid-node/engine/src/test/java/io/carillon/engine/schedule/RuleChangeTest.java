package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.ScheduleSpec.Cron;
import io.carillon.domain.schedule.ZoneBook;
import io.carillon.domain.schedule.ZoneBook.Entry;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A schedule that goes over from older rules of its zone to newer ones, at every moment of the night in which clocks are
 * changed by one of them and not by the other.
 */
class RuleChangeTest {

    private static final String ZONE = "Test/City";
    private static final LocalDate DAY = LocalDate.parse("2026-03-10");
    private static final int DAYS = 6;

    /** The first change at which some rules below set the clocks; local times at an hour more than UTC. */
    private static final LocalDateTime NIGHT = LocalDateTime.parse("2026-03-13T00:00:00");

    private static final ZoneRules PLAIN = at(1).getRules();
    private static final ZoneRules FORWARD = changing(NIGHT, at(1), at(2));
    private static final ZoneRules BACK = changing(NIGHT.plusHours(1), at(1), at(0));
    private static final ZoneRules HALF = ZoneOffset.ofHoursMinutes(1, 30).getRules();

    /** No time of day lies between two moments that are looked at, and some are on the second. */
    private static final Duration STEP = Duration.ofMillis(419_500);

    private static ZoneOffset at(int hours) {
        return ZoneOffset.ofHours(hours);
    }

    private static ZoneRules changing(LocalDateTime reading, ZoneOffset before, ZoneOffset after) {
        return ZoneRules.of(
                before, before, List.of(), List.of(ZoneOffsetTransition.of(reading, before, after)), List.of());
    }

    /** Rules after rules. */
    static Stream<Arguments> histories() {
        return Stream.of(
                history("the same", PLAIN, PLAIN),
                history("an hour forward since ever", PLAIN, at(2).getRules()),
                history("an hour back since ever", PLAIN, at(0).getRules()),
                history("half an hour forward", PLAIN, HALF),
                history("half an hour back", HALF, PLAIN),
                history("three hours back", at(2).getRules(), at(-1).getRules()),
                history("five hours forward", at(-3).getRules(), at(2).getRules()),
                history("forward in that night, heard late", PLAIN, FORWARD),
                history("back in that night, heard late", PLAIN, BACK),
                history("forward called off", FORWARD, PLAIN),
                history("back called off", BACK, PLAIN),
                history("back instead of forward", FORWARD, BACK),
                history("forward instead of back", BACK, FORWARD),
                history("forward called off and ordered again", FORWARD, PLAIN, FORWARD),
                history("back called off and ordered again", BACK, PLAIN, BACK),
                history("there and back and there", PLAIN, at(2).getRules(), PLAIN, at(0).getRules()));
    }

    private static Arguments history(String name, ZoneRules... rules) {
        return argumentSet(name, List.of(rules));
    }

    @ParameterizedTest
    @MethodSource("histories")
    void a_time_of_day_comes_once_on_every_day(List<ZoneRules> rules) {
        for (int minute = 3; minute < 24 * 60; minute += 17) {
            LocalTime time = LocalTime.ofSecondOfDay(minute * 60L);
            String daily = time.getMinute() + " " + time.getHour() + " * * *";
            for (Instant moment : moments()) {
                List<Instant> due = dueOverChanges(daily, rules, moment);
                assertThat(due).as("%s over a change at %s", daily, moment).hasSize(DAYS);
                for (int day = 0; day < DAYS; day++) {
                    Instant near = DAY.plusDays(day).atTime(time).toInstant(at(1));
                    assertThat(Duration.between(near, due.get(day)).abs())
                            .as("%s over a change at %s: %s", daily, moment, due)
                            .isLessThan(Duration.ofHours(6));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("histories")
    void a_rhythm_goes_on_by_the_instants(List<ZoneRules> rules) {
        for (Instant moment : moments()) {
            List<Instant> due = dueOverChanges("*/30 * * * *", rules, moment);
            assertThat(due)
                    .isEqualTo(IntStream.range(0, due.size())
                            .mapToObj(n -> due.get(0).plus(Duration.ofMinutes(30L * n)))
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("histories")
    void counting_and_looking_back_agree_with_looking_forward(List<ZoneRules> rules) {
        for (Instant moment : moments()) {
            for (String cron : List.of("10,40 0,1,2,23 * * *", "*/20 0-1,2 * * *")) {
                ScheduleReader reader = reader(rules.subList(0, 2));
                Schedule schedule = reader.compile(reader.renewed(new Cron(cron, ZONE), moment, false));
                Instant from = moment.minus(Duration.ofHours(5));
                Instant to = moment.plus(Duration.ofHours(40));
                List<Instant> all = between(schedule, from, to);

                assertThat(schedule.count(from, to)).isEqualTo(all.size());
                assertThat(schedule.lastAtOrBefore(to, from)).isEqualTo(all.get(all.size() - 1));
                assertThat(all).doesNotHaveDuplicates().isSorted();
            }
        }
    }

    @Test
    void what_is_skipped_is_run_once_at_the_change_and_what_is_repeated_is_not() {
        Instant noon = Instant.parse("2026-03-12T12:00:00Z");
        // 13:00 by the older clocks, 14:00 by the newer ones.
        ScheduleReader forward = reader(List.of(PLAIN, at(2).getRules()));
        assertThat(next(forward, "0,15,30 13 * * *", noon))
                .containsExactly("2026-03-12T12:00:01Z", "2026-03-13T11:00:00Z", "2026-03-13T11:15:00Z");
        assertThat(next(forward, "0,15,30 13,9-17 * * *", noon))
                .as("a rhythm makes up for nothing")
                .containsExactly("2026-03-12T12:15:00Z", "2026-03-12T12:30:00Z", "2026-03-12T13:00:00Z");
        // And 12:00 by these.
        ScheduleReader back = reader(List.of(PLAIN, at(0).getRules()));
        assertThat(next(back, "30 12,13 * * *", noon)).startsWith("2026-03-12T13:30:00Z", "2026-03-13T12:30:00Z");
        assertThat(next(back, "30 12,9-17 * * *", noon)).startsWith("2026-03-12T12:30:00Z", "2026-03-12T13:30:00Z");
    }

    @Test
    void in_a_pause_nothing_is_made_up_for_nor_repeated() {
        Instant noon = Instant.parse("2026-03-12T12:00:00Z");
        ScheduleReader forward = reader(List.of(PLAIN, at(2).getRules()));
        assertThat(forward.compile(forward.renewed(new Cron("30 13 * * *", ZONE), noon, true))
                        .nextAfter(noon))
                .isEqualTo("2026-03-13T11:30:00Z");
        ScheduleReader back = reader(List.of(PLAIN, at(0).getRules()));
        assertThat(back.compile(back.renewed(new Cron("30 12 * * *", ZONE), noon, true))
                        .nextAfter(noon))
                .isEqualTo("2026-03-13T12:30:00Z");
    }

    @Test
    void a_definition_says_nothing_of_a_change_that_moves_none_of_its_times() {
        Instant noon = Instant.parse("2026-03-12T12:00:00Z");
        ScheduleReader forward = reader(List.of(PLAIN, at(2).getRules()));
        for (String cron : List.of("30 9 * * *", "* * * * *", "30 13-13 * * *", "30 14 * * *", "30 13 1 * *")) {
            assertThat(forward.renewed(new Cron(cron, ZONE), noon, false)).isEqualTo(new Cron(cron, ZONE, 2));
        }
        assertThat(forward.renewed(new Cron("30 13 * * *", ZONE), noon, false))
                .isNotEqualTo(new Cron("30 13 * * *", ZONE, 2));
    }

    @Test
    void yearly_changes_go_on_as_the_newer_rules_have_them() {
        ZoneRules berlin = ZoneId.of("Europe/Berlin").getRules();
        Instant change = Instant.parse("2026-07-01T12:00:00Z");
        ScheduleReader reader = reader(List.of(at(1).getRules(), berlin));
        ScheduleReader plain = reader(List.of(berlin));
        ScheduleSpec renewed = reader.renewed(new Cron("30 2,13 * * *", ZONE), change, false);
        assertThat(((Cron) renewed).ruleChange()).isNotNull();
        Instant later = Instant.parse("2026-07-03T00:00:00Z");
        Instant end = Instant.parse("2060-01-01T00:00:00Z");

        assertThat(between(reader.compile(renewed), later, end))
                .isEqualTo(between(plain.compile(new Cron("30 2,13 * * *", ZONE)), later, end));
        assertThat(reader.compile(renewed).count(later, end))
                .isEqualTo(between(reader.compile(renewed), later, end).size());
    }

    private static List<Instant> moments() {
        Instant from = NIGHT.minusHours(4).toInstant(at(1));
        return Stream.iterate(from, moment -> moment.plus(STEP))
                .limit(Duration.ofHours(9).dividedBy(STEP))
                .toList();
    }

    private static ScheduleReader reader(List<ZoneRules> editions) {
        List<Entry> entries = IntStream.range(0, editions.size())
                .mapToObj(n -> new Entry(ZONE, n + 1, editions.get(n)))
                .toList();
        return new ScheduleReader(new ZoneBook(editions.size(), "test", entries));
    }

    /** All that is owed from the first to the last midnight, the rules being changed at a moment, and 25 minutes after it again. */
    private static List<Instant> dueOverChanges(String cron, List<ZoneRules> rules, Instant moment) {
        ScheduleSpec spec = new Cron(cron, ZONE);
        Instant from = DAY.atStartOfDay().toInstant(rules.get(0).getOffset(moment.minus(Duration.ofDays(2))));
        Instant at = moment;
        List<Instant> due = new ArrayList<>();
        for (int edition = 1; edition < rules.size(); edition++) {
            ScheduleReader reader = reader(rules.subList(0, edition + 1));
            due.addAll(between(reader.compile(spec), from, at));
            spec = reader.renewed(spec, at, false);
            from = at;
            at = at.plus(Duration.ofMinutes(25));
        }
        ZoneRules last = rules.get(rules.size() - 1);
        Instant end = DAY.plusDays(DAYS).atStartOfDay().toInstant(last.getOffset(moment.plus(Duration.ofDays(2))));
        due.addAll(between(reader(rules).compile(spec), from, end.minusSeconds(1)));
        return due;
    }

    private static List<Instant> between(Schedule schedule, Instant after, Instant upTo) {
        List<Instant> found = new ArrayList<>();
        for (Instant next = schedule.nextAfter(after);
                next != null && !next.isAfter(upTo);
                next = schedule.nextAfter(next)) {
            found.add(next);
        }
        return found;
    }

    private static List<String> next(ScheduleReader reader, String cron, Instant settledThrough) {
        Schedule schedule = reader.compile(reader.renewed(new Cron(cron, ZONE), settledThrough, false));
        return between(schedule, settledThrough, settledThrough.plus(Duration.ofDays(2))).stream()
                .limit(3)
                .map(Instant::toString)
                .toList();
    }
}
