package io.carillon.domain.plan;

import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import java.time.Instant;
import java.util.Collection;

/** When runs of one job's schedule are in each other's way. */
public final class Overlap {

    private Overlap() {}

    /** Whether a run of the schedule keeps others from being made: it is queued, waits for a retry or runs. */
    public static boolean counts(Run run, Instant now) {
        return switch (run.state()) {
            case RUNNING -> run.trigger() == Trigger.SCHEDULE;
            case WAITING -> run.trigger() == Trigger.SCHEDULE && !run.dueAt().isAfter(now);
            case SUCCEEDED, DEAD, CANCELLED -> false;
        };
    }

    /** How many of these count. */
    public static int countOf(Collection<Run> runs, Instant now) {
        return (int) runs.stream().filter(run -> counts(run, now)).count();
    }

    /** How many runs of the schedule there may be at once, one of which runs. */
    static int most(OverlapPolicy policy) {
        return switch (policy) {
            case ALLOW -> Integer.MAX_VALUE;
            case SKIP -> 1;
            case QUEUE_ONE -> 2;
        };
    }

    /**
     * Whether a run made from this definition waits while another run of its schedule is live. Such runs are claimed when
     * they are due and not ahead: nobody could say before what will be live then.
     */
    public static boolean takesTurns(JobDefinition definition) {
        return definition.overlap() != OverlapPolicy.ALLOW;
    }

    /** Whether one run goes before another one of its job that waits as it does. */
    public static boolean isBefore(Run one, Run other) {
        int byTime = one.nominalAt().compareTo(other.nominalAt());
        return byTime != 0 ? byTime < 0 : one.id().compareTo(other.id()) < 0;
    }

    /** Whether a waiting run that takes turns has to let this one go first. */
    public static boolean isInTheWayOf(Run waiting, Run other) {
        boolean ofTheSchedule =
                other.trigger() == Trigger.SCHEDULE && !other.id().equals(waiting.id());
        return ofTheSchedule
                && (other.state() == RunState.RUNNING
                        || (other.state() == RunState.WAITING && isBefore(other, waiting)));
    }
}
