package io.carillon.domain.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZonedScheduleTest {

    private static final ZoneRules BERLIN = Objects.requireNonNull(TimeZones.rulesOf("Europe/Berlin"));

    private static final HandCalendar HALF_PAST_TWO =
            new HandCalendar(hours(2), reading -> reading.getHour() == 2 && reading.getMinute() == 30);

    private static final HandCalendar EVERY_HALF_HOUR =
            new HandCalendar(Set.of(), reading -> reading.getMinute() % 30 == 0);

    @Test
    void fixed_time_in_a_gap_runs_as_the_clocks_jump() {
        assertThat(next(HALF_PAST_TWO, "2024-03-30T12:00:00Z", 3))
                .containsExactly("2024-03-31T01:00:00Z", "2024-04-01T00:30:00Z", "2024-04-02T00:30:00Z");
    }

    @Test
    void fixed_time_in_an_overlap_runs_in_the_first_pass_alone() {
        assertThat(next(HALF_PAST_TWO, "2024-10-26T12:00:00Z", 2))
                .containsExactly("2024-10-27T00:30:00Z", "2024-10-28T01:30:00Z");
    }

    @Test
    void floating_times_run_in_both_passes_and_make_up_for_nothing() {
        assertThat(next(EVERY_HALF_HOUR, "2024-10-27T00:00:00Z", 4))
                .containsExactly(
                        "2024-10-27T00:30:00Z", "2024-10-27T01:00:00Z", "2024-10-27T01:30:00Z", "2024-10-27T02:00:00Z");
        assertThat(next(EVERY_HALF_HOUR, "2024-03-31T00:30:00Z", 2))
                .containsExactly("2024-03-31T01:00:00Z", "2024-03-31T01:30:00Z");
    }

    @Test
    void nothing_is_due_after_the_year_9999() {
        Schedule schedule = new ZonedSchedule(EVERY_HALF_HOUR, ZoneOffset.UTC.getRules());

        assertThat(schedule.nextAfter(Instant.parse("9999-12-31T23:29:59Z"))).isEqualTo("9999-12-31T23:30:00Z");
        assertThat(schedule.nextAfter(Instant.parse("9999-12-31T23:30:00Z"))).isNull();
        assertThat(schedule.nextAfter(Instant.MAX)).isNull();
    }

    @Test
    void search_from_the_beginning_of_time_starts_with_the_year_one() {
        Schedule schedule = new ZonedSchedule(EVERY_HALF_HOUR, ZoneOffset.UTC.getRules());

        assertThat(schedule.nextAfter(Instant.MIN)).isEqualTo("0001-01-01T00:30:00Z");
    }

    /** Counts what is asked: the work of a search that finds nothing is bounded by one cycle of the calendar. */
    @Test
    void search_for_what_is_skipped_every_year_ends_after_a_cycle_of_the_calendar() {
        int[] asked = {0};
        LocalCalendar skipped = new LocalCalendar() {
            @Override
            public LocalDateTime nextAfter(LocalDateTime reading) {
                asked[0]++;
                LocalDateTime here = gapOf(reading.getYear());
                return reading.isBefore(here) ? here : gapOf(reading.getYear() + 1);
            }

            @Override
            public boolean isFixedHour(int hour) {
                return false;
            }
        };

        assertThat(new ZonedSchedule(skipped, BERLIN).nextAfter(Instant.parse("2024-05-20T10:00:00Z")))
                .isNull();
        assertThat(asked[0]).isBetween(400, 1_300);
    }

    private static LocalDateTime gapOf(int year) {
        return LocalDate.of(year, 3, 31)
                .with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY))
                .atTime(2, 30);
    }

    static Stream<List<Change>> changes_close_together() {
        return Stream.of(
                // back twice within the hour: readings come three times
                List.of(new Change("2024-06-05T12:00:00", 0, -60), new Change("2024-06-05T12:20:00", -60, -120)),
                // back and at once forward over readings that were seen
                List.of(new Change("2024-06-05T12:00:00", 0, -60), new Change("2024-06-05T12:10:00", -60, 0)),
                // back by two hours, then forward before they are over, past the end of the repeated readings
                List.of(new Change("2024-06-05T12:00:00", 0, -120), new Change("2024-06-05T13:30:00", -120, 60)),
                // back by two hours, then forward in the middle of a silent hour
                List.of(new Change("2024-06-05T12:00:00", 0, -120), new Change("2024-06-05T12:10:00", -120, 30)),
                // forward, then back to readings that were skipped
                List.of(new Change("2024-06-05T12:00:00", 0, 60), new Change("2024-06-05T12:10:00", 60, 0)),
                // forward twice without an instant of ordinary time to speak of
                List.of(new Change("2024-06-05T12:00:00", 0, 60), new Change("2024-06-05T12:00:30", 60, 120)),
                // a day skipped and a day repeated
                List.of(new Change("2024-06-05T10:00:00", -600, 840), new Change("2024-06-07T10:00:00", 840, -600)));
    }

    @ParameterizedTest
    @MethodSource("changes_close_together")
    void changes_close_together_follow_the_letter_of_the_rule(List<Change> changes) {
        for (HandCalendar calendar : calendars()) {
            assertFollowsTheRule(rules(changes), calendar);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void any_changes_follow_the_letter_of_the_rule(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Change> changes = new ArrayList<>();
        LocalDateTime at = LocalDateTime.parse("2024-06-05T00:00:00");
        int offsetMinutes = random.nextInt(-600, 600);
        for (int i = 0; i < 4; i++) {
            at = at.plusMinutes(random.nextInt(1, 600));
            int next = offsetMinutes + random.nextInt(1, 150) * (random.nextBoolean() ? 1 : -1);
            changes.add(new Change(at.toString(), offsetMinutes, next));
            offsetMinutes = next;
        }
        for (HandCalendar calendar : calendars()) {
            assertFollowsTheRule(rules(changes), calendar);
        }
    }

    private static void assertFollowsTheRule(ZoneRules rules, HandCalendar calendar) {
        Instant first = rules.getTransitions().get(0).getInstant();
        Instant start = first.minus(Duration.ofHours(40));
        Instant end = first.plus(Duration.ofDays(4));
        List<Instant> expected = DueByEnumeration.between(start, end, rules, calendar);
        Schedule schedule = new ZonedSchedule(calendar, rules);

        List<Instant> found = new ArrayList<>();
        Instant due = schedule.nextAfter(start.minusNanos(1));
        while (due != null && due.isBefore(end)) {
            found.add(due);
            due = schedule.nextAfter(due);
        }
        assertThat(found).as("%s", rules.getTransitions()).isEqualTo(expected);

        for (Instant asked = start; asked.isBefore(end); asked = asked.plusSeconds(1_601)) {
            int index = Collections.binarySearch(expected, asked.plusNanos(1));
            Instant next = -index - 1 < expected.size() ? expected.get(-index - 1) : null;
            if (next != null) {
                assertThat(schedule.nextAfter(asked)).isEqualTo(next);
            }
        }
    }

    private static List<HandCalendar> calendars() {
        return List.of(
                new HandCalendar(hours(IntStream.range(0, 24).toArray()), reading -> reading.getMinute() % 20 == 5),
                new HandCalendar(Set.of(), reading -> reading.getMinute() % 15 == 0),
                new HandCalendar(hours(10), reading -> reading.getHour() == 10 && reading.getMinute() % 10 == 5),
                new HandCalendar(hours(0, 9, 10, 11, 12), reading -> reading.getMinute() == 7),
                new HandCalendar(
                        hours(11, 13, 23),
                        reading -> reading.getDayOfMonth() % 2 == 0
                                && reading.getHour() % 2 == 1
                                && reading.getMinute() < 3));
    }

    private static ZoneRules rules(List<Change> changes) {
        return ZoneRules.of(
                changes.get(0).before(),
                changes.get(0).before(),
                List.of(),
                changes.stream().map(Change::transition).toList(),
                List.of());
    }

    /** A change of clocks at an instant, written as a date and time of UTC; offsets in minutes. */
    record Change(String utc, int minutesBefore, int minutesAfter) {

        ZoneOffset before() {
            return ZoneOffset.ofTotalSeconds(minutesBefore * 60);
        }

        ZoneOffsetTransition transition() {
            LocalDateTime local = LocalDateTime.parse(utc).plusMinutes(minutesBefore);
            return ZoneOffsetTransition.of(local, before(), ZoneOffset.ofTotalSeconds(minutesAfter * 60));
        }
    }

    private static Set<Integer> hours(int... hours) {
        return IntStream.of(hours).boxed().collect(Collectors.toSet());
    }

    private static List<String> next(LocalCalendar calendar, String after, int count) {
        Schedule schedule = new ZonedSchedule(calendar, BERLIN);
        return Stream.iterate(schedule.nextAfter(Instant.parse(after)), schedule::nextAfter)
                .limit(count)
                .map(String::valueOf)
                .toList();
    }
}
