package io.carillon.domain.quota;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Timing;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;

/**
 * Which jobs count against an owner's {@code max_exact_jobs}: those that insist on their times although their schedule would
 * let them be spread. Frequent schedules are never spread by themselves and one-offs never at all; neither counts.
 * A schedule that cannot be read any more is due no more, and does not count either.
 */
public final class ExactJobs {

    private final ScheduleCompiler schedules;

    public ExactJobs(ScheduleCompiler schedules) {
        this.schedules = schedules;
    }

    public boolean counts(JobDefinition definition) {
        return insists(definition) && !definition.isOneOff() && isSparse(definition.schedule());
    }

    private boolean isSparse(ScheduleSpec schedule) {
        try {
            return schedules.compile(schedule).isSparse();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** A window of nothing is no window. */
    private static boolean insists(JobDefinition definition) {
        return definition.timing() == Timing.EXACT || Duration.ZERO.equals(definition.jitter());
    }
}
