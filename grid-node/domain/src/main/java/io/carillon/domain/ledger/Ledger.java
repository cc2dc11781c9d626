package io.carillon.domain.ledger;

import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.schedule.ScheduleCompiler;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** The occurrences of a span in a window, at most so many; the cheap question before rows are read. */
    public int expected(OwedSpan span, Instant from, Instant to, int most) {
        Instant after = later(span.after(), from.minusNanos(MICRO));
        Instant last = earlier(span.through(), to.minusNanos(MICRO));
        if (!after.isBefore(last)) {
            return 0;
        }
        Occurrences occurrences = new Occurrences(span.definition(), schedules);
        int n = 0;
        for (@Nullable Instant nominal = occurrences.nextAfter(after, last);
                nominal != null && n < most;
                nominal = occurrences.nextAfter(nominal, last)) {
            n++;
        }
        return n;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
