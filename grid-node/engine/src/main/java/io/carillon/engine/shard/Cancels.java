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
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ends runs on purpose: one by a user's wish, or those of a deleted job. */
final class Cancels {

    private static final String BY_USER = "cancelled";
    private static final String JOB_DELETED = "job_deleted";

    private static final int READ_AT_ONCE = 1_000;

    /** What became of a cancel; one of these, but {@code inDoubt} any number of times before. */
    private interface Then {
        /** The run has ended, or its worker is asked to stop. */
        void done();

        /** It had ended another way. */
        void tooLate();

        void shardLost();

        void rejected(RowOutcome outcome);

        void inDoubt();
    }

    private final LoopContext loop;
    private final LiveRuns runs;
    private final RunWrites writes;
    private final LeaseWatch leases;
    private final Stops stops;

    Cancels(LoopContext loop, LiveRuns runs, RunWrites writes, LeaseWatch leases, Stops stops) {
        this.loop = loop;
        this.runs = runs;
        this.writes = writes;
        this.leases = leases;
        this.stops = stops;
        runs.onOrphan(slot -> cancel(slot, JOB_DELETED, new OneOfMany(new Countdown(1, () -> {}), () -> {}, () -> {})));
    }

    void requested(ShardState shard, CancelRun command, Caller caller) {
        RunSlot slot = shard.runs.get(command.runId());
        if (slot != null) {
            cancelOwn(slot, command, caller);
            return;
        }
        loop.ask(() -> loop.ports.store().loadRuns(List.of(command.runId())), (found, error) -> {
            if (!shard.active()) {
                caller.shardLost();
            } else if (found == null) {
                loop.ports.events().storeUnavailable();
                caller.storeUnavailable();
            } else {
                cancelCold(shard, command, found.isEmpty() ? null : found.get(0), caller);
            }
        });
    }

    /**
     * Ends these runs of a deleted job where they have not ended. Those that run may go on, unless {@code runningToo}, but
     * are not tried again.
     *
     * @param inDoubt the store does not answer; may be called any number of times
     * @param shardLost before all of it was durable; may be called any number of times
     * @param whenDone all of it is durable or refused
     */
    void endAll(
            ShardState shard,
            Collection<RunId> ids,
            boolean runningToo,
            Runnable inDoubt,
            Runnable shardLost,
            Runnable whenDone) {
        Map<Boolean, List<RunId>> parts = ids.stream().collect(Collectors.partitioningBy(shard.runs::containsKey));
        List<RunId> absent = loop.lanes.anyPartial() ? parts.getOrDefault(false, List.of()) : List.of();
        OfDeleted then = new OfDeleted(shard, runningToo, inDoubt, shardLost);
        then.end(parts.getOrDefault(true, List.of()), () -> then.endAbsent(absent, whenDone));
    }

    /** Ends runs of one deleted job. */
    private final class OfDeleted {

        private final ShardState shard;
        private final boolean runningToo;
        private final Runnable inDoubt;
        private final Runnable shardLost;

        OfDeleted(ShardState shard, boolean runningToo, Runnable inDoubt, Runnable shardLost) {
            this.shard = shard;
            this.runningToo = runningToo;
            this.inDoubt = inDoubt;
            this.shardLost = shardLost;
        }

        void end(Collection<RunId> ids, Runnable whenDone) {
            Countdown countdown = new Countdown(ids.size(), whenDone);
            for (RunId id : ids) {
                RunSlot slot = shard.runs.get(id);
                if (slot == null) {
                    countdown.one();
                    continue;
                }
                slot.jobDeleted = true;
                OneOfMany then = new OneOfMany(countdown, inDoubt, shardLost);
                whenFree(slot, then, () -> {
                    if (slot.isRunning() && !runningToo) {
                        then.done();
                    } else {
                        cancel(slot, JOB_DELETED, then);
                    }
                });
            }
            countdown.start();
        }

        /** Those that were not in memory: as many at a time as are read at once. */
        void endAbsent(List<RunId> ids, Runnable whenDone) {
            if (ids.isEmpty()) {
                whenDone.run();
                return;
            }
            List<RunId> next = ids.subList(0, Math.min(ids.size(), READ_AT_ONCE));
            loop.ask(() -> loop.ports.store().loadRuns(next), (found, error) -> {
                if (!shard.active()) {
                    shardLost.run();
                } else if (found == null) {
                    loop.ports.events().storeUnavailable();
                    inDoubt.run();
                    loop.after(loop.gate.failed(loop.now()), now -> endAbsent(ids, whenDone));
                } else {
                    loop.gate.answered();
                    found.stream()
                            .filter(row -> !row.run().state().terminal())
                            .forEach(row -> runs.install(shard, row));
                    end(next, () -> endAbsent(ids.subList(next.size(), ids.size()), whenDone));
                }
            });
        }
    }

