package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobCommand.CancelRun;
import io.carillon.domain.job.JobCommand.Create;
import io.carillon.domain.job.JobCommand.Delete;
import io.carillon.domain.job.JobCommand.Pause;
import io.carillon.domain.job.JobCommand.Resume;
import io.carillon.domain.job.JobCommand.TriggerNow;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.JobChanges;
import io.carillon.domain.plan.JobDecision;
import io.carillon.domain.plan.JobDecision.Answered;
import io.carillon.domain.plan.JobDecision.Changed;
import io.carillon.domain.plan.JobDecision.Step;
import io.carillon.domain.plan.RunRef;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.RowOutcome;
import io.carillon.engine.command.Request;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * API commands on jobs, one at a time per job: look up what the decision needs, decide, write, then answer.
 *
 * <p>The caller hears yes only after the write is durable. When the store does not answer it hears that the outcome is
 * unknown, while the write goes on being repeated.
 */
final class JobCommands {

    private final LoopContext loop;
    private final JobChanges changes;
    private final DueJobs jobs;
    private final LiveRuns runs;
    private final JobWrites writes;
    private final JobReloads reloads;
    private final Claims claims;
    private final Cancels cancels;

    JobCommands(
            LoopContext loop,
            JobChanges changes,
            DueJobs jobs,
            LiveRuns runs,
            JobWrites writes,
            JobReloads reloads,
            Claims claims,
            Cancels cancels) {
        this.loop = loop;
        this.changes = changes;
        this.jobs = jobs;
        this.runs = runs;
        this.writes = writes;
        this.reloads = reloads;
        this.claims = claims;
        this.cancels = cancels;
    }

    /** For an active shard. */
    void handle(ShardState shard, Request.OfJob request) {
        judge(shard, request.command(), new Caller(request.replyTo()));
    }

    private void judge(ShardState shard, JobCommand command, Caller caller) {
        if (!loop.gate.open(loop.now())) {
            caller.storeUnavailable();
        } else if (command instanceof CancelRun cancel) {
            cancels.requested(shard, cancel, caller);
        } else if (command instanceof Create create) {
            whenFree(shard, create.jobId(), caller, slot -> decideCreate(slot, create, caller));
        } else if (command instanceof Pause pause) {
            onKnownJob(
                    shard,
                    pause.jobId(),
                    caller,
                    slot -> withLiveRuns(slot, caller, live -> {
                        JobDecision decision = changes.pause(slot.job, pause, live, loop.now(), id(slot));
                        apply(slot, pause, caller, decision, live);
                    }));
        } else if (command instanceof Delete delete) {
            onKnownJob(
                    shard,
                    delete.jobId(),
                    caller,
                    slot -> withLiveRuns(slot, caller, live -> {
                        JobDecision decision = changes.delete(slot.job, delete, live, loop.now(), id(slot));
                        apply(slot, delete, caller, decision, live);
                    }));
        } else if (command instanceof Resume resume) {
            onKnownJob(shard, resume.jobId(), caller, slot -> {
                JobDecision decision = changes.resume(slot.job, resume, loop.now(), id(slot));
                apply(slot, resume, caller, decision, List.of());
            });
        } else if (command instanceof TriggerNow trigger) {
            onKnownJob(
                    shard,
                    trigger.jobId(),
                    caller,
                    slot -> withRequestedRun(slot, trigger, caller, made -> {
                        JobDecision decision = changes.trigger(slot.job, trigger, made, loop.now(), id(slot));
                        apply(slot, trigger, caller, decision, List.of());
                    }));
        } else {
            throw new IllegalStateException("unknown command " + command);
        }
    }

    private UUID id(JobSlot slot) {
        return writes.openId(slot.shard);
    }

    /** Takes the job's slot, now or when whoever has it is done. */
    private void whenFree(ShardState shard, JobId id, Caller caller, Consumer<JobSlot> then) {
        JobSlot slot = jobs.findOrOpen(shard, id);
        if (!slot.busy) {
            slot.busy = true;
            then.accept(slot);
            return;
        }
        slot.waiting.add(new Waiter() {
            @Override
            public void proceed() {
                slot.busy = true;
                then.accept(slot);
            }

            @Override
            public void abandon() {
                caller.shardLost();
            }
        });
    }

    private void onKnownJob(ShardState shard, JobId id, Caller caller, Consumer<JobSlot> then) {
        whenFree(shard, id, caller, slot -> {
            if (slot.job != null) {
                then.accept(slot);
                return;
            }
            ask(slot, caller, loop.ports.store().loadJobs(List.of(id)), found -> {
                slot.job = found.isEmpty() ? null : found.get(0);
                then.accept(slot);
            });
        });
    }

    private void withLiveRuns(JobSlot slot, Caller caller, Consumer<List<Run>> then) {
        ask(
                slot,
                caller,
                loop.ports.store().loadLiveRunsOf(slot.id),
                found -> then.accept(found.stream().map(LiveRun::run).toList()));
    }

