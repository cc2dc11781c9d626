package io.carillon.engine.schedule;

import java.util.List;
import java.util.Locale;

/** A field of a cron expression and the values it takes. */
enum CronField {
    SECOND("second", 0, 59, 60),
    MINUTE("minute", 0, 59, 60),
    HOUR("hour", 0, 23, 24),
    DAY_OF_MONTH("day of month", 1, 31, 31),
    MONTH("month", 1, 12, 12),
    /** Sunday is 0 and 7, so that ranges may begin or end with it. */
    DAY_OF_WEEK("day of week", 0, 7, 7);

    private static final List<String> MONTHS =
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");

    private static final List<String> DAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

    private final String label;
    private final int min;
    private final int max;
    private final int valueCount;

    CronField(String label, int min, int max, int valueCount) {
        this.label = label;
        this.min = min;
        this.max = max;
        this.valueCount = valueCount;
    }

    String label() {
        return label;
    }

    int min() {
        return min;
    }

    int max() {
        return max;
    }

    /** How many different values there are, and so the largest step that means something. */
    int valueCount() {
        return valueCount;
    }

    /** The value of a name in any case, or -1. */
    int valueOfName(String name) {
        int index = names().indexOf(name.toUpperCase(Locale.ROOT));
        return index < 0 ? -1 : min + index;
    }

    /** What may be written, for error messages. */
    String accepted() {
        String numbers = min + " to " + max;
        List<String> names = names();
        return names.isEmpty() ? numbers : numbers + " or " + names.get(0) + " to " + names.get(names.size() - 1);
    }

    private List<String> names() {
        return switch (this) {
            case MONTH -> MONTHS;
            case DAY_OF_WEEK -> DAYS;
            case SECOND, MINUTE, HOUR, DAY_OF_MONTH -> List.of();
        };
    }
}
