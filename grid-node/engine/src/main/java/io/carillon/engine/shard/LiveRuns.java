package io.carillon.engine.shard;

import io.carillon.domain.dispatch.ReadyEntry;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.time.Micros;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The live runs of the loop's shards and where each waits: in the wheel for its time, in the ready order for a worker,
 * with a gateway, or, running, for the end of its lease.
 */
final class LiveRuns {

    private final LoopContext loop;
    private final LeaseWatch leases;
    private final Map<String, Set<RunId>> handedTo = new HashMap<>();

    LiveRuns(LoopContext loop, LeaseWatch leases) {
        this.loop = loop;
        this.leases = leases;
    }

    @Nullable
    RunSlot find(RunId id) {
        ShardState shard = loop.activeShard(id.shard());
        return shard == null ? null : shard.runs.get(id);
    }

    /**
     * Takes a live run into memory and lets it wait where it belongs. If memory has it already, the newer version stays,
     * and a run that is being written is left alone.
     */
    RunSlot install(ShardState shard, Run run, JobDefinition definition, @Nullable Payload payload) {
        RunSlot known = shard.runs.get(run.id());
        if (known != null && (known.busy || known.run.version() >= run.version())) {
            return known;
        }
        RunSlot slot = known != null ? known : new RunSlot(shard, run, definition, payload);
        shard.runs.put(run.id(), slot);
        replace(slot, run);
        return slot;
    }

    /** The run as the store has it. Whether the worker of a running one confirmed is not stored: it may have. */
    void replace(RunSlot slot, Run run) {
        takeOut(slot);
        slot.run = run;
        slot.accepted = run.state() == RunState.RUNNING;
        place(slot);
    }

    /** Puts a run that is not busy where its state says it waits, or out of memory when it has ended. */
    void place(RunSlot slot) {
        takeOut(slot);
        switch (slot.run.state()) {
            case WAITING -> placeWaiting(slot);
            case RUNNING -> leases.watch(slot);
            case SUCCEEDED, DEAD, CANCELLED -> slot.shard.runs.remove(slot.run.id());
        }
    }

    /** Out of the wheel, the ready order and the hands of gateways; the slot stays. */
    void takeOut(RunSlot slot) {
        slot.cancelAlarm();
        if (slot.inReady) {
            loop.ready.remove(slot.run.id());
            slot.inReady = false;
        }
        takeFromGateway(slot);
    }

    void forget(RunSlot slot) {
        takeOut(slot);
        slot.shard.runs.remove(slot.run.id());
    }

    /** A gateway was offered the run: unless it starts in time, it is ready again. */
    void handedOff(RunSlot slot, String memberId, Instant now) {
        slot.handedTo = memberId;
        handedTo.computeIfAbsent(memberId, m -> new HashSet<>()).add(slot.run.id());
        slot.alarm = loop.at(now.plus(loop.settings.handOffTimeout()), then -> {
            if (!slot.busy && slot.shard.active()) {
                place(slot);
            }
        });
    }

    /** A member is gone: what its gateway was offered is ready again at once. */
    void gatewayLost(String memberId) {
        Set<RunId> runs = handedTo.remove(memberId);
        if (runs == null) {
            return;
        }
        for (RunId id : List.copyOf(runs)) {
            RunSlot slot = find(id);
            if (slot != null && !slot.busy && memberId.equals(slot.handedTo)) {
                place(slot);
            }
        }
    }

    private void placeWaiting(RunSlot slot) {
        Instant eligibleAt = slot.run.eligibleAt();
        if (eligibleAt.isAfter(loop.now())) {
            slot.alarm = loop.at(eligibleAt, now -> ready(slot));
        } else {
            ready(slot);
        }
    }

    private void ready(RunSlot slot) {
        slot.alarm = null;
        if (slot.busy || slot.inReady || slot.run.state() != RunState.WAITING || !slot.shard.active()) {
            return;
        }
        Run run = slot.run;
        slot.inReady = loop.ready.add(new ReadyEntry<>(
                run.id(),
                run.ownerId(),
                slot.capability,
                slot.definition.priority(),
                Micros.of(run.eligibleAt()),
                Micros.of(loop.now())));
    }

    private void takeFromGateway(RunSlot slot) {
        if (slot.handedTo != null) {
            Set<RunId> runs = handedTo.get(slot.handedTo);
            if (runs != null) {
                runs.remove(slot.run.id());
            }
            slot.handedTo = null;
        }
    }
}
