package io.carillon.verify.rules;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** A cron expression, spelled out: which dates, and which times of such a day. */
final class CronText {
    private static final int LENGTH_MAX = 1_000;

    private static final Map<String, String> NAMES = Map.of(
            "@hourly", "0 * * * *",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@weekly", "0 0 * * 0",
            "@monthly", "0 0 1 * *",
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *");

    private final SortedSet<Integer> months;
    private final DayRule days;
    private final List<LocalTime> times;
    private final boolean[] floating;

    private CronText(String second, String minute, String hour, String day, String month, String week) {
        months = all(CronField.MONTH, month);
        days = new DayRule(day, week);
        SortedSet<Integer> seconds = all(CronField.SECOND, second);
        SortedSet<Integer> minutes = all(CronField.MINUTE, minute);
        times = new ArrayList<>();
        for (int h : all(CronField.HOUR, hour)) {
            for (int m : minutes) {
                for (int s : seconds) {
                    times.add(LocalTime.of(h, m, s));
                }
            }
        }
        floating = floatingHours(hour);
    }

    /** @throws InvalidScheduleException if the text means nothing */
    static CronText parse(String text) {
        if (text.length() > LENGTH_MAX || !text.matches("[ \\t!-~]*")) {
            throw new InvalidScheduleException("a schedule is one line of at most " + LENGTH_MAX + " ASCII characters");
        }
        String trimmed = text.strip();
        String spelled = NAMES.getOrDefault(trimmed, trimmed);
        String[] fields = spelled.split("[ \\t]+", -1);
        if (fields.length == 5) {
            return new CronText("0", fields[0], fields[1], fields[2], fields[3], fields[4]);
        }
        if (fields.length == 6) {
            return new CronText(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]);
        }
        throw new InvalidScheduleException("'" + text + "' has " + fields.length + " fields, not 5 or 6");
    }

    private static SortedSet<Integer> all(CronField field, String text) {
        SortedSet<Integer> values = new TreeSet<>();
        for (String element : text.split(",", -1)) {
            values.addAll(field.values(element));
        }
        return values;
    }

    /** An hour floats if some element with a star, a range or a step produces it. */
    private static boolean[] floatingHours(String hours) {
        boolean[] floating = new boolean[24];
        for (String element : hours.toUpperCase(Locale.ROOT).split(",", -1)) {
            if (element.contains("*") || element.contains("-") || element.contains("/")) {
                CronField.HOUR.values(element).forEach(hour -> floating[hour] = true);
            }
        }
        return floating;
    }

    boolean names(LocalDate date) {
        return months.contains(date.getMonthValue()) && days.matches(date);
    }

    /** The times of a day that is named, in order. */
    List<LocalTime> times() {
        return times;
    }

    boolean isFixed(LocalDateTime reading) {
        return !floating[reading.getHour()];
    }
}
