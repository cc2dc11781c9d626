package io.carillon.engine.schedule;

import static io.carillon.engine.schedule.CronText.quoted;

import io.carillon.engine.schedule.CronElement.BeforeLastDay;
import io.carillon.engine.schedule.CronElement.LastDayOfWeek;
import io.carillon.engine.schedule.CronElement.LastWeekday;
import io.carillon.engine.schedule.CronElement.NearestWeekday;
import io.carillon.engine.schedule.CronElement.NthDayOfWeek;
import io.carillon.engine.schedule.CronElement.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads one field of a cron expression: elements between commas, each a star, a value, a range, or a picked day. */
final class FieldReader {

    private static final int SUNDAY = 0;
    private static final int SUNDAY_AFTER_SATURDAY = 7;
    private static final int WEEKS_MAX = 5;
    private static final int DAYS_BEFORE_LAST_MAX = 30;

    private final CronField field;

    FieldReader(CronField field) {
        this.field = field;
    }

    /** @throws ScheduleTextException naming the field */
    FieldElements read(String text) {
        List<CronElement> elements = new ArrayList<>();
        for (String element : text.split(",", -1)) {
            elements.add(element(element));
        }
        return new FieldElements(field, text.startsWith("*"), elements);
    }

    private CronElement element(String text) {
        if (text.isEmpty()) {
            throw refusal("the list has an empty element");
        }
        if (text.indexOf('?') >= 0) {
            throw refusal("'?' is not supported, '*' stands for any value"
                    + " (and days of the week count from Sunday = 0 here, in Quartz from 1)");
        }
        CronElement picked = switch (field) {
            case DAY_OF_MONTH -> pickedDayOfMonth(text.toUpperCase(Locale.ROOT));
            case DAY_OF_WEEK -> pickedDayOfWeek(text.toUpperCase(Locale.ROOT));
            case SECOND, MINUTE, HOUR, MONTH -> null;
        };
        return picked == null ? values(text) : picked;
    }

    private @Nullable CronElement pickedDayOfMonth(String text) {
        if (text.equals("L")) {
            return new BeforeLastDay(0);
        }
        if (text.equals("LW")) {
            return new LastWeekday();
        }
        if (text.startsWith("L-")) {
            return new BeforeLastDay(number(text.substring(2), 1, DAYS_BEFORE_LAST_MAX));
        }
        if (text.endsWith("W")) {
            return new NearestWeekday(value(text.substring(0, text.length() - 1)));
        }
        return null;
    }

    private @Nullable CronElement pickedDayOfWeek(String text) {
        if (text.equals("L")) {
            throw refusal(
                    "'L' needs a day, as in 5L for the last Friday; for the last day of the week write SAT or SUN");
        }
        int hash = text.indexOf('#');
        if (hash >= 0) {
            return new NthDayOfWeek(value(text.substring(0, hash)) % 7, number(text.substring(hash + 1), 1, WEEKS_MAX));
        }
        if (text.endsWith("L")) {
            return new LastDayOfWeek(value(text.substring(0, text.length() - 1)) % 7);
        }
        return null;
    }

    private Values values(String text) {
        int slash = text.indexOf('/');
        boolean stepped = slash >= 0;
        String range = stepped ? text.substring(0, slash) : text;
        int step = stepped ? number(text.substring(slash + 1), 1, field.valueCount()) : 1;
        if (range.equals("*")) {
            return new Values(field.min(), field.min() + field.valueCount() - 1, step, false);
        }
        int dash = range.indexOf('-');
        if (dash < 0) {
            int first = value(range);
            return stepped ? new Values(first, field.max(), step, false) : new Values(first, first, 1, true);
        }
        int first = value(range.substring(0, dash));
        int last = lastOfRange(first, range.substring(dash + 1));
        if (last < first) {
            throw refusal(quoted(range) + " runs backwards; " + insteadOf(first, last));
        }
        return new Values(first, last, step, false);
    }

    private String insteadOf(int first, int last) {
        return field == CronField.DAY_OF_WEEK
                ? "only a range that ends in SUN may pass the end of the week"
                : "a range that passes the end is written in two, as in " + first + "-" + field.max() + ","
                        + field.min() + "-" + last;
    }

    /** A range that ends in the name SUN, as SAT-SUN does, means the Sunday after its first day. */
    private int lastOfRange(int first, String text) {
        int last = value(text);
        boolean namesSunday = field == CronField.DAY_OF_WEEK && field.valueOfName(text) == SUNDAY;
        return namesSunday && first > SUNDAY ? SUNDAY_AFTER_SATURDAY : last;
    }

    private int value(String text) {
        int named = field.valueOfName(text);
        if (named >= 0) {
            return named;
        }
        if (!isDigits(text)) {
            throw refusal(quoted(text) + " is not understood; values are " + field.accepted());
        }
        return number(text, field.min(), field.max());
    }

    private int number(String text, int min, int max) {
        if (text.isEmpty()) {
            throw refusal("a number is missing");
        }
        if (!isDigits(text)) {
            throw refusal(quoted(text) + " is not a number from " + min + " to " + max);
        }
        if (text.length() > 2) {
            throw refusal(quoted(text) + " has more than two digits");
        }
        int number = Integer.parseInt(text);
        if (number < min || number > max) {
            throw refusal(number + " is not between " + min + " and " + max);
        }
        return number;
    }

    private static boolean isDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private ScheduleTextException refusal(String message) {
        return ScheduleTextException.inCron(field, message);
    }
}
