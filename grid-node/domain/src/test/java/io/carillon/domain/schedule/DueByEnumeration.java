package io.carillon.domain.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The due instants of a window by the letter of the rule: every second, every skipped reading, one after the other. */
final class DueByEnumeration {

    private DueByEnumeration() {}

    /** @param start at least 36 hours before the first change of clocks, so that no first pass is overlooked */
    static List<Instant> between(Instant start, Instant end, ZoneRules rules, HandCalendar calendar) {
        TreeSet<Instant> due = new TreeSet<>();
        Set<LocalDateTime> seen = new HashSet<>();
        for (Instant instant = start; instant.isBefore(end); instant = instant.plusSeconds(1)) {
            LocalDateTime reading = LocalDateTime.ofInstant(instant, rules.getOffset(instant));
            if (reading.getSecond() != 0 || !calendar.matches().test(reading)) {
                continue;
            }
            boolean repeated = !seen.add(reading);
            if (!repeated || !calendar.isFixedHour(reading.getHour())) {
                due.add(instant);
            }
        }
        for (ZoneOffsetTransition change : rules.getTransitions()) {
            if (change.isGap() && skipsFixedMatch(change, calendar)) {
                due.add(change.getInstant());
            }
        }
        return List.copyOf(due);
    }

    private static boolean skipsFixedMatch(ZoneOffsetTransition gap, HandCalendar calendar) {
        for (LocalDateTime reading = gap.getDateTimeBefore();
                reading.isBefore(gap.getDateTimeAfter());
                reading = reading.plusSeconds(1)) {
            if (reading.getSecond() == 0
                    && calendar.matches().test(reading)
                    && calendar.isFixedHour(reading.getHour())) {
                return true;
            }
        }
        return false;
    }
}
