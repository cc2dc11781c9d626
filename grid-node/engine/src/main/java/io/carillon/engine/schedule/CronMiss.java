package io.carillon.engine.schedule;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** Which fields of a cron expression a reading of the clock does not match. */
final class CronMiss {

    private static final int SUNDAY = 7;

    private CronMiss() {}

    /** Names of fields as in error messages; empty if the reading matches. */
    static List<String> of(CronExpression expression, LocalDateTime reading) {
        List<String> missed = new ArrayList<>();
        look(expression.second(), reading.getNano() == 0 ? reading.getSecond() : -1, missed);
        look(expression.minute(), reading.getMinute(), missed);
        look(expression.hour(), reading.getHour(), missed);
        look(expression.month(), reading.getMonthValue(), missed);
        MonthShape month = MonthShape.of(reading.getYear(), reading.getMonthValue());
        boolean date = has(
                picked(expression.dayOfMonth(), month) | expression.dayOfMonth().bits(), reading.getDayOfMonth());
        boolean weekday = has(picked(expression.dayOfWeek(), month), reading.getDayOfMonth())
                || has(expression.dayOfWeek().bits(), reading.getDayOfWeek().getValue() % SUNDAY);
        boolean either = !expression.dayOfMonth().startsWithStar()
                && !expression.dayOfWeek().startsWithStar();
        if (either ? !date && !weekday : !date) {
            missed.add(expression.dayOfMonth().field().label());
        }
        if (either ? !date && !weekday : !weekday) {
            missed.add(expression.dayOfWeek().field().label());
        }
        return missed;
    }

    private static void look(FieldElements field, int value, List<String> missed) {
        if (value < 0 || !has(field.bits(), value)) {
            missed.add(field.field().label());
        }
    }

    private static long picked(FieldElements field, MonthShape month) {
        return field.pickedDays().stream()
                .mapToLong(element -> element.daysIn(month))
                .reduce(0, (one, other) -> one | other);
    }

    private static boolean has(long bits, int value) {
        return (bits >>> value & 1) != 0;
    }
}
