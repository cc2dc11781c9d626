package io.carillon.engine.schedule;

import io.carillon.domain.schedule.LocalCalendar;
import io.carillon.engine.schedule.CronElement.PickedDay;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The readings that match a cron expression, found field by field: each field is a set of bits, and the days of a month
 * are one more, made when the search enters the month.
 *
 * <p>Days: where day of month and day of week are both restricted, either is enough; otherwise both must match. A field
 * that starts with a star is not restricted. The Gregorian calendar repeats every 400 years, weekdays included, so an
 * expression without a day in 400 years has none at all.
 */
final class CronCalendar implements LocalCalendar {

    private static final int YEAR_MAX = 9999;
    private static final int CALENDAR_CYCLE_YEARS = 400;
    private static final int HOURS_OF_DAY = 24;
    private static final int MONTHS_OF_YEAR = 12;
    private static final int LEAP_YEAR = 2024;

    private final long seconds;
    private final long minutes;
    private final long hours;
    private final long floatingHours;
    private final long months;
    private final long daysOfMonth;
    private final List<PickedDay> pickedDaysOfMonth;
    private final long daysOfWeek;
    private final List<PickedDay> pickedDaysOfWeek;
    private final boolean eitherDayMatches;
    private final LocalTime firstTime;
    private final boolean matchesNothing;

    CronCalendar(CronExpression expression) {
        seconds = expression.second().bits();
        minutes = expression.minute().bits();
        hours = expression.hour().bits();
        floatingHours = expression.hour().floatingBits();
        months = expression.month().bits();
        daysOfMonth = expression.dayOfMonth().bits();
        pickedDaysOfMonth = expression.dayOfMonth().pickedDays();
        daysOfWeek = expression.dayOfWeek().bits();
        pickedDaysOfWeek = expression.dayOfWeek().pickedDays();
        eitherDayMatches = !expression.dayOfMonth().startsWithStar()
                && !expression.dayOfWeek().startsWithStar();
        firstTime = LocalTime.of(lowest(hours), lowest(minutes), lowest(seconds));
        matchesNothing = firstDayFrom(2000, 1, 2000 + CALENDAR_CYCLE_YEARS) == null;
    }

    /** True where no date has the days the expression asks for, as the 30th of February. */
    boolean matchesNothing() {
        return matchesNothing;
    }

    @Override
    public boolean isFixedHour(int hour) {
        return !has(floatingHours, hour);
    }

    /** Who leaves out an hour leaves more than an hour between two readings; who leaves out a day does so all the more. */
    @Override
    public boolean isSparse() {
        boolean oneAnHour = Long.bitCount(minutes) * Long.bitCount(seconds) == 1;
        return oneAnHour || Long.bitCount(hours) < HOURS_OF_DAY || !matchesEveryDay();
    }

