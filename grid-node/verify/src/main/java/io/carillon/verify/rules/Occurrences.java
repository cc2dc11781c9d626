package io.carillon.verify.rules;

import io.carillon.verify.evidence.Definition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a definition owes, with its bounds and its jitter: nominal times, and for each the span in which it is due.
 *
 * <p>Which fraction of its window a job is moved by is the product's to choose, once and for all for each job; so here is only the
 * window.
 */
public final class Occurrences {
    private static final Duration FLEXIBLE_FROM = Duration.ofHours(1);
    private static final Duration WINDOW_MAX = Duration.ofMinutes(5);
    private static final int GAPS_A_WINDOW = 20;

    /** Gaps between occurrences of a schedule are looked for so far ahead; beyond it they are as good as endless. */
    private static final Duration LOOK_AHEAD = Duration.ofDays(400);

    private final Definition definition;
    private final @Nullable Timetable timetable;

    /**
     * @param anchor of {@code @every}; for others of no meaning
     * @throws InvalidScheduleException if the schedule means nothing
     */
    public Occurrences(Definition definition, Instant anchor) {
        this.definition = definition;
        this.timetable = timetable(definition, anchor);
    }

    private static @Nullable Timetable timetable(Definition definition, Instant anchor) {
        String schedule = definition.schedule();
        if (schedule == null) {
            return null;
        }
        return FixedRateTimetable.isOne(schedule)
                ? new FixedRateTimetable(anchor, FixedRateTimetable.period(schedule))
                : CronTimetable.of(schedule, Objects.requireNonNullElse(definition.timeZone(), "UTC"));
    }

    /** Nominal times in ({@code after}, {@code upTo}] that lie within the definition's bounds. */
    public SortedSet<Instant> between(Instant after, Instant upTo) {
        SortedSet<Instant> times = new TreeSet<>();
        Instant runAt = definition.runAt();
        if (runAt == null) {
            times.addAll(Objects.requireNonNull(timetable).between(after, upTo));
        } else if (runAt.isAfter(after) && !runAt.isAfter(upTo)) {
            times.add(runAt);
        }
        Instant startsAt = definition.startsAt();
        Instant endsAt = definition.endsAt();
        times.removeIf(
                time -> (startsAt != null && time.isBefore(startsAt)) || (endsAt != null && !time.isBefore(endsAt)));
        return times;
    }

    /** The same, each with the window by which it may be moved later; zero: it is due at its very time. */
    public SortedMap<Instant, Duration> slots(Instant after, Instant upTo) {
        SortedMap<Instant, Duration> slots = new TreeMap<>();
        if (timetable == null || !isMovable()) {
            between(after, upTo).forEach(time -> slots.put(time, Duration.ZERO));
            return slots;
        }
        // The gap is the schedule's own: the job's end moves no due time.
        List<Instant> times = List.copyOf(timetable.between(after, upTo));
        SortedSet<Instant> bounded = between(after, upTo);
        for (int i = 0; i < times.size(); i++) {
            if (bounded.contains(times.get(i))) {
                Duration gap = i + 1 < times.size()
                        ? Duration.between(times.get(i), times.get(i + 1))
                        : gapAfter(times.get(i), timetable);
                slots.put(times.get(i), window(gap));
            }
        }
        return slots;
    }

    private boolean isMovable() {
        Duration chosen = definition.jitter();
        return definition.timing() != Definition.Timing.EXACT && (chosen == null || !chosen.isZero());
    }

    private Duration window(Duration gap) {
        Duration chosen = definition.jitter();
        if (chosen != null) {
            return shorter(chosen, gap);
        }
        boolean flexible = definition.timing() == Definition.Timing.FLEXIBLE || gap.compareTo(FLEXIBLE_FROM) >= 0;
        return flexible ? shorter(gap.dividedBy(GAPS_A_WINDOW), WINDOW_MAX) : Duration.ZERO;
    }

    private static Duration gapAfter(Instant nominal, Timetable timetable) {
        for (Duration ahead = Duration.ofMinutes(10); ahead.compareTo(LOOK_AHEAD) < 0; ahead = ahead.multipliedBy(6)) {
            SortedSet<Instant> next = timetable.between(nominal, nominal.plus(ahead));
            if (!next.isEmpty()) {
                return Duration.between(nominal, next.first());
            }
        }
        return LOOK_AHEAD;
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