    private void withRequestedRun(JobSlot slot, TriggerNow trigger, Caller caller, Consumer<@Nullable RunId> then) {
        ask(
                slot,
                caller,
                loop.ports.store().findRequestedRun(trigger.jobId(), trigger.requestId()),
                found -> then.accept(found.isEmpty() ? null : found.get(0)));
    }

    /** A look-up before a decision; without an answer nothing was decided and the slot is free. */
    private <T> void ask(JobSlot slot, Caller caller, CompletableFuture<T> question, Consumer<T> then) {
        loop.onAnswer(question, (found, error) -> {
            if (!slot.shard.active()) {
                caller.shardLost();
            } else if (found == null) {
                loop.ports.events().storeUnavailable();
                loop.gate.failed(loop.now());
                caller.storeUnavailable();
                jobs.free(slot);
            } else {
                loop.gate.answered();
                then.accept(found);
            }
        });
    }

    private void decideCreate(JobSlot slot, Create create, Caller caller) {
        JobDecision decision = changes.create(slot.job, create, loop.now(), id(slot));
        if (!(decision instanceof Changed changed)) {
            answered(slot, caller, decision);
            return;
        }
        writes.submit(slot, 0, changed.change(), new JobWrites.Then() {
            @Override
            public void durable(JobChange change) {
                caller.answer(changed.reply());
                jobs.free(slot);
            }

            @Override
            public void refused(RowOutcome outcome) {
                if (outcome.kind() == RowOutcome.Kind.VERSION_LOST) {
                    reloads.reload(slot, () -> decideCreate(slot, create, caller));
                } else {
                    refusedFor(slot, caller, outcome);
                }
            }

            @Override
            public void inDoubt() {
                caller.storeUnavailable();
            }
        });
    }

    private void apply(JobSlot slot, JobCommand command, Caller caller, JobDecision decision, List<Run> live) {
        Job before = slot.job;
        if (before == null || decision instanceof Answered) {
            answered(slot, caller, decision);
            return;
        }
        JobChange change = decision instanceof Changed changed ? changed.change() : ((Step) decision).change();
        writes.submit(slot, before.version(), change, new JobWrites.Then() {
            @Override
            public void durable(JobChange written) {
                forgetWithdrawn(slot.shard, written);
                claims.runsCreated(slot.shard, written);
                jobs.free(slot);
                if (decision instanceof Changed changed) {
                    afterChange(slot.shard, changed, live, caller);
                } else {
                    again(slot.shard, command, caller);
                }
            }

            @Override
            public void refused(RowOutcome outcome) {
                if (outcome.kind() == RowOutcome.Kind.VERSION_LOST) {
                    reloads.reload(slot, () -> {
                        jobs.free(slot);
                        again(slot.shard, command, caller);
                    });
                } else {
                    refusedFor(slot, caller, outcome);
                }
            }

            @Override
            public void inDoubt() {
                caller.storeUnavailable();
            }
        });
    }

    private void again(ShardState shard, JobCommand command, Caller caller) {
        if (shard.active()) {
            judge(shard, command, caller);
        } else {
            caller.shardLost();
        }
    }

    private void afterChange(ShardState shard, Changed changed, List<Run> live, Caller caller) {
        if (!changed.cancelWaiting() && !changed.cancelRunning()) {
            caller.answer(changed.reply());
            return;
        }
        Set<RunId> withdrawn = new HashSet<>();
        changed.change().withdrawn().forEach(ref -> withdrawn.add(ref.id()));
        Set<RunId> rest = new HashSet<>();
        live.stream().map(Run::id).filter(id -> !withdrawn.contains(id)).forEach(rest::add);
        changed.change().newRuns().forEach(created -> rest.add(created.run().id()));
        cancels.endAll(shard, rest, changed.cancelRunning(), "job_deleted", () -> caller.answer(changed.reply()));
    }

    private void forgetWithdrawn(ShardState shard, JobChange written) {
        for (RunRef ref : written.withdrawn()) {
            RunSlot run = shard.runs.get(ref.id());
            if (run != null) {
                runs.forget(run);
            }
        }
    }

    private void answered(JobSlot slot, Caller caller, JobDecision decision) {
        JobReply reply = decision instanceof Answered answered
                ? answered.reply()
                : new Refused(Refusal.NOT_FOUND, "no such job");
        caller.answer(reply);
        jobs.free(slot);
    }

    private void refusedFor(JobSlot slot, Caller caller, RowOutcome outcome) {
        switch (outcome.kind()) {
            case KEY_TAKEN ->
                caller.answer(new Refused(Refusal.KEY_TAKEN, "another job of this owner has the same key"));
            case EPOCH_LOST -> caller.shardLost();
            case REJECTED, APPLIED, ALREADY_APPLIED, VERSION_LOST, NOT_TRIED ->
                caller.answer(
                        new Refused(Refusal.STORE_UNAVAILABLE, "the store refused the write: " + outcome.detail()));
        }
        if (slot.shard.active()) {
            jobs.free(slot);
        }
    }
}
