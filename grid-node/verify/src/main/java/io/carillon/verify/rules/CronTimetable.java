package io.carillon.verify.rules;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A cron expression on the clock of a zone.
 *
 * <p>Time is cut into stretches with one offset each. Of every stretch all readings that the expression names are looked at, one by
 * one: each is due, unless its hour is fixed and an earlier stretch showed the same reading. Between two stretches, the end of the jump
 * is due if a reading that was jumped over is named and has a fixed hour.
 */
public final class CronTimetable implements Timetable {

    /** Offsets lie within 18 hours of UTC: no reading comes again after more than this. */
    private static final Duration REPEATED_WITHIN = Duration.ofHours(36);

    private static final int CALENDAR_YEARS = 401;

    private static final Duration YEAR = Duration.ofDays(366);

    private final CronText text;
    private final ZoneRules zone;

    private CronTimetable(CronText text, ZoneRules zone) {
        this.text = text;
        this.zone = zone;
    }

    /**
     * @param timeZone an IANA name in its own spelling
     * @throws InvalidScheduleException if either means nothing
     */
    public static CronTimetable of(String schedule, String timeZone) {
        boolean known = ZoneRulesProvider.getAvailableZoneIds().contains(timeZone) && !timeZone.startsWith("SystemV/");
        if (!known) {
            throw new InvalidScheduleException("'" + timeZone + "' is no time zone");
        }
        return new CronTimetable(CronText.parse(schedule), ZoneRulesProvider.getRules(timeZone, false));
    }

    /** False: it is never due after this instant, and must be refused. The calendar repeats after 400 years. */
    public boolean isEverDue(Instant after) {
        for (int year = 0; year < CALENDAR_YEARS; year++) {
            Instant from = after.plus(YEAR.multipliedBy(year));
            if (!between(from, from.plus(YEAR)).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public SortedSet<Instant> between(Instant after, Instant upTo) {
        SortedSet<Instant> due = new TreeSet<>();
        if (!after.isBefore(upTo)) {
            return due;
        }
        List<Stretch> stretches = stretches(after.minus(REPEATED_WITHIN), upTo.plusSeconds(1));
        for (int i = 0; i < stretches.size(); i++) {
            Stretch stretch = stretches.get(i);
            if (stretch.to.isAfter(after)) {
                addReadings(due, stretch, stretches.subList(0, i), after);
            }
            if (i > 0) {
                addJump(due, stretches.get(i - 1), stretch);
            }
        }
        due.removeIf(instant -> !instant.isAfter(after) || instant.isAfter(upTo));
        return due;
    }

    /** @param to exclusive */
    private record Stretch(Instant from, Instant to, ZoneOffset offset) {
        LocalDateTime firstReading() {
            return LocalDateTime.ofInstant(from, offset);
        }

        LocalDateTime endOfReadings() {
            return LocalDateTime.ofInstant(to, offset);
        }

        boolean shows(LocalDateTime reading) {
            return !reading.isBefore(firstReading()) && reading.isBefore(endOfReadings());
        }
    }

    private List<Stretch> stretches(Instant from, Instant to) {
        List<Stretch> stretches = new ArrayList<>();
        Instant at = from;
        while (at.isBefore(to)) {
            ZoneOffsetTransition change = zone.nextTransition(at);
            Instant end = change == null || change.getInstant().isAfter(to) ? to : change.getInstant();
            stretches.add(new Stretch(at, end, zone.getOffset(at)));
            at = end;
        }
        return stretches;
    }

    private void addReadings(SortedSet<Instant> due, Stretch stretch, List<Stretch> earlier, Instant after) {
        LocalDateTime from =
                stretch.from.isAfter(after) ? stretch.firstReading() : LocalDateTime.ofInstant(after, stretch.offset);
        LocalDateTime end = stretch.endOfReadings();
        for (LocalDate date = from.toLocalDate(); !date.isAfter(end.toLocalDate()); date = date.plusDays(1)) {
            if (!text.names(date)) {
                continue;
            }
            for (LocalTime time : text.times()) {
                LocalDateTime reading = date.atTime(time);
                if (!reading.isBefore(from)
                        && reading.isBefore(end)
                        && !(text.isFixed(reading) && wasShown(reading, stretch, earlier))) {
                    due.add(reading.toInstant(stretch.offset));
                }
            }
        }
    }

    private static boolean wasShown(LocalDateTime reading, Stretch now, List<Stretch> earlier) {
        Instant horizon = reading.toInstant(now.offset).minus(REPEATED_WITHIN);
        return earlier.stream().anyMatch(stretch -> stretch.to.isAfter(horizon) && stretch.shows(reading));
    }

    private void addJump(SortedSet<Instant> due, Stretch before, Stretch now) {
        LocalDateTime from = before.endOfReadings();
        LocalDateTime to = now.firstReading();
        for (LocalDate date = from.toLocalDate(); !date.isAfter(to.toLocalDate()); date = date.plusDays(1)) {
            if (!text.names(date)) {
                continue;
            }
            for (LocalTime time : text.times()) {
                LocalDateTime skipped = date.atTime(time);
                if (!skipped.isBefore(from) && skipped.isBefore(to) && text.isFixed(skipped)) {
                    due.add(now.from);
                    return;
                }
            }
        }
    }
}
