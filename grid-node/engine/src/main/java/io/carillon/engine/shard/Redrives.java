package io.carillon.engine.shard;

import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobCommand.RedriveRun;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.run.Decision;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.RowOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes dead runs back to the queue. They are not in memory, so their rows are read first, those of a turn together.
 *
 * <p>A job may be deleted between that reading and the write, when it knows of no live run. So the row is read once more
 * after the write, and a run whose job is gone is ended like any other of a deleted job.
 */
final class Redrives {

    private record Asked(RedriveRun command, Caller caller) {}

    private final LoopContext loop;
    private final LiveRuns runs;
    private final RunWrites writes;
    private final Map<RunId, List<Asked>> cold = new LinkedHashMap<>();
    private final Set<RunId> written = new LinkedHashSet<>();

    Redrives(LoopContext loop, LiveRuns runs, RunWrites writes) {
        this.loop = loop;
        this.runs = runs;
        this.writes = writes;
    }

    /** For an active shard. */
    void requested(ShardState shard, RedriveRun command, Caller caller) {
        RunSlot slot = shard.runs.get(command.runId());
        if (slot != null) {
            whenFree(slot, command, caller);
        } else {
            cold.computeIfAbsent(command.runId(), id -> new ArrayList<>(1)).add(new Asked(command, caller));
        }
    }

    /** Reads the rows that were asked for, and those that were written. */
    void flush() {
        if (!cold.isEmpty()) {
            Map<RunId, List<Asked>> asked = new LinkedHashMap<>(cold);
            cold.clear();
            loop.ask(() -> loop.ports.store().loadRuns(asked.keySet()), (found, error) -> answerCold(asked, found));
        }
        if (!written.isEmpty()) {
            Set<RunId> looked = new LinkedHashSet<>(written);
            written.clear();
            lookAgain(looked);
        }
    }

    private void answerCold(Map<RunId, List<Asked>> asked, @Nullable List<LiveRun> found) {
        Map<RunId, LiveRun> rows = new HashMap<>();
        if (found == null) {
            loop.ports.events().storeUnavailable();
        } else {
            loop.gate.answered();
            found.forEach(row -> rows.put(row.run().id(), row));
        }
        asked.forEach((id, requests) -> {
            ShardState shard = loop.activeShard(id.shard());
            for (Asked each : requests) {
                if (shard == null) {
                    each.caller.shardLost();
                } else if (found == null) {
                    each.caller.storeUnavailable();
                } else {
                    withRow(shard, rows.get(id), each);
                }
            }
        });
    }

    private void withRow(ShardState shard, @Nullable LiveRun row, Asked asked) {
        RunSlot known = shard.runs.get(asked.command.runId());
        if (known != null) {
            whenFree(known, asked.command, asked.caller);
        } else if (row == null) {
            asked.caller.refuse(Refusal.NOT_FOUND, "no run " + asked.command.runId());
        } else if (!row.run().state().terminal()) {
            whenFree(runs.install(shard, row), asked.command, asked.caller);
        } else {
            RunSlot slot = new RunSlot(shard, row);
            slot.jobDeleted = row.jobDeleted();
            slot.held = row.jobHeld() || shard.heldJobs.contains(row.run().jobId());
            redrive(slot, asked.command, asked.caller);
        }
    }

    private void whenFree(RunSlot slot, RedriveRun command, Caller caller) {
        if (slot.busy) {
            slot.line.join(inLine(slot, command, caller));
        } else {
            redrive(slot, command, caller);
        }
    }

    private Waiter inLine(RunSlot slot, RedriveRun command, Caller caller) {
        return new Waiter() {
            @Override
            public void proceed() {
                redrive(slot, command, caller);
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
        };
    }

    /** The slot must be free; that of a dead run is not in memory. */
    private void redrive(RunSlot slot, RedriveRun command, Caller caller) {
        if (!command.principal().mayActFor(slot.run.ownerId())) {
            caller.refuse(Refusal.NOT_FOUND, "no run " + command.runId());
            return;
        }
        Decision decision = RunTransitions.decide(
                slot.run, new RunEvent.Redrive(), loop.now(), slot.definition.retry(), 0, loop.newId());
        if (decision instanceof Decision.Already) {
            caller.answer(new JobReply.Done());
        } else if (!(decision instanceof Moved moved)) {
            caller.refuse(Refusal.NOT_DEAD, "the run is not dead; only dead runs can be redriven");
        } else if (slot.jobDeleted) {
            caller.refuse(Refusal.DELETED, "the job was deleted, so its runs stay dead");
        } else if (runs.isSuperseded(slot)) {
            // Two were asked for while the row was read, and the other one has made a slot of it.
            whenFree(slotOf(slot), command, caller);
        } else {
            slot.shard.add(slot);
            write(slot, moved, command, caller);
        }
    }

    private RunSlot slotOf(RunSlot slot) {
        RunSlot current = slot.shard.runs.get(slot.run.id());
        return current == null ? slot : current;
    }

    private void write(RunSlot slot, Moved moved, RedriveRun command, Caller caller) {
        writes.submit(slot, moved, new RunWrites.Then() {
            @Override
            public void durable(Moved durable) {
                written.add(slot.run.id());
                runs.place(slot);
                caller.answer(new JobReply.Done());
            }

            @Override
            public void refused(RowOutcome outcome) {
                switch (outcome.kind()) {
                    case EPOCH_LOST -> caller.shardLost();
                    case REJECTED ->
                        caller.refuse(Refusal.STORE_UNAVAILABLE, "the store refused the write: " + outcome.detail());
                    // The run is being read again, and this goes on with it.
                    case VERSION_LOST,
                            NOT_TRIED,
                            KEY_TAKEN,
                            JOBS_FULL,
                            EXACT_JOBS_FULL,
                            OVER_MAX_RUNNING,
                            APPLIED,
                            ALREADY_APPLIED -> slot.line.joinFirst(inLine(slot, command, caller));
                }
            }

            @Override
            public void inDoubt() {
                caller.storeUnavailable();
            }
        });
    }

    private void lookAgain(Collection<RunId> ids) {
        loop.ask(() -> loop.ports.store().loadRuns(ids), (found, error) -> {
            if (found == null) {
                loop.ports.events().storeUnavailable();
                loop.after(loop.gate.failed(loop.now()), now -> lookAgain(ids));
                return;
            }
            loop.gate.answered();
            for (LiveRun row : found) {
                ShardState shard = loop.activeShard(row.run().shard());
                if (shard != null
                        && row.jobDeleted()
                        && shard.runs.containsKey(row.run().id())) {
                    runs.install(shard, row);
                }
            }
        });
    }
}
