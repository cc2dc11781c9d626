package io.carillon.domain.plan;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand.Backfill;
import io.carillon.domain.job.JobCommand.Create;
import io.carillon.domain.job.JobCommand.Delete;
import io.carillon.domain.job.JobCommand.Pause;
import io.carillon.domain.job.JobCommand.Replace;
import io.carillon.domain.job.JobCommand.Replace.Existence;
import io.carillon.domain.job.JobCommand.Resume;
import io.carillon.domain.job.JobCommand.TriggerNow;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply.Created;
import io.carillon.domain.job.JobReply.Done;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobReply.Replaced;
import io.carillon.domain.job.JobReply.Replaced.How;
import io.carillon.domain.job.JobReply.Replanned;
import io.carillon.domain.job.JobReply.Triggered;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.JobDecision.Answered;
import io.carillon.domain.plan.JobDecision.Changed;
import io.carillon.domain.plan.JobDecision.Step;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What API commands make of a job: job, command and time in, decision out. Pure.
 *
 * <p>Whoever stops a job first settles what it owes up to now ({@link Seam}); what falls into a pause is counted when the
 * pause ends, by a resume or a delete. So nothing is lost or doubled.
 */
public final class JobChanges {

    private final ClaimPlanner planner;
    private final Seam seam;

    public JobChanges(ClaimPlanner planner) {
        this.planner = planner;
        this.seam = new Seam(planner);
    }

    /** @param existing the job of this id as stored, deleted ones too */
    public JobDecision create(@Nullable Job existing, Create command, Instant now, UUID writeId) {
        if (existing != null) {
            return repeated(existing, command);
        }
        JobDefinition definition = anchored(current(command.definition()), now);
        Job blank = new Job(command.jobId(), 1, JobStatus.ACTIVE, definition, now, now, null, null, 1, writeId);
        Job job = planner.planFrom(blank, firstThrough(definition.schedule(), now));
        if (job.nextNominalAt() == null) {
            return refused(Refusal.NEVER_DUE, "the schedule has no occurrence after " + now);
        }
        Created reply = new Created(job.id(), job.revision(), job.nextDueAt(), false);
        return new Changed(new JobChange(job, true, List.of(), List.of(), List.of()), reply, false, false);
    }

    /**
     * @param existing the job of this id as stored, deleted ones too
     * @param live its runs that have not ended
     * @param owedAfter the last nominal time that its definition does not owe, being an earlier one's or before its creation
     */
    public JobDecision replace(
            @Nullable Job existing, Replace command, List<Run> live, Instant owedAfter, Instant now, UUID writeId) {
        Refused refusal = existing == null ? refusalOfNone(command) : refusalOf(existing, command);
        if (refusal != null) {
            return new Answered(refusal);
        }
        if (existing == null) {
            Create create = new Create(command.principal(), command.jobId(), command.definition());
            JobDecision decision = create(null, create, now, writeId);
            return decision instanceof Changed created
                    ? new Changed(created.change(), replaced(created.change().job(), How.CREATED), false, false)
                    : decision;
        }
        JobDefinition wanted = continued(command.definition(), existing.definition());
        if (wanted.equals(existing.definition())) {
            return new Answered(replaced(existing, How.UNCHANGED));
        }
        return switch (existing.status()) {
            case ACTIVE -> changed(existing, wanted, live, owedAfter, now, writeId);
            case PAUSED, HELD -> {
                List<SkipRange> counted = endOfPause(existing, now).skips;
                yield redefined(existing, seam.changePaused(existing, wanted, counted, owedAfter, now, writeId));
            }
            case DELETED -> deleted();
        };
    }

    /**
     * @param live its runs that have not ended
     * @param owedAfter as for {@link #replace}
     */
    public JobDecision pause(
            @Nullable Job job, Pause command, List<Run> live, Instant owedAfter, Instant now, UUID writeId) {
        if (job == null || !command.principal().mayActFor(job.definition().ownerId())) {
            return notFound();
        }
        return switch (job.status()) {
            case ACTIVE -> {
                SkipReason rest = planner.owesTooMuch(job, now) ? SkipReason.PAUSED : null;
                Optional<JobChange> piece = seam.piece(job, live, rest, now, writeId);
                yield piece.isPresent()
                        ? new Step(piece.get())
                        : new Changed(
                                seam.stop(job, paused(command), live, rest, owedAfter, now, writeId),
                                new Done(),
                                false,
                                false);
            }
            case PAUSED -> command.hold() ? held(job, writeId) : new Answered(new Done());
            case HELD -> new Answered(new Done());
            case DELETED -> deleted();
        };
    }