    private void cancelCold(ShardState shard, CancelRun command, @Nullable LiveRun row, Caller caller) {
        if (row == null || !command.principal().mayActFor(row.run().ownerId())) {
            caller.refuse(Refusal.NOT_FOUND, "no run " + command.runId());
        } else if (!row.run().state().terminal()) {
            cancelOwn(runs.install(shard, row), command, caller);
        } else if (row.run().state() == RunState.CANCELLED) {
            caller.answer(new JobReply.Done());
        } else {
            caller.refuse(Refusal.NOT_CANCELLABLE, "the run has ended");
        }
    }

    private void cancelOwn(RunSlot slot, CancelRun command, Caller caller) {
        if (!command.principal().mayActFor(slot.run.ownerId())) {
            caller.refuse(Refusal.NOT_FOUND, "no run " + command.runId());
            return;
        }
        OfUser then = new OfUser(caller);
        whenFree(slot, then, () -> cancel(slot, BY_USER, then));
    }

    private void whenFree(RunSlot slot, Then then, Runnable act) {
        if (!slot.busy) {
            act.run();
        } else {
            slot.line.join(inLine(then, act));
        }
    }

    /** A user may try again later; a deleted job's runs must end whatever happens. */
    private static Waiter inLine(Then then, Runnable act) {
        return new Waiter() {
            @Override
            public void proceed() {
                act.run();
            }

            @Override
            public void abandon() {
                then.shardLost();
            }

            @Override
            public boolean leave() {
                then.inDoubt();
                return then instanceof OfUser;
            }
        };
    }

    /** The slot must be free. */
    private void cancel(RunSlot slot, String reason, Then then) {
        Decision decision = RunTransitions.decide(
                slot.run, new RunEvent.Cancel(reason), loop.now(), slot.definition.retry(), 0, loop.newId());
        if (decision instanceof Decision.Already) {
            then.done();
            return;
        }
        if (!(decision instanceof Moved moved)) {
            then.tooLate();
            return;
        }
        if (slot.isWaiting()) {
            runs.takeOut(slot);
        }
        writes.submit(slot, moved, new RunWrites.Then() {
            @Override
            public void durable(Moved durable) {
                if (slot.isRunning()) {
                    leases.cancelAsked(slot);
                    stops.cancel(slot);
                } else {
                    runs.place(slot);
                }
                then.done();
            }

            @Override
            public void refused(RowOutcome outcome) {
                switch (outcome.kind()) {
                    case EPOCH_LOST -> then.shardLost();
                    case REJECTED -> then.rejected(outcome);
                    // The run is being read again, and this goes on with it.
                    case VERSION_LOST,
                            NOT_TRIED,
                            KEY_TAKEN,
                            JOBS_FULL,
                            EXACT_JOBS_FULL,
                            OVER_MAX_RUNNING,
                            APPLIED,
                            ALREADY_APPLIED -> slot.line.joinFirst(inLine(then, () -> cancel(slot, reason, then)));
                }
            }

            @Override
            public void inDoubt() {
                then.inDoubt();
            }
        });
    }

    private record OfUser(Caller caller) implements Then {
        @Override
        public void done() {
            caller.answer(new JobReply.Done());
        }

        @Override
        public void tooLate() {
            caller.refuse(Refusal.NOT_CANCELLABLE, "the run has ended");
        }

        @Override
        public void shardLost() {
            caller.shardLost();
        }

        @Override
        public void rejected(RowOutcome outcome) {
            caller.refuse(Refusal.STORE_UNAVAILABLE, "the store refused the write: " + outcome.detail());
        }

        @Override
        public void inDoubt() {
            caller.storeUnavailable();
        }
    }

    private record OneOfMany(Countdown countdown, Runnable storeAway, Runnable lost) implements Then {
        @Override
        public void done() {
            countdown.one();
        }

        @Override
        public void tooLate() {
            countdown.one();
        }

        @Override
        public void shardLost() {
            lost.run();
        }

        @Override
        public void rejected(RowOutcome outcome) {
            countdown.one();
        }

        @Override
        public void inDoubt() {
            storeAway.run();
        }
    }
}
