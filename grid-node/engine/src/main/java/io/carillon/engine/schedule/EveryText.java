package io.carillon.engine.schedule;

import static io.carillon.engine.schedule.CronText.quoted;

import io.carillon.domain.schedule.ScheduleSpec.Every;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code @every 90s}: days, hours, minutes and seconds in this order, each at most once, as in {@code 1h30m}. */
final class EveryText {

    private static final String WORD = "@every";

    /** Nine digits of any unit fit a duration with room to spare. */
    private static final Pattern PERIOD =
            Pattern.compile("(?:([0-9]{1,9})d)?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?");

    private EveryText() {}

    /** Whether the text means to be one; its author then hears about periods, not about cron. */
    static boolean begins(String text) {
        List<String> words = CronText.fieldsOf(text);
        return !words.isEmpty() && words.get(0).equals(WORD);
    }

    /** @throws ScheduleTextException saying what is wrong with the text */
    static Duration parse(String text) {
        CronText.requireReadable(text);
        List<String> words = CronText.fieldsOf(text);
        if (words.size() != 2) {
            throw ScheduleTextException.inSchedule("@every takes one period without blanks, as in @every 1h30m");
        }
        Matcher parts = PERIOD.matcher(words.get(1));
        if (!parts.matches()) {
            throw ScheduleTextException.inSchedule("the period " + quoted(words.get(1))
                    + " is not understood; write whole days, hours, minutes and seconds, as in 90s, 1h30m or 2d");
        }
        Duration period = Duration.ofDays(count(parts.group(1)))
                .plusHours(count(parts.group(2)))
                .plusMinutes(count(parts.group(3)))
                .plusSeconds(count(parts.group(4)));
        if (period.compareTo(Every.PERIOD_MIN) < 0 || period.compareTo(Every.PERIOD_MAX) > 0) {
            throw ScheduleTextException.inSchedule("the period " + quoted(words.get(1)) + " is not between "
                    + Every.PERIOD_MIN.toSeconds() + "s and " + Every.PERIOD_MAX.toDays() + "d");
        }
        return period;
    }

    private static long count(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
