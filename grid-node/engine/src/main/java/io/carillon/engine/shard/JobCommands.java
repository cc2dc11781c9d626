package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobCommand.Backfill;
import io.carillon.domain.job.JobCommand.CancelRun;
import io.carillon.domain.job.JobCommand.Create;
import io.carillon.domain.job.JobCommand.Delete;
import io.carillon.domain.job.JobCommand.Pause;
import io.carillon.domain.job.JobCommand.RedriveRun;
import io.carillon.domain.job.JobCommand.Replace;
import io.carillon.domain.job.JobCommand.Resume;
import io.carillon.domain.job.JobCommand.TriggerNow;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.plan.JobChanges;
import io.carillon.engine.command.Request;

/** API commands: those on jobs take the job's slot and are judged there, one at a time per job. */
final class JobCommands {

    private final LoopContext loop;
    private final JobChanges changes;
    private final JobLookUps lookUps;
    private final JobDecisions decisions;
    private final JobCreations creations;
    private final Cancels cancels;
    private final Redrives redrives;

    JobCommands(
            LoopContext loop,
            JobChanges changes,
            JobLookUps lookUps,
            JobDecisions decisions,
            JobCreations creations,
            Cancels cancels,
            Redrives redrives) {
        this.loop = loop;
        this.changes = changes;
        this.lookUps = lookUps;
        this.decisions = decisions;
        this.creations = creations;
        this.cancels = cancels;
        this.redrives = redrives;
    }

    /** For an active shard. */
    void handle(ShardState shard, Request.OfJob request) {
        JobCommand command = request.command();
        Caller caller = new Caller(request.replyTo(), command);
        if (!loop.gate.open(loop.now())) {
            caller.storeUnavailable();
        } else if (command instanceof CancelRun cancel) {
            cancels.requested(shard, cancel, caller);
        } else if (command instanceof RedriveRun redrive) {
            redrives.requested(shard, redrive, caller);
        } else if (command instanceof Create && creations.full()) {
            caller.refuse(Refusal.OVERLOADED, "too many new jobs are waiting to be written");
        } else if (command instanceof Create create) {
            // Without a look-up: the write's condition tells whether the id is taken.
            lookUps.whenFree(shard, create.jobId(), caller, slot -> create(slot, create, caller));
        } else if (command instanceof Replace replace) {
            whenKnown(shard, replace.jobId(), caller, slot -> replace(slot, replace, caller));
        } else if (command instanceof Pause pause) {
            whenKnown(shard, pause.jobId(), caller, slot -> pause(slot, pause, caller));
        } else if (command instanceof Resume resume) {
            whenKnown(shard, resume.jobId(), caller, slot -> resume(slot, resume, caller));
        } else if (command instanceof Delete delete) {
            whenKnown(shard, delete.jobId(), caller, slot -> delete(slot, delete, caller));
        } else if (command instanceof TriggerNow trigger) {
            whenKnown(shard, trigger.jobId(), caller, slot -> trigger(slot, trigger, caller));
        } else if (command instanceof Backfill backfill) {
            whenKnown(shard, backfill.jobId(), caller, slot -> backfill(slot, backfill, caller));
        } else {
            throw new IllegalStateException("unknown command " + command);
        }
    }

    /** Not asked for by anybody: plans the job by the newest rules of its time zone. For an active shard. */
    void replan(ShardState shard, JobId id, Caller caller) {
        whenKnown(shard, id, caller, slot -> replan(slot, caller));
    }

    private void replan(JobSlot slot, Caller caller) {
        lookUps.seam(
                slot,
                caller,
                (live, owedAfter) -> decisions.decide(
                        slot,
                        caller,
                        (now, writeId) -> changes.replan(slot.job, live, owedAfter, now, writeId),
                        again -> replan(again, caller)));
    }

    private void whenKnown(ShardState shard, JobId id, Caller caller, JobDecisions.Judgement judgement) {
        lookUps.whenFree(shard, id, caller, slot -> lookUps.job(slot, caller, () -> judgement.judge(slot)));
    }

    // Each of these judges a busy slot, and is asked again where its decision was only a step or met another version.

    private void create(JobSlot slot, Create command, Caller caller) {
        decisions.decide(
                slot,
                caller,
                (now, writeId) -> changes.create(slot.job, command, now, writeId),
                again -> create(again, command, caller));
    }

    private void replace(JobSlot slot, Replace command, Caller caller) {
        lookUps.seam(
                slot,
                caller,
                (live, owedAfter) -> decisions.decide(
                        slot,
                        caller,
                        (now, writeId) -> changes.replace(slot.job, command, live, owedAfter, now, writeId),
                        again -> replace(again, command, caller)));
    }

    private void pause(JobSlot slot, Pause command, Caller caller) {
        lookUps.seam(
                slot,
                caller,
                (live, owedAfter) -> decisions.decide(
                        slot,
                        caller,
                        (now, writeId) -> changes.pause(slot.job, command, live, owedAfter, now, writeId),
                        again -> pause(again, command, caller)));
    }

    private void resume(JobSlot slot, Resume command, Caller caller) {
        decisions.decide(
                slot,
                caller,
                (now, writeId) -> changes.resume(slot.job, command, now, writeId),
                again -> resume(again, command, caller));
    }

    private void delete(JobSlot slot, Delete command, Caller caller) {
        lookUps.seam(
                slot,
                caller,
                (live, owedAfter) -> decisions.decide(
                        slot,
                        caller,
                        live,
                        (now, writeId) -> changes.delete(slot.job, command, live, owedAfter, now, writeId),
                        again -> delete(again, command, caller)));
    }

    private void trigger(JobSlot slot, TriggerNow command, Caller caller) {
        lookUps.requestedRun(
                slot,
                command,
                caller,
                made -> decisions.decide(
                        slot,
                        caller,
                        (now, writeId) -> changes.trigger(slot.job, command, made, now, writeId),
                        again -> trigger(again, command, caller)));
    }

    private void backfill(JobSlot slot, Backfill command, Caller caller) {
        lookUps.runsThere(
                slot,
                command.runIds(),
                caller,
                made -> decisions.decide(
                        slot,
                        caller,
                        (now, writeId) -> changes.backfill(slot.job, command, made, now, writeId),
                        again -> backfill(again, command, caller)));
    }
}
