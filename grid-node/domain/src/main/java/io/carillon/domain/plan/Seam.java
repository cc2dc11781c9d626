package io.carillon.domain.plan;

import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
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
 * <p>Owed occurrences become runs or skips, also one that is past its nominal time and not due yet. Runs that were claimed
 * ahead and are not due are withdrawn, from the last one backwards as far as none has been touched: a run that was cancelled
 * or tried before its nominal time stays, and the seam is at its nominal time, so that it cannot be owed a second time.
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
     * @param rest as for {@link ClaimPlanner#settle}
     */
    Optional<JobChange> piece(Job job, List<Run> live, @Nullable SkipReason rest, Instant now, UUID writeId) {
        return owed(job, live, rest, now, writeId).filter(Claim::more).map(Claim::change);
    }

    private Optional<Claim> owed(Job job, List<Run> live, @Nullable SkipReason rest, Instant now, UUID writeId) {
        return planner.settle(job, now, Overlap.countOf(live, now), rest, writeId);
    }

    /**
     * Stops an active job that owes no more than one write can carry.
     *
     * @param live its runs that have not ended
     * @param rest as for {@link ClaimPlanner#settle}
     * @param owedAfter the last nominal time that its definition does not owe, being an earlier one's
     */
    JobChange stop(
            Job job,
            JobStatus status,
            List<Run> live,
            @Nullable SkipReason rest,
            Instant owedAfter,
            Instant now,
            UUID writeId) {
        Settlement settled = settle(job, live, rest, owedAfter, now, writeId);
        Instant through = job.definition().schedule() instanceof ScheduleSpec.OneOff oneOff
                ? oneOffThrough(oneOff.runAt(), job.plannedThrough(), settled)
                : latest(now, owedAfter, settled.lastKept);
        return new JobChange(
                job.changed(status, through, null, null, writeId),
                true,
                settled.newRuns,
                settled.withdrawn,
                settled.skips);
    }

    /**
     * Lets an active job that owes no more than one write can carry go on under another definition, or the same one, by the
     * newest rules of its time zone.
     *
     * @param live its runs that have not ended
     * @param owedAfter the last nominal time that its definition does not owe, being an earlier one's
     */
    JobChange change(Job job, JobDefinition definition, List<Run> live, Instant owedAfter, Instant now, UUID writeId) {
        Settlement settled = settle(job, live, null, owedAfter, now, writeId);
        Instant seam = job.definition().schedule() instanceof ScheduleSpec.OneOff oneOff
                ? oneOffSeam(oneOff.runAt(), settled.isSpent(oneOff.runAt()), definition, owedAfter, now)
                : latest(now, owedAfter, settled.lastKept);
        JobDefinition next = byNewestRules(job, definition, seam, false);
        Job planned = planner.planFrom(job.redefined(next, seam, writeId), seam);
        return new JobChange(planned, true, settled.newRuns, settled.withdrawn, settled.skips);
    }

    /**
     * Lets another definition, which owes the same, take over what an active job owes: it goes on where the job is planned
     * to. Nothing is claimed ahead of a job that is late.
     */
    JobChange handOver(Job job, JobDefinition definition, UUID writeId) {
        Instant seam = job.plannedThrough();
        JobDefinition next = byNewestRules(job, definition, seam, false);
        Job planned = planner.planFrom(job.redefined(next, seam, writeId), seam);
        return new JobChange(planned, true, List.of(), List.of(), List.of());
    }

    /**
     * The same as {@link #change} for a paused job, what fell into its pause being counted up to now. A one-off whose time
     * fell into it waits for the resume; the definition that follows owes it, if it names the same time or a later one, else it is skipped.
     */
    JobChange changePaused(
            Job job, JobDefinition definition, List<SkipRange> counted, Instant owedAfter, Instant now, UUID writeId) {
        List<SkipRange> skips = new ArrayList<>(counted);
        Instant seam = latest(now, owedAfter, job.plannedThrough());
        if (job.definition().schedule() instanceof ScheduleSpec.OneOff oneOff) {
            boolean spent = !job.plannedThrough().isBefore(oneOff.runAt());
            boolean passed = !spent && !oneOff.runAt().isAfter(now);
            if (passed && !(definition.schedule() instanceof ScheduleSpec.OneOff)) {
                skips.add(
                        new SkipRange(job.id(), job.revision(), oneOff.runAt(), oneOff.runAt(), 1, SkipReason.PAUSED));
            } else {
                seam = oneOffSeam(oneOff.runAt(), spent, definition, owedAfter, now);
            }
        }
        JobDefinition next = byNewestRules(job, definition, seam, true);
        return new JobChange(job.redefined(next, seam, writeId), true, List.of(), List.of(), skips);
    }

    private JobDefinition byNewestRules(Job job, JobDefinition next, Instant seam, boolean paused) {
        ScheduleSpec schedule = next.schedule();
        return next.withSchedule(
                schedule.equals(job.definition().schedule())
                        ? planner.renewed(schedule, seam, paused)
                        : planner.current(schedule));
    }

    /**
     * What became of the occurrences that a job owes up to now, and of those that it claimed ahead.
     *
     * @param planned how far the job is planned with that
     * @param lastKept the last nominal time after now that stays accounted for; null if none does
     */
    private record Settlement(
            Instant planned,
            List<NewRun> newRuns,
            List<RunRef> withdrawn,
            List<SkipRange> skips,
            @Nullable Instant lastKept) {

        /** Whether a one-off's only occurrence is accounted for. */
        boolean isSpent(Instant runAt) {
            return !planned.isBefore(runAt) && withdrawn.isEmpty();
        }
    }

    private Settlement settle(
            Job job, List<Run> live, @Nullable SkipReason rest, Instant owedAfter, Instant now, UUID writeId) {
        Optional<JobChange> owed = owed(job, live, rest, now, writeId).map(Claim::change);
        Instant planned = owed.map(change -> change.job().plannedThrough()).orElse(job.plannedThrough());
        Withdrawal withdrawal = withdraw(job, latest(now, owedAfter, null), planned, live);
        return new Settlement(
                planned,
                owed.map(JobChange::newRuns).orElse(List.of()),
                withdrawal.runs,
                owed.map(JobChange::skips).orElse(List.of()),
                withdrawal.lastKept);
    }

    /** @param lastKept the last nominal time after now that stays accounted for; null if none does */
    private record Withdrawal(List<RunRef> runs, @Nullable Instant lastKept) {}

    private Withdrawal withdraw(Job job, Instant after, Instant planned, List<Run> live) {
        Map<Instant, Run> untouched = new HashMap<>();
        for (Run run : live) {
            if (run.trigger() == Trigger.SCHEDULE && isUntouched(run)) {
                untouched.put(run.nominalAt(), run);
            }
        }
        List<Instant> ahead = planner.nominalsIn(job, after, planned);
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
    private static Instant oneOffThrough(Instant runAt, Instant before, Settlement settled) {
        if (settled.isSpent(runAt)) {
            return settled.planned;
        }
        return before.isBefore(runAt) ? before : justBefore(runAt);
    }

    /**
     * Between the last seam and a one-off's time nothing is owed. So if that is still open the seam may lie anywhere there:
     * before the next definition's own time, where that has passed as well.
     */
    private static Instant oneOffSeam(
            Instant runAt, boolean spent, JobDefinition next, Instant owedAfter, Instant now) {
        if (spent) {
            return latest(now, owedAfter, runAt);
        }
        Instant seam = now.isBefore(runAt) ? now : justBefore(runAt);
        if (next.schedule() instanceof ScheduleSpec.OneOff moved && !seam.isBefore(moved.runAt())) {
            seam = justBefore(moved.runAt());
        }
        return latest(seam, owedAfter, null);
    }

    private static Instant justBefore(Instant time) {
        return time.minusNanos(1_000);
    }

    private static Instant latest(Instant a, Instant b, @Nullable Instant c) {
        Instant later = a.isBefore(b) ? b : a;
        return c == null || c.isBefore(later) ? later : c;
    }
}