    /**
     * Plans an active job by the newest rules of its time zone, where it is planned by older ones: what it owes by those up
     * to now is settled, unless that is too much, and it owes what comes after by the new ones.
     *
     * @param live its runs that have not ended
     * @param owedAfter as for {@link #replace}
     */
    public JobDecision replan(@Nullable Job job, List<Run> live, Instant owedAfter, Instant now, UUID writeId) {
        if (job == null || job.status() != JobStatus.ACTIVE || isCurrent(job)) {
            return new Answered(new Done());
        }
        boolean tooMuch = planner.owesTooMuch(job, now);
        Optional<JobChange> piece = tooMuch ? Optional.empty() : seam.piece(job, live, null, now, writeId);
        if (piece.isPresent()) {
            return new Step(piece.get());
        }
        JobChange change = tooMuch
                ? seam.handOver(job, job.definition(), writeId)
                : seam.change(job, job.definition(), live, owedAfter, now, writeId);
        Instant before = planner.planFrom(job, change.job().plannedThrough()).nextNominalAt();
        boolean moved = !Objects.equals(before, change.job().nextNominalAt());
        return new Changed(change, new Replanned(job.id(), moved), false, false);
    }

    public JobDecision resume(@Nullable Job job, Resume command, Instant now, UUID writeId) {
        if (job == null || !command.principal().mayActFor(job.definition().ownerId())) {
            return notFound();
        }
        return switch (job.status()) {
            case ACTIVE -> new Answered(new Done());
            case PAUSED, HELD -> isCurrent(job) ? resumed(job, now, writeId) : replannedInPause(job, now, writeId);
            case DELETED -> deleted();
        };
    }

