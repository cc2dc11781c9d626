package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CronCalendarTest {

    /** cron-utils as it reads plain fields right; what it misreads is not given to it. */
    private static final CronDefinition PLAIN = CronDefinitionBuilder.defineCron()
            .withSeconds()
            .withStrictRange()
            .and()
            .withMinutes()
            .withStrictRange()
            .and()
            .withHours()
            .withStrictRange()
            .and()
            .withDayOfMonth()
            .withValidRange(1, 31)
            .supportsL()
            .supportsW()
            .supportsLW()
            .withStrictRange()
            .and()
            .withMonth()
            .withStrictRange()
            .and()
            .withDayOfWeek()
            .withValidRange(0, 7)
            .withMondayDoWValue(1)
            .withIntMapping(7, 0)
            .supportsHash()
            .supportsL()
            .withStrictRange()
            .and()
            .instance();

    private static final LocalDateTime START = LocalDateTime.parse("2023-12-30T22:17:41");

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 400);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void plain_expressions_match_what_another_implementation_finds(int seed) {
        String expression = new ExpressionMaker(new SplittableRandom(seed)).plain();
        ExecutionTime other = ExecutionTime.forCron(new CronParser(PLAIN).parse(expression));
        List<LocalDateTime> expected = new ArrayList<>();
        ZonedDateTime time = START.atZone(ZoneOffset.UTC);
        for (int i = 0; i < 12; i++) {
            time = other.nextExecution(time).orElseThrow();
            expected.add(time.toLocalDateTime());
        }

        assertThat(next(expression, START, expected.size())).as(expression).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 0 30 2 *           | true
            0 0 31 2,4,6,9,11 *  | true
            0 0 30W 2 *          | true
            0 0 L-30 2,4 *       | true
            0 0 L-29 2 *         | true
            0 0 L-28 2 */7       | false
            0 0 1 * */7          | false
            0 0 */31 2 1#5       | true
            0 0 * 2 1#5          | false
            0 0 29 2 */7         | false
            0 0 30 2 0           | false
            """)
    void what_matches_nothing_is_known_without_a_search(String expression, boolean matchesNothing) {
        CronCalendar calendar = new CronCalendar(CronText.parse(expression));

        assertThat(calendar.matchesNothing()).isEqualTo(matchesNothing);
        assertThat(calendar.nextAfter(LocalDateTime.parse("1999-12-31T23:59:59")) == null)
                .isEqualTo(matchesNothing);
    }

    @Test
    void last_reading_of_the_calendar_has_no_successor() {
        CronCalendar calendar = new CronCalendar(CronText.parse("* * * * * *"));

        assertThat(calendar.nextAfter(LocalDateTime.parse("9999-12-31T23:59:58.9")))
                .isEqualTo("9999-12-31T23:59:59");
        assertThat(calendar.nextAfter(LocalDateTime.parse("9999-12-31T23:59:59")))
                .isNull();
    }

    private static List<LocalDateTime> next(String expression, LocalDateTime after, int count) {
        CronCalendar calendar = new CronCalendar(CronText.parse(expression));
        List<LocalDateTime> times = new ArrayList<>();
        LocalDateTime time = after;
        for (int i = 0; i < count && time != null; i++) {
            time = calendar.nextAfter(time);
            times.add(time);
        }
        return times;
    }

    /** Makes expressions of six fields that match at least once in a few years. */
    private record ExpressionMaker(SplittableRandom random) {

        String plain() {
            boolean byDate = random.nextBoolean();
            boolean byWeekday = random.nextInt(3) == 0;
            return String.join(
                    " ",
                    field(0, 59),
                    field(0, 59),
                    field(0, 23),
                    byDate ? values(1, 28) : "*",
                    random.nextBoolean() ? field(1, 12) : "*",
                    byWeekday ? values(0, 6) : "*");
        }

        private String field(int min, int max) {
            return switch (random.nextInt(4)) {
                case 0 -> "*";
                case 1 -> "*/" + random.nextInt(1, max - min + 1);
                default -> values(min, max);
            };
        }

        private String values(int min, int max) {
            List<String> elements = new ArrayList<>();
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                int first = random.nextInt(min, max + 1);
                int last = random.nextInt(first, max + 1);
                elements.add(
                        switch (random.nextInt(3)) {
                            case 0 -> Integer.toString(first);
                            case 1 -> first + "-" + last;
                            default ->
                                last > first
                                        ? first + "-" + last + "/" + random.nextInt(1, last - first + 1)
                                        : "" + first;
                        });
            }
            return String.join(",", elements);
        }
    }
}
