package io.carillon.engine.schedule;

import java.time.LocalDate;

/**
 * What a month looks like on a calendar sheet.
 *
 * @param length 28 to 31
 * @param firstDayOfWeek the day of the week of the 1st, Sunday is 0
 */
record MonthShape(int length, int firstDayOfWeek) {

    static MonthShape of(int year, int month) {
        LocalDate first = LocalDate.of(year, month, 1);
        return new MonthShape(first.lengthOfMonth(), first.getDayOfWeek().getValue() % 7);
    }

    /** All days, bit 1 is the 1st. */
    long allDays() {
        return (1L << (length + 1)) - 2;
    }

    /** The first day of the month on a day of the week, 1 to 7. */
    int firstOn(int dayOfWeek) {
        return 1 + (dayOfWeek - firstDayOfWeek + 7) % 7;
    }

    /** The days on any of the given days of the week (bit 0 is Sunday). */
    long daysOn(long daysOfWeek) {
        long week = ((daysOfWeek >>> firstDayOfWeek) | (daysOfWeek << (7 - firstDayOfWeek))) & 0x7F;
        long weeks = week | week << 7 | week << 14 | week << 21 | week << 28;
        return (weeks << 1) & allDays();
    }

    /** The day from Monday to Friday that is nearest to a day without leaving the month. */
    long nearestWeekday(int day) {
        int dayOfWeek = (firstDayOfWeek + day - 1) % 7;
        int shift = switch (dayOfWeek) {
            case 6 -> day == 1 ? 2 : -1;
            case 0 -> day == length ? -2 : 1;
            default -> 0;
        };
        return 1L << (day + shift);
    }
}