    private boolean matchesEveryDay() {
        for (int month = 1; month <= MONTHS_OF_YEAR; month++) {
            if (!has(months, month)
                    || daysIn(LEAP_YEAR, month)
                            != MonthShape.of(LEAP_YEAR, month).allDays()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public @Nullable LocalDateTime nextAfter(LocalDateTime reading) {
        LocalDateTime from = reading.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        int year = from.getYear();
        int month = from.getMonthValue();
        int day = from.getDayOfMonth();
        if (matchesNothing || year > YEAR_MAX) {
            return null;
        }
        if (has(months, month)) {
            long days = daysIn(year, month);
            if (has(days, day)) {
                LocalTime time = firstTimeFrom(from.getHour(), from.getMinute(), from.getSecond());
                if (time != null) {
                    return LocalDateTime.of(from.toLocalDate(), time);
                }
            }
            long laterDays = from(days, day + 1);
            if (laterDays != 0) {
                return LocalDate.of(year, month, lowest(laterDays)).atTime(firstTime);
            }
        }
        LocalDate date = firstDayFrom(year, month + 1, YEAR_MAX + 1);
        return date == null ? null : date.atTime(firstTime);
    }

    /** Day by day only as far as a month's days are bits: a year costs twelve sums. */
    @Override
    public long count(LocalDateTime after, LocalDateTime upTo) {
        LocalDate first = after.toLocalDate();
        LocalDate last = upTo.toLocalDate();
        if (matchesNothing || !after.isBefore(upTo)) {
            return 0;
        }
        if (first.equals(last)) {
            return matches(first) ? timesUpTo(upTo.toLocalTime()) - timesUpTo(after.toLocalTime()) : 0;
        }
        long perDay = (long) Long.bitCount(hours) * Long.bitCount(minutes) * Long.bitCount(seconds);
        long n = matches(first) ? perDay - timesUpTo(after.toLocalTime()) : 0;
        n += daysBetween(first, last) * perDay;
        return n + (matches(last) ? timesUpTo(upTo.toLocalTime()) : 0);
    }

    /** Matching days strictly between two dates. */
    private long daysBetween(LocalDate first, LocalDate last) {
        long n = 0;
        LocalDate month = first.withDayOfMonth(1);
        for (LocalDate end = last.withDayOfMonth(1); !month.isAfter(end); month = month.plusMonths(1)) {
            int number = month.getMonthValue();
            if (!has(months, number)) {
                continue;
            }
            long days = daysIn(month.getYear(), number);
            if (isMonthOf(first, month)) {
                days = from(days, first.getDayOfMonth() + 1);
            }
            if (isMonthOf(last, month)) {
                days &= ~from(-1L, last.getDayOfMonth());
            }
            n += Long.bitCount(days);
        }
        return n;
    }

    private boolean matches(LocalDate date) {
        return has(months, date.getMonthValue())
                && has(daysIn(date.getYear(), date.getMonthValue()), date.getDayOfMonth());
    }

    private static boolean isMonthOf(LocalDate date, LocalDate month) {
        return date.getYear() == month.getYear() && date.getMonthValue() == month.getMonthValue();
    }

    /** How many times of day match up to and including this one. */
    private long timesUpTo(LocalTime time) {
        long inEarlierHours =
                (long) countBelow(hours, time.getHour()) * Long.bitCount(minutes) * Long.bitCount(seconds);
        if (!has(hours, time.getHour())) {
            return inEarlierHours;
        }
        long inEarlierMinutes = (long) countBelow(minutes, time.getMinute()) * Long.bitCount(seconds);
        long inThisMinute = has(minutes, time.getMinute()) ? countBelow(seconds, time.getSecond() + 1) : 0;
        return inEarlierHours + inEarlierMinutes + inThisMinute;
    }

    private static int countBelow(long bits, int value) {
        return Long.bitCount(bits & ~from(-1L, value));
    }

    private @Nullable LocalTime firstTimeFrom(int hour, int minute, int second) {
        if (has(hours, hour)) {
            long laterSeconds = from(seconds, second);
            if (has(minutes, minute) && laterSeconds != 0) {
                return LocalTime.of(hour, minute, lowest(laterSeconds));
            }
            long laterMinutes = from(minutes, minute + 1);
            if (laterMinutes != 0) {
                return LocalTime.of(hour, lowest(laterMinutes), firstTime.getSecond());
            }
        }
        long laterHours = from(hours, hour + 1);
        return laterHours == 0 ? null : firstTime.withHour(lowest(laterHours));
    }

    /** The first matching day from the 1st of a month (13 is the next January) to the end of the year before the bound. */
    private @Nullable LocalDate firstDayFrom(int startYear, int startMonth, int endYear) {
        int month = startMonth;
        for (int year = startYear; year < endYear; year++) {
            for (long later = from(months, month); later != 0; later &= later - 1) {
                long days = daysIn(year, lowest(later));
                if (days != 0) {
                    return LocalDate.of(year, lowest(later), lowest(days));
                }
            }
            month = 1;
        }
        return null;
    }

    private long daysIn(int year, int month) {
        MonthShape shape = MonthShape.of(year, month);
        long byDate = (daysOfMonth | picked(pickedDaysOfMonth, shape)) & shape.allDays();
        long byWeekday = shape.daysOn(daysOfWeek) | picked(pickedDaysOfWeek, shape);
        return eitherDayMatches ? byDate | byWeekday : byDate & byWeekday;
    }

    private static long picked(List<PickedDay> elements, MonthShape month) {
        long days = 0;
        for (PickedDay element : elements) {
            days |= element.daysIn(month);
        }
        return days;
    }

    private static boolean has(long bits, int value) {
        return (bits >>> value & 1) != 0;
    }

    /** The bits from a value on; values stay below 64. */
    private static long from(long bits, int value) {
        return bits & (-1L << value);
    }

    private static int lowest(long bits) {
        return Long.numberOfTrailingZeros(bits);
    }
}
