package io.carillon.domain.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a job went over from older rules of its time zone to newer ones. If the two do not show the same time there, that is
 * a change of clocks like any other, though no government ordered it: the rule of {@link ZonedSchedule} says what becomes of
 * the readings that are skipped or repeated.
 *
 * @param at the first whole second that is not settled by the older rules
 * @param before makes the reading at that second the one up to which the older clocks have shown, or jumped over, all others.
 *     Where they had been set back shortly before, that lies ahead of what they showed last
 */
public record RuleChange(Instant at, ZoneOffset before) {

    /** What was shown longer ago is not shown again: offsets lie within 18 hours of UTC. */
    public static final Duration REACH = Duration.ofHours(36);

    /** @param settledThrough up to which the schedule is accounted for by the older rules */
    public static RuleChange after(Instant settledThrough, ZoneRules older) {
        Instant at = settledThrough.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        Instant last = at.minusSeconds(1);
        LocalDateTime settled = LocalDateTime.ofInstant(at, older.getOffset(last));
        ZoneOffsetTransition change = older.previousTransition(at);
        while (change != null && change.getInstant().plus(REACH).isAfter(at)) {
            settled = later(settled, later(change.getDateTimeBefore(), change.getDateTimeAfter()));
            change = older.previousTransition(change.getInstant());
        }
        long ahead = settled.toEpochSecond(ZoneOffset.UTC) - at.getEpochSecond();
        return new RuleChange(at, ZoneOffset.ofTotalSeconds(Math.toIntExact(ahead)));
    }

    /** The same where nothing is to be made up for: what the newer clocks have passed is settled as well. */
    public RuleChange madeUp(ZoneRules newer) {
        ZoneOffset there = newer.getOffset(at);
        return there.getTotalSeconds() > before.getTotalSeconds() ? new RuleChange(at, there) : this;
    }

    /** The newer rules from the change on. Before it the clocks of this zone are those of nobody. */
    public ZoneRules into(ZoneRules newer) {
        List<ZoneOffsetTransition> changes = new ArrayList<>();
        ZoneOffset there = newer.getOffset(at);
        if (!there.equals(before)) {
            changes.add(ZoneOffsetTransition.of(LocalDateTime.ofInstant(at, before), before, there));
        }
        // Yearly rules apply to whole years alone, those after the last change that is listed.
        int listedTo = lastListedYear(newer) + 1;
        ZoneOffsetTransition change = newer.nextTransition(at);
        while (change != null && change.getDateTimeBefore().getYear() <= listedTo) {
            changes.add(change);
            change = newer.nextTransition(change.getInstant());
        }
        return ZoneRules.of(before, before, List.of(), changes, newer.getTransitionRules());
    }

    private int lastListedYear(ZoneRules rules) {
        List<ZoneOffsetTransition> listed = rules.getTransitions();
        int here = LocalDateTime.ofInstant(at, ZoneOffset.UTC).getYear();
        return listed.isEmpty()
                ? here
                : Math.max(
                        here, listed.get(listed.size() - 1).getDateTimeBefore().getYear());
    }

    private static LocalDateTime later(LocalDateTime one, LocalDateTime other) {
        return one.isBefore(other) ? other : one;
    }
}
