package io.carillon.verify.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code @every 90s}: one period after the anchor, and again and again. */
public final class FixedRateTimetable implements Timetable {
    private static final Pattern TEXT = Pattern.compile(
            "[ \\t]*@every[ \\t]+(?:([0-9]{1,9})d)?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?[ \\t]*");
    private static final Duration PERIOD_MAX = Duration.ofDays(366);

    private final Instant anchor;
    private final Duration period;

    public FixedRateTimetable(Instant anchor, Duration period) {
        if (period.compareTo(Duration.ofSeconds(1)) < 0 || period.compareTo(PERIOD_MAX) > 0) {
            throw new InvalidScheduleException("the period " + period + " is not between 1 s and 366 days");
        }
        this.anchor = anchor;
        this.period = period;
    }

    static boolean isOne(String schedule) {
        return schedule.strip().startsWith("@every");
    }

    /** @throws InvalidScheduleException if it is not {@code @every} and a period of days, hours, minutes and seconds */
    public static Duration period(String schedule) {
        Matcher matcher = TEXT.matcher(schedule);
        if (!matcher.matches()) {
            throw new InvalidScheduleException("'" + schedule + "' is not @every and a period");
        }
        return Duration.ofDays(number(matcher, 1))
                .plusHours(number(matcher, 2))
                .plusMinutes(number(matcher, 3))
                .plusSeconds(number(matcher, 4));
    }

    private static long number(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
    }

    @Override
    public SortedSet<Instant> between(Instant after, Instant upTo) {
        SortedSet<Instant> due = new TreeSet<>();
        for (Instant time = anchor.plus(period); !time.isAfter(upTo); time = time.plus(period)) {
            if (time.isAfter(after)) {
                due.add(time);
            }
        }
        return due;
    }
}
