package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.schedule.FixedRate;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec.Cron;
import io.carillon.domain.schedule.ScheduleSpec.Every;
import io.carillon.domain.schedule.ScheduleSpec.OneOff;
import io.carillon.engine.schedule.ScheduleReading.Refused;
import io.carillon.engine.schedule.ScheduleReading.Understood;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleReaderTest {

    private static final Instant NOW = Instant.parse("2024-05-20T10:00:00Z");

    private final ScheduleReader reader = new ScheduleReader();

    @Test
    void cron_text_is_kept_as_written() {
        ScheduleReading reading = reader.read(" 0  12 * * mon", "Europe/Berlin", NOW);

        assertThat(reading).isInstanceOfSatisfying(Understood.class, understood -> {
            assertThat(understood.spec()).isEqualTo(new Cron(" 0  12 * * mon", "Europe/Berlin"));
            assertThat(understood.schedule().nextAfter(NOW)).isEqualTo("2024-05-27T10:00:00Z");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "@every 90s, PT90S",
        "@every 1h30m, PT90M",
        "@every 1d, PT24H",
        "@every 366d, PT8784H",
        "@every 1d1h1m1s, PT25H1M1S",
        "@every 90m, PT90M",
        "'  @every \t 01s ', PT1S",
    })
    void fixed_rate_counts_from_creation(String text, Duration period) {
        assertThat(reader.read(text, "UTC", NOW))
                .isEqualTo(new Understood(new Every(period, NOW), new FixedRate(NOW, period.toSeconds())));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            @every             | one period without blanks
            @every 1h 30m      | one period without blanks
            @every 0s          | not between 1s and 366d
            @every 0h0m        | not between 1s and 366d
            @every 366d1s      | not between 1s and 366d
            @every 999999999d  | not between 1s and 366d
            @every 9999999999s | is not understood
            @every 90          | is not understood
            @every 1.5h        | is not understood
            @every -5s         | is not understood
            @every +5s         | is not understood
            @every 500ms       | is not understood
            @every 1m1h        | is not understood
            @every 1H          | is not understood
            @every s           | is not understood
            @everyone 5s       | no nickname '@everyone'
            @Every 5s          | no nickname '@Every'
            @every5s           | no nickname '@every5s'
            """)
    void periods_that_are_none_are_refused(String text, String message) {
        assertRefused(text, "UTC", "schedule", message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            europe/berlin | but there is Europe/Berlin
            GMT+2         | no time zone 'GMT+2'
            +02:00        | no time zone '+02:00'
            Z             | no time zone 'Z'
            ''            | names are like Europe/Berlin or UTC
            """)
    void unknown_zones_are_refused_for_every_kind_of_schedule(String zone, String message) {
        assertRefused("0 0 * * *", zone, "time_zone", message);
        assertRefused("@every 90s", zone, "time_zone", message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 0 30 2 *        | UTC
            0 0 31W 4 *       | UTC
            30 2-2 * 3 0L     | Europe/Berlin
            """)
    void what_never_falls_due_is_refused_but_compiles(String cron, String zone) {
        assertRefused(cron, zone, "schedule", "never falls due");
        assertThat(reader.compile(new Cron(cron, zone)).nextAfter(NOW)).isNull();
    }

    @Test
    void one_compiled_schedule_serves_all_jobs_with_its_text() {
        Schedule first = reader.compile(new Cron("0 0 * * *", "UTC"));

        assertThat(reader.compile(new Cron("0 0 * * *", "UTC"))).isSameAs(first);
        assertThat(reader.compile(new Cron("0 0 * * *", "Etc/UTC"))).isNotSameAs(first);
    }

    @Test
    void more_texts_than_are_kept_compile_all_the_same() {
        for (int i = 0; i < 12_000; i++) {
            String cron = i % 60 + " " + i / 60 % 60 + " " + i / 3600 + " * * *";
            assertThat(reader.compile(new Cron(cron, "UTC")).nextAfter(NOW)).isNotNull();
        }
    }

    @Test
    void stored_text_that_means_nothing_throws() {
        assertThatThrownBy(() -> reader.compile(new Cron("0 0 * * 8", "UTC")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("day of week: 8 is not between 0 and 7");
    }

    @Test
    void one_off_is_due_once() {
        Schedule schedule = reader.compile(new OneOff(NOW));

        assertThat(schedule.nextAfter(NOW.minusNanos(1))).isEqualTo(NOW);
        assertThat(schedule.nextAfter(NOW)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            * * * * *            | every minute
            * * * * * *          | every second
            */5 * * * *          | every 5 minutes
            */30 * * * *         | every 30 minutes
            */59 * * * *         | at 0 and 59 minutes
            0 * * * *            | every hour
            15 */2 * * *         | every 2 hours at minute 15
            30 2 * * *           | at 02:30 every day
            15 30 2 * * *        | at 02:30:15 every day
            0,30 8,9 * * 1-5     | at 08:00, 08:30, 09:00 and 09:30 on Monday through Friday
            0 22-23,0-2 * * *    | at 00:00, 01:00, 02:00, 22:00 and 23:00 every day
            */5 9-17 * * *       | every 5 minutes in hours 9 through 17
            * 2 * * *            | every minute in hour 2
            30 2,9-17 * * *      | every hour at minute 30 in hours 2 and 9 through 17
            */7 59 23 * * *      | every 7 seconds in minute 59 of hour 23
            0 0 1 1 *            | at 00:00 on day 1 of the month in January
            0 0 1,15 */3 *       | at 00:00 on days 1 and 15 of the month in January, April, July and October
            0 0 1-7 * *          | at 00:00 on days 1 through 7 of the month
            0 0 */10 * *         | at 00:00 on every 10th day from day 1 to day 31 of the month
            0 0 1,L * *          | at 00:00 on day 1 of the month and the last day of the month
            0 0 L-1 * *          | at 00:00 on the day before the last day of the month
            0 0 L-3 * *          | at 00:00 on the 3rd day before the last day of the month
            0 0 LW * *           | at 00:00 on the last weekday of the month
            0 0 15W * *          | at 00:00 on the weekday nearest day 15 of the month
            0 0 * * FRI-SUN      | at 00:00 on Friday through Sunday
            0 0 * * 7            | at 00:00 on Sunday
            0 0 * * 1#2,5L       | at 00:00 on the 2nd Monday of the month and the last Friday of the month
            0 0 13 * 5           | at 00:00 on day 13 of the month or on Friday
            0 0 13 * */5         | at 00:00 on day 13 of the month if that is Sunday or Friday
            0 0 * MAR-MAY *      | at 00:00 every day in March through May
            @weekly              | at 00:00 on Sunday
            """)
    void description_says_it_in_english(String cron, String words) {
        assertThat(reader.describe(new Cron(cron, "Europe/Berlin"))).isEqualTo(words + ", Europe/Berlin time");
    }

    @Test
    void rates_and_one_offs_are_described_too() {
        assertThat(reader.describe(new Every(Duration.ofMinutes(90), NOW)))
                .isEqualTo("every 1 hour 30 minutes, counted from 2024-05-20T10:00:00Z");
        assertThat(reader.describe(new OneOff(NOW))).isEqualTo("once, at 2024-05-20T10:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({"tr-TR, Asia/Tokyo", "ar-EG-u-nu-arab, Africa/Cairo", "de-DE, America/Sao_Paulo"})
    void default_locale_and_zone_change_nothing(String tag, String zone) {
        Locale localeBefore = Locale.getDefault();
        TimeZone zoneBefore = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag(tag));
            TimeZone.setDefault(TimeZone.getTimeZone(zone));

            assertThat(reader.describe(new Cron("30 2 L * fri", "UTC")))
                    .isEqualTo("at 02:30 on the last day of the month or on Friday, UTC time");
            assertThat(reader.describe(new Cron("7-59/13 3-23 * * *", "UTC")))
                    .isEqualTo("every 13 minutes between 7 and 59 in hours 3 through 23, UTC time");
            assertThat(reader.compile(new Cron("30 2 * * fri", "Europe/Berlin")).nextAfter(NOW))
                    .isEqualTo("2024-05-24T00:30:00Z");
            assertRefused("@every 400d", "UTC", "schedule", "'400d' is not between 1s and 366d");
        } finally {
            Locale.setDefault(localeBefore);
            TimeZone.setDefault(zoneBefore);
        }
    }

    private void assertRefused(String schedule, String zone, String field, String message) {
        ScheduleReading reading = reader.read(schedule, zone, NOW);

        assertThat(reading).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.field()).isEqualTo(field);
            assertThat(refused.message()).contains(message);
        });
    }
}
