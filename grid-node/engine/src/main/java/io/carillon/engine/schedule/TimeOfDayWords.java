package io.carillon.engine.schedule;

import com.cronutils.descriptor.CronDescriptor;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.parser.CronParser;
import io.carillon.engine.schedule.CronElement.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The time of day of a cron expression in English.
 *
 * <p>A few times of day are written as on a clock. The words for rhythms are cron-utils'. It is given only what it says
 * well, in a form it reads right: steps have both ends, an uneven step that gives two values is those values, and where
 * the hours are neither all nor every so many, we name them.
 */
final class TimeOfDayWords {

    /** Beyond so many the list of times hides the pattern. */
    private static final int CLOCK_TIMES_MAX = 6;

    private static final CronParser PARSER = new CronParser(CronDefinitionBuilder.defineCron()
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
            .and()
            .withMonth()
            .and()
            .withDayOfWeek()
            .and()
            .instance());

    private static final CronDescriptor DESCRIPTOR = CronDescriptor.instance(Locale.ENGLISH);

    private final FieldElements second;
    private final FieldElements minute;
    private final FieldElements hour;

    TimeOfDayWords(CronExpression expression) {
        second = expression.second();
        minute = expression.minute();
        hour = expression.hour();
    }

    String inWords() {
        return isFewTimes() ? "at " + EnglishWords.list(clockTimes()) : rhythm();
    }

    /** Whether the day has so few times that they are listed. */
    boolean isFewTimes() {
        return second.valuesCount() * minute.valuesCount() * hour.valuesCount() <= CLOCK_TIMES_MAX;
    }

    private List<String> clockTimes() {
        boolean wholeMinutes = second.bits() == 1;
        List<String> times = new ArrayList<>();
        valuesOf(hour)
                .forEach(h -> valuesOf(minute)
                        .forEach(m -> valuesOf(second)
                                .forEach(s -> times.add(twoDigits(h) + ":" + twoDigits(m)
                                        + (wholeMinutes ? "" : ":" + twoDigits(s))))));
        return times;
    }

    private String rhythm() {
        boolean onceAnHour = second.valuesCount() == 1 && minute.valuesCount() == 1;
        boolean minutesNamed = second.valuesCount() > 1 && !minute.isEveryValue();
        boolean hoursNamed = !hour.isEveryValue() && !(onceAnHour && isEvenRhythm(hour));
        String text = cronText(second) + " " + (minutesNamed ? "*" : cronText(minute)) + " "
                + (hoursNamed ? "*" : cronText(hour)) + " * * *";
        return DESCRIPTOR.describe(PARSER.parse(text))
                + (minutesNamed ? " in " + numbered(minute) : "")
                + (minutesNamed && hoursNamed ? " of " + numbered(hour) : "")
                + (!minutesNamed && hoursNamed ? " in " + numbered(hour) : "");
    }

    private static String numbered(FieldElements field) {
        return EnglishWords.numbered(field.field().label(), EnglishWords.names(field, Integer::toString));
    }

    private static boolean isEvenRhythm(FieldElements field) {
        return field.elements().size() == 1
                && field.elements().get(0) instanceof Values values
                && values.last() == field.field().max()
                && isEven(values);
    }

    /** Every so many, without a shorter gap where the field begins anew. */
    private static boolean isEven(Values values) {
        return values.first() == 0 && values.last() + 1 == values.count() * values.step();
    }

    private static String cronText(FieldElements field) {
        if (field.isEveryValue()) {
            return "*";
        }
        return field.elements().stream()
                .filter(Values.class::isInstance)
                .map(element -> cronText((Values) element, field.field()))
                .distinct()
                .collect(Collectors.joining(","));
    }

    private static String cronText(Values values, CronField field) {
        boolean whole = values.first() == field.min() && values.last() == field.max();
        if (values.count() == 1 || (values.count() == 2 && !(whole && isEven(values)))) {
            return values.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
        }
        return (whole ? "*" : values.first() + "-" + values.last()) + (values.step() == 1 ? "" : "/" + values.step());
    }

    private static LongStream valuesOf(FieldElements field) {
        return LongStream.rangeClosed(field.field().min(), field.field().max())
                .filter(value -> (field.bits() >>> value & 1) != 0);
    }

    private static String twoDigits(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }
}
