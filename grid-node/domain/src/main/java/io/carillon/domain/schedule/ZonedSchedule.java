package io.carillon.domain.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The due instants of a local calendar in a zone whose clocks are changed now and then.
 *
 * <p>The rule, for any change of offset of any size and cause:
 *
 * <ol>
 *   <li>An instant whose local reading matches is due, except
 *   <li>that a reading seen before, as the clocks went back since, is not due again if its hour is fixed.
 *   <li>Where the clocks jump at an instant over readings of which one matches with a fixed hour, the instant of the jump
 *       is due, once for all of them.
 * </ol>
 *
 * <p>So 02:30 daily runs at the jump from 02:00 to 03:00, and once in the night that has 02:30 twice; every five minutes
 * keeps running through the repeated hour and makes up for nothing in the skipped one.
 *
 * <p>Between two changes the offset is constant, and the readings of such a stretch of time are one interval. The search
 * walks from stretch to stretch, over {@link ZoneRules} alone; it knows neither daylight saving nor a usual size of a
 * change. Once only the yearly rules of the zone are left, everything repeats with the calendar after 400 years: what has
 * not been due by then never is, so the search ends there.
 */
public final class ZonedSchedule implements Schedule {

    /** Offsets lie within 18 hours of UTC, so readings never step back by more than this. */
    private static final Duration OFFSET_SPAN = Duration.ofHours(36);

    /** Keeps local arithmetic clear of the ends of the calendar; no zone had rules before. */
    private static final Instant FIRST_SUPPORTED = Instant.parse("0001-01-01T00:00:00Z");

    /** The calendar repeats, days of the week included; and a little more, as a change may fall to either side. */
    private static final Duration CALENDAR_CYCLE = Duration.ofDays(146_097 + 400);

    private final LocalCalendar calendar;
    private final ZoneRules rules;

    /** From here on only the yearly rules of the zone change its clocks. */
    private final Instant regularFrom;

    public ZonedSchedule(LocalCalendar calendar, ZoneRules rules) {
        this.calendar = calendar;
        this.rules = rules;
        List<ZoneOffsetTransition> listed = rules.getTransitions();
        this.regularFrom = listed.isEmpty()
                ? FIRST_SUPPORTED
                : listed.get(listed.size() - 1).getInstant();
    }

    @Override
    public boolean isSparse() {
        return calendar.isSparse();
    }

    @Override
    public @Nullable Instant nextAfter(Instant nominal) {
        if (!nominal.isBefore(LAST_SUPPORTED)) {
            return null;
        }
        Instant start = nominal.isBefore(FIRST_SUPPORTED) ? FIRST_SUPPORTED : nominal;
        Instant searchEnd = later(start, regularFrom).plus(CALENDAR_CYCLE);
        ZoneOffset offset = rules.getOffset(start);
        ZoneOffsetTransition change = rules.nextTransition(start);
        LocalDateTime match = calendar.nextAfter(LocalDateTime.ofInstant(start, offset));

        while (true) {
            // Invariant: match is the first one of this stretch that is not yet dealt with, or lies beyond the stretch.
            while (match != null && (change == null || match.isBefore(change.getDateTimeBefore()))) {
                Instant due = match.toInstant(offset);
                LocalDateTime repeatedUntil = calendar.isFixedHour(match.getHour()) ? repeatedUntil(match, due) : null;
                if (repeatedUntil == null) {
                    return upToLast(due);
                }
                LocalDateTime resume = earlier(nextHour(match), repeatedUntil);
                match = firstFrom(change == null ? resume : earlier(resume, change.getDateTimeBefore()));
            }
            if (change == null || change.getInstant().isAfter(earlier(searchEnd, LAST_SUPPORTED))) {
                return null;
            }
            if (change.isGap()) {
                while (match != null && match.isBefore(change.getDateTimeAfter())) {
                    if (calendar.isFixedHour(match.getHour())) {
                        return change.getInstant();
                    }
                    match = firstFrom(earlier(nextHour(match), change.getDateTimeAfter()));
                }
            } else {
                match = firstFrom(change.getDateTimeAfter());
            }
            offset = change.getOffsetAfter();
            change = rules.nextTransition(change.getInstant());
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Where no reading can have been seen before, the calendar counts; only what follows a change of the clocks is
     * looked at one by one, for as long as readings may repeat.
     */
    @Override
    public long count(Instant after, Instant upTo) {
        // Due instants are whole seconds, and so are changes.
        Instant from = (after.isBefore(FIRST_SUPPORTED) ? FIRST_SUPPORTED : after).truncatedTo(ChronoUnit.SECONDS);
        Instant last = earlier(upTo, LAST_SUPPORTED).truncatedTo(ChronoUnit.SECONDS);
        long n = 0;
        while (from.isBefore(last)) {
            Instant next = from.plusSeconds(1);
            ZoneOffsetTransition begin = rules.previousTransition(next.plusNanos(1));
            ZoneOffsetTransition end = rules.nextTransition(next);
            Instant stretchLast =
                    end == null ? last : earlier(last, end.getInstant().minusSeconds(1));
            Instant unquietLast = begin == null ? from : earlier(stretchLast, unquietUntil(begin));
            if (from.isBefore(unquietLast)) {
                n += Schedule.super.count(from, unquietLast);
                from = unquietLast;
            } else {
                ZoneOffset offset = rules.getOffset(next);
                n += calendar.count(
                        LocalDateTime.ofInstant(from, offset), LocalDateTime.ofInstant(stretchLast, offset));
                from = stretchLast;
            }
        }
        return n;
    }

    /** Until when a reading may have been seen before this change, and when at the latest the change itself is due. */
    private Instant unquietUntil(ZoneOffsetTransition change) {
        ZoneOffsetTransition earlier = rules.previousTransition(change.getInstant());
        if (earlier != null && earlier.getInstant().plus(OFFSET_SPAN).isAfter(change.getInstant())) {
            return change.getInstant().plus(OFFSET_SPAN);
        }
        return change.isGap() ? change.getInstant() : change.getInstant().minus(change.getDuration());
    }

    /** Where the reading of this instant was seen before: the end of the readings seen then. Else null. */
    private @Nullable LocalDateTime repeatedUntil(LocalDateTime reading, Instant instant) {
        Instant horizon = instant.minus(OFFSET_SPAN);
        ZoneOffsetTransition end = rules.previousTransition(instant.plusNanos(1));
        while (end != null && end.getInstant().isAfter(horizon)) {
            // The stretch that ended here held the readings from its beginning to the clocks' last before the change.
            ZoneOffsetTransition begin = rules.previousTransition(end.getInstant());
            boolean begun = begin == null || !reading.isBefore(begin.getDateTimeAfter());
            if (begun && reading.isBefore(end.getDateTimeBefore())) {
                return end.getDateTimeBefore();
            }
            end = begin;
        }
        return null;
    }

    private @Nullable LocalDateTime firstFrom(LocalDateTime reading) {
        return calendar.nextAfter(reading.minusNanos(1));
    }

    private static LocalDateTime nextHour(LocalDateTime reading) {
        return reading.truncatedTo(ChronoUnit.HOURS).plusHours(1);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }

    private static LocalDateTime earlier(LocalDateTime one, LocalDateTime other) {
        return one.isBefore(other) ? one : other;
    }

    private static @Nullable Instant upToLast(Instant due) {
        return due.isAfter(LAST_SUPPORTED) ? null : due;
    }
}
