package io.carillon.domain.plan;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand.Create;
import io.carillon.domain.job.JobCommand.Delete;
import io.carillon.domain.job.JobCommand.Pause;
import io.carillon.domain.job.JobCommand.Resume;
import io.carillon.domain.job.JobCommand.TriggerNow;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply.Created;
import io.carillon.domain.job.JobReply.Done;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobReply.Triggered;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.JobDecision.Answered;
import io.carillon.domain.plan.JobDecision.Changed;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What API commands make of a job: job, command and time in, decision out. Pure.
 *
 * <p>Whoever stops a job first settles what it owes up to now ({@link #settle}): owed occurrences become runs, runs
 * claimed ahead whose nominal time has not come are withdrawn, and {@code plannedThrough} stands at now. So nothing is
 * lost or doubled at the seam.
 */
public final class JobChanges {

    /** Occurrences of a pause that are counted one by one; a longer pause is counted in further steps. */
    static final int PAUSED_COUNT_MAX = 100_000;

    private final ClaimPlanner planner;

    public JobChanges(ClaimPlanner planner) {
        this.planner = planner;
    }

    /** @param existing the job of this id as stored, deleted ones too */
    public JobDecision create(@Nullable Job existing, Create command, Instant now, UUID writeId) {
        JobDefinition definition = command.definition();
        if (existing != null) {
            return repeated(existing, command);
        }
        Job blank = new Job(command.jobId(), 1, JobStatus.ACTIVE, definition, now, now, null, null, 1, writeId);
        Job job = planner.planFrom(blank, firstThrough(definition.schedule(), now));
        if (job.nextNominalAt() == null) {
            return refused(Refusal.NEVER_DUE, "the schedule has no occurrence after " + now);
        }
        Created reply = new Created(job.id(), job.revision(), job.nextDueAt(), false);
        return new Changed(new JobChange(job, true, List.of(), List.of(), List.of()), reply, false, false);
    }

    /** @param ahead its runs that wait */
    public JobDecision pause(@Nullable Job job, Pause command, List<Run> ahead, Instant now, UUID writeId) {
        if (job == null || !command.principal().mayActFor(job.definition().ownerId())) {
            return notFound();
        }
        return switch (job.status()) {
            case ACTIVE -> {
                Optional<JobDecision> step = settlingStep(job, now, writeId);
                yield step.isPresent()
                        ? step.get()
                        : new Changed(settle(job, JobStatus.PAUSED, ahead, now, writeId), new Done(), false, false);
            }
            case PAUSED -> new Answered(new Done());
            case DELETED -> deleted();
        };
    }

    public JobDecision resume(@Nullable Job job, Resume command, Instant now, UUID writeId) {
        if (job == null || !command.principal().mayActFor(job.definition().ownerId())) {
            return notFound();
        }
        return switch (job.status()) {
            case ACTIVE -> new Answered(new Done());
            case PAUSED -> resumed(job, now, writeId);
            case DELETED -> deleted();
        };
    }

    /** @param ahead its runs that wait */
    public JobDecision delete(@Nullable Job job, Delete command, List<Run> ahead, Instant now, UUID writeId) {
        if (job == null || !command.principal().mayActFor(job.definition().ownerId())) {
            return notFound();
        }
        if (job.status() == JobStatus.DELETED) {
            return new Answered(new Done());
        }
        Optional<JobDecision> step = settlingStep(job, now, writeId);
        if (step.isPresent()) {
            return step.get();
        }
        JobChange change = settle(job, JobStatus.DELETED, ahead, now, writeId);
        return new Changed(change, new Done(), true, command.cancelRunning());
    }

    /** @param requested the run this request made before, if any */
    public JobDecision trigger(
            @Nullable Job job, TriggerNow command, @Nullable RunId requested, Instant now, UUID writeId) {
        if (job == null || !command.principal().mayActFor(job.definition().ownerId())) {
            return notFound();
        }
        if (requested != null) {
            return new Answered(new Triggered(requested));
        }
        if (job.status() == JobStatus.DELETED) {
            return deleted();
        }
        RunId id = RunId.of(job.id(), now, Trigger.MANUAL, command.requestId());
        Run run = Run.claimed(
                id,
                job.id(),
                job.revision(),
                Trigger.MANUAL,
                job.definition().ownerId(),
                job.definition().pool(),
                now,
                now,
                writeId);
        Job next = job.planned(job.plannedThrough(), job.nextNominalAt(), job.nextDueAt(), writeId);
        NewRun newRun = new NewRun(run, command.payload(), command.requestId());
        return new Changed(
                new JobChange(next, false, List.of(newRun), List.of(), List.of()), new Triggered(id), false, false);
    }

    /** What is owed may be more than one write should carry: then a piece of it comes first. */
    private Optional<JobDecision> settlingStep(Job job, Instant now, UUID writeId) {
        return planner.claim(job, now, Duration.ZERO, writeId)
                .filter(Claim::more)
                .map(claim -> new JobDecision.Step(claim.change()));
    }

    private JobChange settle(Job job, JobStatus status, List<Run> ahead, Instant now, UUID writeId) {
        List<RunRef> withdrawn = ahead.stream()
                .filter(run -> run.state() == RunState.WAITING
                        && run.attempt() == 0
                        && run.retryAt() == null
                        && run.fencingToken() == 0
                        && run.trigger() == Trigger.SCHEDULE
                        && run.nominalAt().isAfter(now))
                .map(run -> new RunRef(run.id(), run.version()))
                .toList();
        JobChange owed = planner.claim(job, now, Duration.ZERO, writeId)
                .map(Claim::change)
                .orElseGet(() -> new JobChange(
                        job.planned(job.plannedThrough(), null, null, writeId),
                        false,
                        List.of(),
                        List.of(),
                        List.of()));
        Job stopped = job.changed(status, stoppedThrough(job, owed.job(), now), null, null, writeId);
        return new JobChange(stopped, true, owed.newRuns(), withdrawn, owed.skips());
    }

    /** A one-off that has not been claimed keeps its time ahead of it, so that resuming meets it again. */
    private static Instant stoppedThrough(Job job, Job owed, Instant now) {
        Instant planned = owed.plannedThrough();
        if (job.definition().schedule() instanceof ScheduleSpec.OneOff oneOff) {
            return planned.isBefore(oneOff.runAt()) || oneOff.runAt().isAfter(now)
                    ? firstThrough(oneOff, planned)
                    : planned;
        }
        return now.isBefore(job.createdAt()) ? planned : now;
    }

    private JobDecision resumed(Job job, Instant now, UUID writeId) {
        List<SkipRange> skips = List.of();
        Instant through = job.plannedThrough();
        if (!job.definition().isOneOff() && now.isAfter(through)) {
            skips = planner.count(job, through, now, SkipReason.PAUSED, PAUSED_COUNT_MAX).stream()
                    .toList();
            if (!skips.isEmpty() && skips.get(0).n() == PAUSED_COUNT_MAX) {
                Job stillPaused = job.changed(JobStatus.PAUSED, skips.get(0).nominalLast(), null, null, writeId);
                return new JobDecision.Step(new JobChange(stillPaused, true, List.of(), List.of(), skips));
            }
            through = now;
        }
        Job planned = planner.planFrom(job, through);
        Job active = job.changed(JobStatus.ACTIVE, through, planned.nextNominalAt(), planned.nextDueAt(), writeId);
        return new Changed(new JobChange(active, true, List.of(), List.of(), skips), new Done(), false, false);
    }

    private static JobDecision repeated(Job existing, Create command) {
        if (!command.principal().mayActFor(existing.definition().ownerId())
                || !sameRequest(existing.definition(), command.definition())) {
            return refused(Refusal.ID_TAKEN, "job " + existing.id() + " exists with another definition");
        }
        if (existing.status() == JobStatus.DELETED) {
            return refused(Refusal.ID_TAKEN, "job " + existing.id() + " was deleted; choose another id");
        }
        return new Answered(new Created(existing.id(), existing.revision(), existing.nextDueAt(), true));
    }

    /** A fixed rate is anchored at its creation, so two requests for it differ in their anchors alone. */
    private static boolean sameRequest(JobDefinition a, JobDefinition b) {
        if (a.schedule() instanceof ScheduleSpec.Every everyA && b.schedule() instanceof ScheduleSpec.Every everyB) {
            return everyA.period().equals(everyB.period()) && a.equals(withSchedule(b, everyA));
        }
        return a.equals(b);
    }

    private static JobDefinition withSchedule(JobDefinition d, ScheduleSpec schedule) {
        return new JobDefinition(
                d.name(),
                d.key(),
                d.ownerId(),
                schedule,
                d.payload(),
                d.pool(),
                d.handler(),
                d.http(),
                d.retry(),
                d.timeout(),
                d.startBefore(),
                d.misfire(),
                d.misfireAfter(),
                d.overlap(),
                d.timing(),
                d.jitter(),
                d.priority(),
                d.startsAt(),
                d.endsAt(),
                d.labels());
    }

    /** A one-off in the past is owed all the same; a recurring schedule owes what comes after its creation. */
    private static Instant firstThrough(ScheduleSpec schedule, Instant now) {
        if (schedule instanceof ScheduleSpec.OneOff oneOff && !oneOff.runAt().isAfter(now)) {
            return oneOff.runAt().minusNanos(1_000);
        }
        return now;
    }

    private static JobDecision notFound() {
        return refused(Refusal.NOT_FOUND, "no such job");
    }

    private static JobDecision deleted() {
        return refused(Refusal.DELETED, "the job was deleted");
    }

    private static JobDecision refused(Refusal refusal, String detail) {
        return new Answered(new Refused(refusal, detail));
    }
}