    /**
     * @param live its runs that have not ended
     * @param owedAfter as for {@link #replace}
     */
    public JobDecision delete(
            @Nullable Job job, Delete command, List<Run> live, Instant owedAfter, Instant now, UUID writeId) {
        if (job == null || !command.principal().mayActFor(job.definition().ownerId())) {
            return notFound();
        }
        return switch (job.status()) {
            case ACTIVE -> {
                Optional<JobChange> piece = seam.piece(job, live, SkipReason.DELETED, now, writeId);
                yield piece.isPresent()
                        ? new Step(piece.get())
                        : deleted(
                                seam.stop(job, JobStatus.DELETED, live, SkipReason.DELETED, owedAfter, now, writeId),
                                command);
            }
            case PAUSED, HELD -> {
                PauseEnd end = endOfPause(job, now);
                Job gone = job.changed(JobStatus.DELETED, end.through, null, null, writeId);
                yield deleted(new JobChange(gone, true, List.of(), List.of(), end.skips), command);
            }
            case DELETED -> new Answered(new Done());
        };
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

    /** @param made those of its runs that are there already, from an earlier try */
    public JobDecision backfill(@Nullable Job job, Backfill command, Set<RunId> made, Instant now, UUID writeId) {
        if (job == null || !command.principal().mayActFor(job.definition().ownerId())) {
            return notFound();
        }
        if (job.status() == JobStatus.DELETED) {
            return deleted();
        }
        List<NewRun> runs = command.nominals().stream()
                .filter(nominal -> !made.contains(command.runId(nominal)))
                .map(nominal -> NewRun.owed(Run.claimed(
                        command.runId(nominal),
                        job.id(),
                        job.revision(),
                        Trigger.BACKFILL,
                        job.definition().ownerId(),
                        job.definition().pool(),
                        nominal,
                        // What is made up for is due at once, and not late.
                        now.isAfter(nominal) ? now : nominal,
                        writeId)))
                .toList();
        if (runs.isEmpty()) {
            return new Answered(new Done());
        }
        Job next = job.planned(job.plannedThrough(), job.nextNominalAt(), job.nextDueAt(), writeId);
        return new Changed(new JobChange(next, false, runs, List.of(), List.of()), new Done(), false, false);
    }

    private static @Nullable Refused refusalOfNone(Replace command) {
        return command.existence() == Existence.REQUIRED ? new Refused(Refusal.NOT_FOUND, "no such job") : null;
    }

    private static @Nullable Refused refusalOf(Job job, Replace command) {
        String owner = job.definition().ownerId();
        if (!command.principal().mayActFor(owner)) {
            return command.existence() == Existence.REQUIRED
                    ? new Refused(Refusal.NOT_FOUND, "no such job")
                    : new Refused(Refusal.ID_TAKEN, "job " + job.id() + " exists with another definition");
        }
        if (job.status() == JobStatus.DELETED) {
            return new Refused(Refusal.DELETED, "the job was deleted; its id is not used again");
        }
        if (command.existence() == Existence.FORBIDDEN) {
            return new Refused(Refusal.EXISTS, "job " + job.id() + " exists, at revision " + job.revision());
        }
        if (!command.revisions().isEmpty() && !command.revisions().contains(job.revision())) {
            return new Refused(Refusal.STALE_REVISION, "the job is at revision " + job.revision());
        }
        if (!command.definition().ownerId().equals(owner)) {
            return new Refused(Refusal.OWNER_FIXED, "cannot be changed; the job belongs to " + owner);
        }
        return null;
    }

    /**
     * What the old definition owes becomes runs first, step by step. If that is too much, a definition that owes the same
     * takes it over; one that does not has to wait until the job has made most of it up.
     */
    private JobDecision changed(
            Job job, JobDefinition next, List<Run> live, Instant owedAfter, Instant now, UUID writeId) {
        if (!planner.owesTooMuch(job, now)) {
            Optional<JobChange> piece = seam.piece(job, live, null, now, writeId);
            return piece.isPresent()
                    ? new Step(piece.get())
                    : redefined(job, seam.change(job, next, live, owedAfter, now, writeId));
        }
        return next.owesAs(job.definition())
                ? redefined(job, seam.handOver(job, next, writeId))
                : refused(
                        Refusal.OVERLOADED,
                        "the job has more than " + ClaimPlanner.OWED_AT_SEAM_MAX + " occurrences to make up for, from "
                                + job.nextNominalAt() + " on: when it runs, and what becomes of what it misses, can be"
                                + " changed when they are fewer; pausing the job skips them");
    }

    /** A definition that will never make a run is refused where it is the new times that make none. */
    private JobDecision redefined(Job before, JobChange change) {
        Job job = change.job();
        boolean owesNothing = planner.planFrom(job, job.plannedThrough()).nextNominalAt() == null;
        if (owesNothing && !continued(job.definition(), before.definition()).sameTimesAs(before.definition())) {
            return job.definition().isOneOff()
                    ? refused(
                            Refusal.TOO_LATE,
                            "must be later than " + job.plannedThrough() + ", up to which the job is accounted for")
                    : refused(Refusal.NEVER_DUE, "the schedule has no occurrence after " + job.plannedThrough());
        }
        return new Changed(change, replaced(job, How.CHANGED), false, false);
    }

    private static Replaced replaced(Job job, How how) {
        return new Replaced(job.id(), job.revision(), how);
    }

    private static Changed deleted(JobChange change, Delete command) {
        return new Changed(change, new Done(), true, command.cancelRunning());
    }

    private static JobStatus paused(Pause command) {
        return command.hold() ? JobStatus.HELD : JobStatus.PAUSED;
    }

    /** Of a paused job, only its status changes; a pause without hold does not take a hold back. */
    private static JobDecision held(Job job, UUID writeId) {
        Job held = job.changed(JobStatus.HELD, job.plannedThrough(), null, null, writeId);
        return new Changed(new JobChange(held, true, List.of(), List.of(), List.of()), new Done(), false, false);
    }

    /** Nobody looks for paused jobs when rules of zones change: whoever resumes one comes by here first. */
    private JobDecision replannedInPause(Job job, Instant now, UUID writeId) {
        List<SkipRange> counted = endOfPause(job, now).skips;
        return new Step(seam.changePaused(job, job.definition(), counted, job.plannedThrough(), now, writeId));
    }

    private boolean isCurrent(Job job) {
        return current(job.definition()).equals(job.definition());
    }

    private JobDefinition current(JobDefinition definition) {
        return definition.withSchedule(planner.current(definition.schedule()));
    }

    private JobDecision resumed(Job job, Instant now, UUID writeId) {
        PauseEnd end = endOfPause(job, now);
        Job planned = planner.planFrom(job, end.through);
        Job active = job.changed(JobStatus.ACTIVE, end.through, planned.nextNominalAt(), planned.nextDueAt(), writeId);
        return new Changed(new JobChange(active, true, List.of(), List.of(), end.skips), new Done(), false, false);
    }

    /** What fell into a pause, counted. A one-off is never skipped so: its misfire policy is applied when it is resumed. */
    private record PauseEnd(Instant through, List<SkipRange> skips) {}

    private PauseEnd endOfPause(Job job, Instant now) {
        Instant through = job.plannedThrough();
        if (job.definition().isOneOff() || !now.isAfter(through)) {
            return new PauseEnd(through, List.of());
        }
        return new PauseEnd(
                now,
                planner.count(job, through, now, SkipReason.PAUSED).stream().toList());
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

    /** A fixed rate counts from the creation that callers are told, not from the moment at which a member read the request. */
    private static JobDefinition anchored(JobDefinition definition, Instant now) {
        return definition.schedule() instanceof ScheduleSpec.Every every
                ? definition.withSchedule(new ScheduleSpec.Every(every.period(), now))
                : definition;
    }

    /** Anchors and editions are not asked for, so two requests may differ in them alone. */
    private static boolean sameRequest(JobDefinition a, JobDefinition b) {
        return a.equals(continued(b, a));
    }

    /** A fixed rate of the same period goes on from the anchor it has, the same calendar by the rules it has. */
    private static JobDefinition continued(JobDefinition next, JobDefinition current) {
        ScheduleSpec running = current.schedule();
        boolean same = (next.schedule() instanceof ScheduleSpec.Every every
                        && running instanceof ScheduleSpec.Every rate
                        && every.period().equals(rate.period()))
                || (next.schedule() instanceof ScheduleSpec.Cron cron
                        && running instanceof ScheduleSpec.Cron calendar
                        && cron.saysTheSameAs(calendar));
        return same ? next.withSchedule(running) : next;
    }

    /** The last nominal time that a job's first definition does not owe. */
    public static Instant firstOwedAfter(Job job) {
        return firstThrough(job.definition().schedule(), job.createdAt());
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
