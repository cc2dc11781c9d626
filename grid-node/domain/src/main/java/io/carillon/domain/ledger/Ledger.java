package io.carillon.domain.ledger;

import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.schedule.ScheduleCompiler;
import java.time.Instant;
import java.util.List;

/**
 * Counts again, from definitions alone, which nominal times a window of a job's time has owed, and finds each in a run, in
 * a skip or missing. Pure; thread-safe if the compiler is.
 *
 * <p>Looks at a bounded number of occurrences a call and says how far it came. A skip that reaches beyond the window
 * covers what of it lies inside; how many it counts is judged where all of it does.
 */
public final class Ledger {

    private static final long MICRO = 1_000;

    private final ScheduleCompiler schedules;

    public Ledger(ScheduleCompiler schedules) {
        this.schedules = schedules;
    }

    /**
     * @param spans in the order of time
     * @param from inclusive
     * @param to exclusive
     * @param runs of the schedule, with a nominal time in the window
     * @param skips that touch the window
     * @param most occurrences to look at
     */
    public Tally count(
            List<OwedSpan> spans, Instant from, Instant to, List<RunMark> runs, List<SkipRange> skips, int most) {
        Counting counting = new Counting(from, runs, skips);
        long looks = 0;
        for (OwedSpan span : spans) {
            Occurrences occurrences = new Occurrences(span.definition(), schedules);
            Instant after = later(span.after(), from.minusNanos(MICRO));
            Instant last = earlier(span.through(), to.minusNanos(MICRO));
            Instant nominal = after.isBefore(last) ? occurrences.nextAfter(after, last) : null;
            while (nominal != null) {
                if (looks++ >= most) {
                    return counting.tally(nominal);
                }
                counting.owed(span, nominal);
                nominal = occurrences.nextAfter(nominal, last);
            }
        }
        return counting.tally(to);
    }

    /** @param to exclusive: how far into the window so many occurrences reach */
    public record Reach(int occurrences, Instant to) {}

    /** How many occurrences of a span lie in a window, up to a bound: the cheap question before rows are read. */
    public Reach reach(OwedSpan span, Instant from, Instant to, int most) {
        Instant after = later(span.after(), from.minusNanos(MICRO));
        Instant last = earlier(span.through(), to.minusNanos(MICRO));
        if (!after.isBefore(last)) {
            return new Reach(0, to);
        }
        Occurrences occurrences = new Occurrences(span.definition(), schedules);
        int n = 0;
        Instant nominal = occurrences.nextAfter(after, last);
        while (nominal != null) {
            if (n == most) {
                return new Reach(n, nominal);
            }
            n++;
            nominal = occurrences.nextAfter(nominal, last);
        }
        return new Reach(n, to);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
