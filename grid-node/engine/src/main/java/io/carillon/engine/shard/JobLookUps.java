package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand.TriggerNow;
import io.carillon.domain.plan.JobChanges;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.LiveRun;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a command on a job needs before it can be decided: the job's turn, and what only the store knows. Each step goes
 * on with a slot that is busy for this caller, or answers the caller and frees it.
 */
final class JobLookUps {

    private final LoopContext loop;
    private final DueJobs jobs;

    JobLookUps(LoopContext loop, DueJobs jobs) {
        this.loop = loop;
        this.jobs = jobs;
    }

    /** Takes the job's slot, now or when whoever has it is done. */
    void whenFree(ShardState shard, JobId id, Caller caller, Consumer<JobSlot> then) {
        JobSlot slot = jobs.findOrOpen(shard, id);
        if (!slot.busy) {
            slot.busy = true;
            then.accept(slot);
            return;
        }
        slot.line.join(new Waiter() {
            @Override
            public void proceed() {
                slot.busy = true;
                then.accept(slot);
            }

            @Override
            public void abandon() {
                caller.shardLost();
            }

            @Override
            public boolean leave() {
                caller.storeUnavailable();
                return true;
            }
        });
    }

    /** The slot's job becomes what the store says, unless memory knows: null if there is none. */
    void job(JobSlot slot, Caller caller, Runnable then) {
        if (slot.job != null) {
            then.run();
            return;
        }
        ask(slot, caller, () -> loop.ports.store().loadJobs(List.of(slot.id)), found -> {
            slot.job = found.isEmpty() ? null : found.get(0);
            then.run();
        });
    }

    private void liveRuns(JobSlot slot, Caller caller, Consumer<List<Run>> then) {
        ask(
                slot,
                caller,
                () -> loop.ports.store().loadLiveRunsOf(slot.id),
                found -> then.accept(found.stream().map(LiveRun::run).toList()));
    }

    /**
     * What the seam of a definition needs to know: the job's live runs, and the last nominal time that its definition does
     * not owe. The job must be known; without one there is nothing to ask for.
     */
    void seam(JobSlot slot, Caller caller, BiConsumer<List<Run>, Instant> then) {
        Job job = slot.job;
        if (job == null) {
            then.accept(List.of(), Instant.MIN);
        } else if (job.revision() == 1) {
            liveRuns(slot, caller, live -> then.accept(live, JobChanges.firstOwedAfter(job)));
        } else {
            ask(
                    slot,
                    caller,
                    () -> loop.ports.store().loadOwedAfter(slot.id),
                    found -> liveRuns(
                            slot, caller, live -> then.accept(live, found.isEmpty() ? Instant.MIN : found.get(0))));
        }
    }

    /** The run that this request made before; null if none. */
    void requestedRun(JobSlot slot, TriggerNow trigger, Caller caller, Consumer<@Nullable RunId> then) {
        ask(
                slot,
                caller,
                () -> loop.ports.store().findRequestedRun(trigger.jobId(), trigger.requestId()),
                found -> then.accept(found.isEmpty() ? null : found.get(0)));
    }

    /** Those of these runs that exist, in whichever state. */
    void runsThere(JobSlot slot, List<RunId> runs, Caller caller, Consumer<Set<RunId>> then) {
        ask(
                slot,
                caller,
                () -> loop.ports.store().loadRuns(runs),
                found -> then.accept(
                        found.stream().map(live -> live.run().id()).collect(Collectors.toUnmodifiableSet())));
    }

    /** Goes on with the store's answer; without one the caller hears that the store is away, and the slot is freed. */
    <T> void ask(JobSlot slot, Caller caller, Supplier<CompletableFuture<T>> question, Consumer<T> then) {
        loop.ask(question, (found, error) -> {
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
}
