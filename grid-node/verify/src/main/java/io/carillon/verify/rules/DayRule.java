package io.carillon.verify.rules;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.function.Predicate;

/** Which dates the two day fields of a cron expression name. */
final class DayRule {
    private static final int DAYS_A_WEEK = 7;
    private static final int LAST_BACK_MAX = 30;
    private static final int NTH_MAX = 5;

    private final Predicate<LocalDate> month;
    private final Predicate<LocalDate> week;
    private final boolean either;

    DayRule(String ofMonth, String ofWeek) {
        month = anyOf(ofMonth, DayRule::ofMonth);
        week = anyOf(ofWeek, DayRule::ofWeek);
        either = !ofMonth.startsWith("*") && !ofWeek.startsWith("*");
    }

    boolean matches(LocalDate date) {
        return either ? month.test(date) || week.test(date) : month.test(date) && week.test(date);
    }

    private interface Reading {
        Predicate<LocalDate> of(String element);
    }

    private static Predicate<LocalDate> anyOf(String field, Reading reading) {
        List<Predicate<LocalDate>> elements = new ArrayList<>();
        for (String element : field.split(",", -1)) {
            elements.add(reading.of(element));
        }
        return date -> elements.stream().anyMatch(element -> element.test(date));
    }

    private static Predicate<LocalDate> ofMonth(String element) {
        String text = element.toUpperCase(Locale.ROOT);
        if (text.equals("L")) {
            return date -> date.getDayOfMonth() == date.lengthOfMonth();
        }
        if (text.equals("LW")) {
            return date -> date.equals(nearestWeekday(date, date.lengthOfMonth()));
        }
        if (text.startsWith("L-")) {
            int back = CronField.digits(text.substring(2));
            if (back < 1 || back > LAST_BACK_MAX) {
                throw new InvalidScheduleException(element + " reaches beyond the month");
            }
            return date -> date.getDayOfMonth() == date.lengthOfMonth() - back;
        }
        if (text.endsWith("W")) {
            int day = CronField.DAY_OF_MONTH.value(text.substring(0, text.length() - 1));
            return date -> day <= date.lengthOfMonth() && date.equals(nearestWeekday(date, day));
        }
        SortedSet<Integer> days = CronField.DAY_OF_MONTH.values(element);
        return date -> days.contains(date.getDayOfMonth());
    }

    /** Saturdays go back a day, Sundays forward, but never over the month's ends. */
    private static LocalDate nearestWeekday(LocalDate inMonth, int dayOfMonth) {
        LocalDate day = inMonth.withDayOfMonth(dayOfMonth);
        if (day.getDayOfWeek() == DayOfWeek.SATURDAY) {
            return dayOfMonth == 1 ? day.plusDays(2) : day.minusDays(1);
        }
        if (day.getDayOfWeek() == DayOfWeek.SUNDAY) {
            return dayOfMonth == day.lengthOfMonth() ? day.minusDays(2) : day.plusDays(1);
        }
        return day;
    }

    private static Predicate<LocalDate> ofWeek(String element) {
        int sharp = element.indexOf('#');
        if (sharp >= 0) {
            int day = CronField.DAY_OF_WEEK.value(element.substring(0, sharp)) % DAYS_A_WEEK;
            int nth = CronField.digits(element.substring(sharp + 1));
            if (nth < 1 || nth > NTH_MAX) {
                throw new InvalidScheduleException(element + ": a month has no such week");
            }
            return date -> weekday(date) == day && (date.getDayOfMonth() - 1) / DAYS_A_WEEK == nth - 1;
        }
        if (element.length() > 1 && element.toUpperCase(Locale.ROOT).endsWith("L")) {
            int day = CronField.DAY_OF_WEEK.value(element.substring(0, element.length() - 1)) % DAYS_A_WEEK;
            return date -> weekday(date) == day && date.getDayOfMonth() + DAYS_A_WEEK > date.lengthOfMonth();
        }
        SortedSet<Integer> days = CronField.DAY_OF_WEEK.values(element);
        return date -> days.contains(weekday(date));
    }

    /** Sunday is 0. */
    private static int weekday(LocalDate date) {
        return date.getDayOfWeek().getValue() % DAYS_A_WEEK;
    }
}
