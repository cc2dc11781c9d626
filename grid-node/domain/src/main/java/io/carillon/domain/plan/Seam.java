package io.carillon.domain.plan;

import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The seam at which a definition stops to owe: everything up to it is accounted for, nothing after it is.
 *
 * <p>Owed occurrences become runs or skips, also one that is past its nominal time and not due yet. Runs that were claimed ahead and are not due are withdrawn, from the last one
 * backwards as far as none has been touched: a run that was cancelled or tried before its nominal time stays, and the
 * seam is at its nominal time, so that it cannot be owed a second time.
 */
final class Seam {

    private final ClaimPlanner planner;

    Seam(ClaimPlanner planner) {
        this.planner = planner;
    }

    /**
     * What is owed may be more than one write should carry: then a piece of it comes first.
     *
     * @param live its runs that have not ended
     * @param rest why what a job that is catching up still owed makes no runs
     */
    Optional<JobChange> piece(Job job, List<Run> live, SkipReason rest, Instant now, UUID writeId) {
        return settle(job, live, rest, now, writeId).filter(Claim::more).map(Claim::change);
    }

    /**
     * Stops an active job that owes no more than one write can carry.
     *
     * @param live its runs that have not ended
     * @param rest why what a job that is catching up still owed makes no runs
     */
    JobChange stop(Job job, JobStatus status, List<Run> live, SkipReason rest, Instant now, UUID writeId) {
        Optional<JobChange> owed = settle(job, live, rest, now, writeId).map(Claim::change);
        Instant planned = owed.map(change -> change.job().plannedThrough()).orElse(job.plannedThrough());
        Withdrawal withdrawal = withdraw(job, planned, live, now);
        Instant through = job.definition().schedule() instanceof ScheduleSpec.OneOff oneOff
                ? oneOffThrough(oneOff.runAt(), job.plannedThrough(), planned, withdrawal)
                : latest(now, job.createdAt(), withdrawal.lastKept);
        return new JobChange(
                job.changed(status, through, null, null, writeId),
                true,
                owed.map(JobChange::newRuns).orElse(List.of()),
                withdrawal.runs,
                owed.map(JobChange::skips).orElse(List.of()));
    }

    private Optional<Claim> settle(Job job, List<Run> live, SkipReason rest, Instant now, UUID writeId) {
        return planner.settle(job, now, Overlap.countOf(live, now), rest, writeId);
    }

    /** @param lastKept the last nominal time after now that stays accounted for; null if none does */
    private record Withdrawal(List<RunRef> runs, @Nullable Instant lastKept) {}

    private Withdrawal withdraw(Job job, Instant planned, List<Run> live, Instant now) {
        Map<Instant, Run> untouched = new HashMap<>();
        for (Run run : live) {
            if (run.trigger() == Trigger.SCHEDULE && isUntouched(run)) {
                untouched.put(run.nominalAt(), run);
            }
        }
        List<Instant> ahead = planner.nominalsIn(job, now, planned);
        List<RunRef> runs = new ArrayList<>();
        for (int i = ahead.size() - 1; i >= 0; i--) {
            Run run = untouched.get(ahead.get(i));
            if (run == null) {
                return new Withdrawal(runs, ahead.get(i));
            }
            runs.add(new RunRef(run.id(), run.version()));
        }
        return new Withdrawal(runs, null);
    }

    private static boolean isUntouched(Run run) {
        return run.state() == RunState.WAITING
                && run.attempt() == 0
                && run.retryAt() == null
                && run.fencingToken() == 0;
    }

    /** A one-off that was not claimed, or is withdrawn, keeps its time ahead of it, so that resuming meets it again. */
    private static Instant oneOffThrough(Instant runAt, Instant before, Instant planned, Withdrawal withdrawal) {
        boolean spent = !planned.isBefore(runAt) && withdrawal.runs.isEmpty();
        if (spent) {
            return planned;
        }
        return before.isBefore(runAt) ? before : runAt.minusNanos(1_000);
    }

    private static Instant latest(Instant a, Instant b, @Nullable Instant c) {
        Instant later = a.isBefore(b) ? b : a;
        return c == null || c.isBefore(later) ? later : c;
    }
}
