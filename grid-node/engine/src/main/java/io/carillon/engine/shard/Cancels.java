package io.carillon.engine.shard;

import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobCommand.CancelRun;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.run.Decision;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.RowOutcome;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends runs on purpose: one by a user's wish, or those of a deleted job. */
final class Cancels {

    private final LoopContext loop;
    private final LiveRuns runs;
    private final RunWrites writes;

    Cancels(LoopContext loop, LiveRuns runs, RunWrites writes) {
        this.loop = loop;
        this.runs = runs;
        this.writes = writes;
    }

    void requested(ShardState shard, CancelRun command, Caller caller) {
        RunSlot slot = shard.runs.get(command.runId());
        if (slot != null) {
            cancelOwn(slot, command, caller);
            return;
        }
        loop.onAnswer(loop.ports.store().loadRuns(List.of(command.runId())), (found, error) -> {
            if (found == null) {
                caller.storeUnavailable();
            } else if (!shard.active()) {
                caller.shardLost();
            } else {
                cancelCold(shard, command, found.isEmpty() ? null : found.get(0), caller);
            }
        });
    }

    /** Ends these runs where they have not ended; {@code whenDone} follows once all of that is durable or refused. */
    void endAll(ShardState shard, Collection<RunId> ids, boolean runningToo, String reason, Runnable whenDone) {
        Countdown countdown = new Countdown(ids.size(), whenDone);
        for (RunId id : ids) {
            RunSlot slot = shard.runs.get(id);
            if (slot == null) {
                countdown.one();
            } else {
                whenFree(slot, countdown::one, () -> {
                    if (slot.run.state() == RunState.RUNNING && !runningToo) {
                        countdown.one();
                    } else {
                        cancel(slot, reason, countdown::one, countdown::one);
                    }
                });
            }
        }
        countdown.start();
    }

    private void cancelCold(ShardState shard, CancelRun command, @Nullable LiveRun row, Caller caller) {
        if (row == null || !command.principal().mayActFor(row.run().ownerId())) {
            caller.refuse(Refusal.NOT_FOUND, "no such run");
            return;
        }
        if (!row.run().state().terminal()) {
            RunSlot known = shard.runs.get(row.run().id());
            cancelOwn(
                    known != null ? known : runs.install(shard, row.run(), row.definition(), row.payload()),
                    command,
                    caller);
        } else if (row.run().state() == RunState.CANCELLED) {
            caller.answer(new JobReply.Done());
        } else {
            caller.refuse(Refusal.NOT_CANCELLABLE, "the run has ended");
        }
    }

    private void cancelOwn(RunSlot slot, CancelRun command, Caller caller) {
        if (!command.principal().mayActFor(slot.run.ownerId())) {
            caller.refuse(Refusal.NOT_FOUND, "no such run");
            return;
        }
        whenFree(
                slot,
                caller::shardLost,
                () -> cancel(
                        slot,
                        "cancelled",
                        () -> caller.answer(new JobReply.Done()),
                        () -> caller.refuse(Refusal.NOT_CANCELLABLE, "the run has ended or is ending")));
    }

    private void whenFree(RunSlot slot, Runnable abandoned, Runnable then) {
        if (!slot.busy) {
            then.run();
            return;
        }
        slot.waiting.add(new Waiter() {
            @Override
            public void proceed() {
                then.run();
            }

            @Override
            public void abandon() {
                abandoned.run();
            }
        });
    }

    private void cancel(RunSlot slot, String reason, Runnable done, Runnable refused) {
        Decision decision = RunTransitions.decide(
                slot.run, new RunEvent.Cancel(reason), loop.now(), slot.definition.retry(), 0, loop.newId());
        if (decision instanceof Decision.Already) {
            done.run();
            return;
        }
        if (!(decision instanceof Moved moved)) {
            refused.run();
            return;
        }
        if (slot.run.state() == RunState.WAITING) {
            runs.takeOut(slot);
        }
        writes.submit(slot, moved, new RunWrites.Then() {
            @Override
            public void durable(Moved durable) {
                if (slot.run.state() == RunState.RUNNING) {
                    loop.ports.workers().cancel(slot.run.id(), slot.run.fencingToken());
                } else {
                    runs.place(slot);
                }
                done.run();
            }

            @Override
            public void refused(RowOutcome outcome) {
                refused.run();
            }
        });
    }

    /** Runs something after a number of others and its own start. */
    private static final class Countdown {
        private final Runnable whenDone;
        private int left;

        Countdown(int count, Runnable whenDone) {
            this.left = count + 1;
            this.whenDone = whenDone;
        }

        void start() {
            one();
        }

        void one() {
            left--;
            if (left == 0) {
                whenDone.run();
            }
        }
    }
}
