package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5          | 5
            05         | 5
            0-59/20    | 0 20 40
            */20       | 0 20 40
            */60       | 0
            */59       | 0 59
            50/4       | 50 54 58
            59/60      | 59
            1-5/10     | 1
            7-7        | 7
            3,1,1-2    | 1 2 3
            */30,*/20  | 0 20 30 40
            """)
    void minutes_are_the_values_of_all_elements(String minute, String values) {
        assertThat(bits(CronText.parse(minute + " * * * *").minute())).isEqualTo(values);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            7          | 0
            SUN        | 0
            sAt        | 6
            5-7        | 0 5 6
            0-7        | 0 1 2 3 4 5 6
            7-7        | 0
            FRI-SUN    | 0 5 6
            5-SUN      | 0 5 6
            SUN-TUE    | 0 1 2
            SUN-SUN    | 0
            MON-SUN/2  | 0 1 3 5
            1/2        | 0 1 3 5
            */2        | 0 2 4 6
            */7        | 0
            SUN/3      | 0 3 6
            """)
    void days_of_the_week_begin_and_end_with_sunday(String dayOfWeek, String values) {
        assertThat(bits(CronText.parse("0 0 * * " + dayOfWeek).dayOfWeek())).isEqualTo(values);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2          | ''
            2,4        | ''
            2,9-11     | 9 10 11
            2,1-3      | 1 2 3
            2-2        | 2
            */12       | 0 12
            22/1       | 22 23
            2,*/12     | 0 12
            """)
    void hours_of_stars_ranges_and_steps_float(String hour, String floating) {
        long bits = CronText.parse("0 " + hour + " * * *").hour().floatingBits();

        assertThat(listed(bits)).isEqualTo(floating);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "* * * * *",
                "\t0  0 *\t* * ",
                "0 0 0 1 1 0",
                "0 0 l * *",
                "0 0 1,15w,lw,L-3 * *",
                "0 0 L-30,31W * *",
                "0 0 * jan-DEC mon-sun",
                "0 0 * JAN/3 *",
                "0 0 * * 0#5,7L,suNl,MON#1",
                "@hourly",
                " @daily ",
                "@midnight",
                "@weekly",
                "@monthly",
                "@yearly",
                "@annually"
            })
    void these_are_valid(String text) {
        assertThat(CronText.parse(text)).isNotNull();
    }

    @Test
    void a_thousand_characters_are_enough() {
        assertThat(CronText.parse("0 0 * * *" + " ".repeat(991))).isNotNull();
        assertRefused("0 0 * * *" + " ".repeat(992), "1001 characters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ""                     | empty
            * * * *                | 4 field(s)
            0 0 12 * * 1-5 2024    | 7 field(s)
            60 * * * *             | minute: 60 is not between 0 and 59
            * 24 * * *             | hour: 24 is not between 0 and 23
            * * 0 * *              | day of month: 0 is not between 1 and 31
            * * * 13 *             | month: 13 is not between 1 and 12
            * * * * 8              | day of week: 8 is not between 0 and 7
            60 * * * * *           | second: 60
            000 * * * *            | minute: '000' has more than two digits
            99999999999999999999999999999999999 * * * * | more than two digits
            */61 * * * *           | minute: 61 is not between 1 and 60
            * */25 * * *           | hour: 25 is not between 1 and 24
            * * */32 * *           | day of month: 32 is not between 1 and 31
            * * * */13 *           | month: 13 is not between 1 and 12
            * * * * */8            | day of week: 8 is not between 1 and 7
            */0 * * * *            | minute: 0 is not between 1 and 60
            5/0 * * * *            | minute: 0 is not between 1 and 60
            /5 * * * *             | minute: a number is missing
            */ * * * *             | minute: a number is missing
            1- * * * *             | minute: a number is missing
            -1 * * * *             | minute: a number is missing
            1-2-3 * * * *          | minute: '2-3' is not understood
            1/2/3 * * * *          | minute: '2/3' is not a number
            *-5 * * * *            | minute: '*' is not understood
            ** * * * *             | minute: '**' is not understood
            +5 * * * *             | minute: '+5' is not understood
            5.0 * * * *            | minute: '5.0' is not understood
            5-1 * * * *            | minute: '5-1' runs backwards
            * 22-2 * * *           | as in 22-23,0-2
            * * * DEC-FEB *        | month: 'DEC-FEB' runs backwards
            * * * * SAT-MON        | only a range that ends in SUN
            * * * * FRI-0          | runs backwards
            1,,2 * * * *           | empty element
            , * * * *              | empty element
            JAN * * * *            | minute: 'JAN' is not understood
            * * * MON *            | month: 'MON' is not understood; values are 1 to 12 or JAN to DEC
            * * * JANUARY *        | month: 'JANUARY' is not understood
            * * * * JAN            | day of week: 'JAN' is not understood
            L * * * *              | minute: 'L'
            * * * L *              | month: 'L'
            * * L-0 * *            | 0 is not between 1 and 30
            * * L-31 * *           | 31 is not between 1 and 30
            * * L-3W * *           | '3W' is not a number
            * * L/2 * *            | day of month: 'L'
            * * W * *              | day of month: a number is missing
            * * W15 * *            | day of month: 'W15'
            * * 0W * *             | day of month: 0
            * * 32W * *            | day of month: 32
            * * 1-5W * *           | day of month: '1-5'
            * * 15W/2 * *          | day of month: '15W'
            * * 5L * *             | day of month: '5L'
            * * 1#1 * *            | day of month: '1#1'
            * * * * L              | day of week: 'L' needs a day
            * * * * LW             | day of week: 'LW'
            * * * * 1W             | day of week: '1W'
            * * * * 8L             | day of week: 8
            * * * * 1-5L           | day of week: '1-5'
            * * * * 1#0            | 0 is not between 1 and 5
            * * * * 1#6            | 6 is not between 1 and 5
            * * * * 1#             | day of week: a number is missing
            * * * * #1             | day of week: a number is missing
            * * * * 1#1#1          | '1#1' is not a number
            * * * * 1#2L           | '2L' is not a number
            * * * * 8#1            | day of week: 8
            * * ? * *              | day of month: '?' is not supported
            * * * * ?              | day of week: '?' is not supported
            H * * * *              | minute: 'H'
            1~5 * * * *            | minute: '1~5'
            1;2 * * * *            | minute: '1;2'
            @reboot                | no nickname '@reboot'
            @Daily                 | no nickname '@Daily'
            @                      | no nickname '@'
            @daily 0               | stands alone
            @daily @daily          | stands alone
            0 @daily * * *         | hour: '@daily'
            """)
    void these_are_refused_with_field_and_reason(String text, String message) {
        assertRefused(text, message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 0 * * *\n",
                "0 0 * * *\n0 1 * * *",
                "0 0\r* * *",
                "0 0\n* * *",
                "0\u000b0 * * *",
                "0\f0 * * *",
                "0\u00a00 * * *",
                "0\u20090 * * *",
                "0 0 * * *\u0000",
                "0 0 * * *\u007f",
                "0 0 * * *\u200b",
                "\uff15 * * * *",
                "\u0665 * * * *",
                "0 0 * * fr\u0131",
                "0 0 * * \u017fun",
                "0 0 * * *\u2028"
            })
    void characters_beyond_printable_ascii_are_refused(String text) {
        assertRefused(text, " at position ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "ar-EG-u-nu-arab", "th-TH-u-nu-thai", "lt-LT"})
    void default_locale_changes_nothing(String tag) {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag(tag));

            assertThat(bits(CronText.parse("0 0 * * fri").dayOfWeek())).isEqualTo("5");
            assertThat(bits(CronText.parse("0 0 * jul *").month())).isEqualTo("7");
            assertThat(CronText.parse("0 0 lw * fril").dayOfMonth().pickedDays())
                    .hasSize(1);
            assertRefused("0 0 * * *\u0131", "U+0131 at position 10");
            assertRefused("61 0 * * *", "61 is not between 0 and 59");
        } finally {
            Locale.setDefault(before);
        }
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> CronText.parse(text))
                .isInstanceOfSatisfying(
                        ScheduleTextException.class,
                        refusal -> assertThat(refusal.field()).isEqualTo("schedule"))
                .hasMessageContaining(message);
    }

    private static String bits(FieldElements field) {
        return listed(field.bits());
    }

    private static String listed(long bits) {
        List<String> values = LongStream.range(0, 64)
                .filter(value -> (bits >>> value & 1) == 1)
                .mapToObj(Long::toString)
                .toList();
        return String.join(" ", values);
    }
}
