package io.carillon.domain.plan;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleCompiler;
import java.time.Duration;
import java.time.Instant;

/**
 * How many occurrences of a job fall due in each minute of a window, by the plan that its claims will follow. What falls due
 * before the window is not counted.
 *
 * <p>Costs one step of the schedule for each occurrence of the window, however long before it the job was planned last.
 */
public final class DuePerMinute {

    private static final Duration MICROSECOND = Duration.ofNanos(1_000);

    private final ScheduleCompiler schedules;

    public DuePerMinute(ScheduleCompiler schedules) {
        this.schedules = schedules;
    }

    /**
     * @param plannedThrough nominal times up to this one are accounted for
     * @param from the beginning of the first minute
     * @param notBefore what is due before it is not counted either
     * @param counts by minute; what is found is added
     * @return how many were found
     * @throws IllegalArgumentException if the schedule cannot be read
     */
    public long count(
            JobId job,
            JobDefinition definition,
            Instant plannedThrough,
            Instant from,
            Instant notBefore,
            long[] counts) {
        Schedule schedule = schedules.compile(definition.schedule());
        DueTimes due = new DueTimes(job, definition, schedule);
        Instant first = notBefore.isAfter(from) ? notBefore : from;
        Instant end = from.plus(Duration.ofMinutes(counts.length));
        long found = 0;
        Instant nominal = due.nextNominal(start(due, plannedThrough, first));
        while (nominal != null && nominal.isBefore(end)) {
            Instant at = due.dueAt(nominal);
            if (!at.isBefore(first) && at.isBefore(end)) {
                counts[(int) Duration.between(from, at).toMinutes()]++;
                found++;
            }
            nominal = due.nextNominal(nominal);
        }
        return found;
    }

    /** Past all that is due before the window, without a look at each. */
    private static Instant start(DueTimes due, Instant plannedThrough, Instant first) {
        Instant next = due.nextNominal(plannedThrough);
        if (next == null || !due.dueAt(next).isBefore(first)) {
            return plannedThrough;
        }
        Instant last = due.lastDue(plannedThrough, first.minus(MICROSECOND));
        return last == null ? plannedThrough : last;
    }
}
