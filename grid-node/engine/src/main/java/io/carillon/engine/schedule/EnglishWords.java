package io.carillon.engine.schedule;

import io.carillon.engine.schedule.CronElement.Values;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** English for the pieces of a schedule, whatever the default locale. */
final class EnglishWords {

    private static final String THROUGH = " through ";

    private EnglishWords() {}

    /** 1st, 2nd, 3rd and so on, for 1 to 99. */
    static String ordinal(int number) {
        if (number / 10 == 1) {
            return number + "th";
        }
        return switch (number % 10) {
            case 1 -> number + "st";
            case 2 -> number + "nd";
            case 3 -> number + "rd";
            default -> number + "th";
        };
    }

    /** Sunday is 0 or 7. */
    static String dayOfWeek(int dayOfWeek) {
        return DayOfWeek.of(dayOfWeek == 0 ? 7 : dayOfWeek).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    static String month(int month) {
        return Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    /** "a", "a and b", "a, b and c". */
    static String list(List<String> items) {
        return list(items, "and");
    }

    static String list(List<String> items, String conjunction) {
        int last = items.size() - 1;
        return last < 1
                ? String.join("", items)
                : String.join(", ", items.subList(0, last)) + " " + conjunction + " " + items.get(last);
    }

    /** "hour 2", "hours 2 and 9 through 17". */
    static String numbered(String noun, List<String> names) {
        boolean one = names.size() == 1 && !names.get(0).contains(THROUGH);
        return noun + (one ? " " : "s ") + list(names);
    }

    /** The values of a field one by one, three and more in a row as "a through z". */
    static List<String> names(FieldElements field, IntFunction<String> name) {
        return field.elements().stream()
                .filter(Values.class::isInstance)
                .flatMap(element -> names((Values) element, name).stream())
                .distinct()
                .toList();
    }

    static List<String> names(Values values, IntFunction<String> name) {
        return values.step() == 1 && values.count() > 2
                ? List.of(name.apply(values.first()) + THROUGH + name.apply(values.last()))
                : values.stream().mapToObj(name).toList();
    }

    /** "1 hour 30 minutes"; at least a second. */
    static String period(Duration period) {
        List<String> parts = new ArrayList<>();
        addCount(parts, period.toDaysPart(), "day");
        addCount(parts, period.toHoursPart(), "hour");
        addCount(parts, period.toMinutesPart(), "minute");
        addCount(parts, period.toSecondsPart(), "second");
        return String.join(" ", parts);
    }

    private static void addCount(List<String> parts, long count, String unit) {
        if (count > 0) {
            parts.add(count + " " + unit + (count == 1 ? "" : "s"));
        }
    }
}
