package io.carillon.verify.rules;

import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** The fields of a cron expression, and the plain values that elements of them name. */
enum CronField {
    SECOND(0, 59, ""),
    MINUTE(0, 59, ""),
    HOUR(0, 23, ""),
    DAY_OF_MONTH(1, 31, ""),
    MONTH(1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
    DAY_OF_WEEK(0, 6, "SUN MON TUE WED THU FRI SAT");

    private static final int SUNDAY_AGAIN = 7;

    /** Some letters beyond ASCII turn into ASCII when their case is changed; they are no names. */
    private static final String NAME = "[A-Za-z]{3}";

    /** With a blank behind it. */
    private static final int PLACES_A_NAME = 4;

    private final int first;
    private final int last;
    private final String names;

    CronField(int first, int last, String names) {
        this.first = first;
        this.last = last;
        this.names = names;
    }

    /**
     * The values of {@code *}, {@code a}, {@code a-b}, each also with {@code /n}. Sunday is 0 whatever it was written as.
     *
     * @throws InvalidScheduleException if it is none of these
     */
    SortedSet<Integer> values(String element) {
        int slash = element.indexOf('/');
        String span = slash < 0 ? element : element.substring(0, slash);
        int step = slash < 0 ? 1 : step(element.substring(slash + 1));
        int from;
        int to;
        int dash = span.indexOf('-');
        if (span.equals("*")) {
            from = first;
            to = last;
        } else if (dash >= 0) {
            from = value(span.substring(0, dash));
            to = endOfRange(span.substring(dash + 1), from);
        } else {
            from = value(span);
            to = slash < 0 ? from : last;
        }
        if (from > to) {
            throw new InvalidScheduleException("the range " + element + " goes backwards");
        }
        SortedSet<Integer> values = new TreeSet<>();
        for (int value = from; value <= to; value += step) {
            values.add(this == DAY_OF_WEEK ? value % SUNDAY_AGAIN : value);
        }
        return values;
    }

    /** A number of one or two digits, or a name. */
    int value(String text) {
        int place = text.matches(NAME) ? names.indexOf(text.toUpperCase(Locale.ROOT)) : -1;
        if (place >= 0) {
            return first + place / PLACES_A_NAME;
        }
        int number = digits(text);
        int highest = this == DAY_OF_WEEK ? SUNDAY_AGAIN : last;
        if (number < first || number > highest) {
            throw new InvalidScheduleException(text + " is no value of " + this);
        }
        return number;
    }

    /** Only the name SUN means the Sunday after the week: {@code FRI-SUN} is a range, {@code 5-0} is not. */
    private int endOfRange(String text, int from) {
        boolean sundayByName = this == DAY_OF_WEEK && text.matches(NAME) && text.equalsIgnoreCase("SUN");
        return sundayByName && from > 0 ? SUNDAY_AGAIN : value(text);
    }

    private int step(String text) {
        int step = digits(text);
        if (step < 1 || step > last - first + 1) {
            throw new InvalidScheduleException("the step " + text + " of " + this + " is out of range");
        }
        return step;
    }

    static int digits(String text) {
        if (!text.matches("[0-9]{1,2}")) {
            throw new InvalidScheduleException("'" + text + "' is not a number of one or two digits");
        }
        return Integer.parseInt(text);
    }
}
