package io.carillon.engine.shard;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.dispatch.ReadyEntry;
import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Confirmation;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The live runs of the loop's shards and where each waits: in the wheel for its time, in the ready order for a worker,
 * with a gateway, or, running, for the end of its lease.
 */
final class LiveRuns {

    private static final Duration TAKERS_LOOKED_AT_EVERY = Duration.ofMillis(250);

    private final LoopContext loop;
    private final LeaseWatch leases;
    private final Stops stops;
    private final OfferedRuns offered = new OfferedRuns();
    private boolean watchingTakers;
    private Consumer<RunSlot> onOrphan = slot -> {};
    private BiConsumer<RunSlot, Instant> onExpired = (slot, startBefore) -> {};

    LiveRuns(LoopContext loop, LeaseWatch leases, Stops stops) {
        this.loop = loop;
        this.leases = leases;
        this.stops = stops;
    }

    @Nullable
    RunSlot find(RunId id) {
        ShardState shard = loop.activeShard(id.shard());
        return shard == null ? null : shard.runs.get(id);
    }

    /** @param end called for a free, waiting run whose job was deleted */
    void onOrphan(Consumer<RunSlot> end) {
        onOrphan = end;
    }

    /** @param end called for a free, waiting run that it is too late to start, with the time before which it was to be */
    void onExpired(BiConsumer<RunSlot, Instant> end) {
        onExpired = end;
    }

    /**
     * Takes a live run into memory and lets it wait where it belongs. If memory has it already, the newer version stays,
     * and a run that is being written is left alone.
     */
    RunSlot install(ShardState shard, LiveRun row) {
        RunSlot known = shard.runs.get(row.run().id());
        if (known != null) {
            boolean orphaned = row.jobDeleted() && !known.jobDeleted;
            known.jobDeleted |= row.jobDeleted();
            if (known.busy) {
                return known;
            }
            if (known.run.version() < row.run().version()) {
                replace(known, row);
            } else if (orphaned && known.isWaiting()) {
                place(known);
            }
            return known;
        }
        return add(shard, row, null);
    }

    /** A run that has waited in the store alone, and that memory does not have: it goes on waiting, and does not begin to. */
    void comesIn(ShardState shard, LiveRun row) {
        Instant since = row.run().eligibleAt();
        add(shard, row, since.isAfter(loop.now()) ? null : since);
    }

    private RunSlot add(ShardState shard, LiveRun row, @Nullable Instant readySince) {
        RunSlot slot = new RunSlot(shard, row);
        slot.held = row.jobHeld() || shard.heldJobs.contains(row.run().jobId());
        slot.readySince = readySince;
        shard.add(slot);
        replace(slot, row);
        return slot;
    }

    /** Rows as read from the store, of shards that may have been lost meanwhile. */
    void installAll(List<LiveRun> rows) {
        List<RunSlot> running = new ArrayList<>();
        for (LiveRun row : rows) {
            ShardState shard = loop.activeShard(row.run().shard());
            if (shard != null) {
                RunSlot slot = install(shard, row);
                if (slot.isRunning() && !slot.busy) {
                    running.add(slot);
                    tellAgain(slot);
                }
            }
        }
        leases.lookAtAll(running);
    }

    /** Whether its worker has heard of a cancel, its last owner knew at most. */
    private void tellAgain(RunSlot slot) {
        if (slot.run.cancelRequestedAt() != null) {
            leases.cancelAsked(slot);
            stops.cancel(slot);
        }
    }

    /** The run as the store has it. Whether the worker of a running one has confirmed is not stored, but may be known here. */
    void replace(RunSlot slot, LiveRun row) {
        takeOut(slot);
        slot.neverConfirmed &= slot.run.fencingToken() == row.run().fencingToken();
        slot.run = row.run();
        slot.jobDeleted |= row.jobDeleted();
        boolean mayBeHeld = slot.isRunning() && !slot.neverConfirmed;
        slot.confirmation = mayBeHeld ? Confirmation.UNKNOWN : Confirmation.NONE;
        slot.takenInAt = slot.isRunning() ? loop.now() : null;
        place(slot);
    }

    /** Its row was withdrawn and claimed again while it was being written: another slot is the run's now. */
    boolean isSuperseded(RunSlot slot) {
        RunSlot current = slot.shard.runs.get(slot.run.id());
        return current != null && current != slot;
    }

    /** Puts a run that is not busy where its state says it waits, or out of memory when it has ended. */
    void place(RunSlot slot) {
        takeOut(slot);
        loop.lanes.follow(slot);
        if (slot.shard.runs.get(slot.run.id()) != slot) {
            return;
        }
        switch (slot.run.state()) {
            case WAITING -> placeWaiting(slot);
            case RUNNING -> leases.watch(slot);
            case SUCCEEDED, DEAD, CANCELLED -> slot.shard.remove(slot);
        }
        callNext(slot);
    }

    /** False while another run of its job must go first. */
    boolean isItsTurn(RunSlot slot) {
        JobRuns ofJob = slot.shard.runsOf(slot.run.jobId());
        return ofJob == null || !ofJob.areInTheWayOf(slot);
    }

    /** Whoever waited for a run that has left, or waits itself now, may go on. */
    private void callNext(RunSlot slot) {
        JobRuns ofJob = slot.shard.runsOf(slot.run.jobId());
        if (ofJob == null) {
            return;
        }
        for (RunSlot next : ofJob.behind()) {
            if (next != slot && next.behind && !next.busy && isItsTurn(next)) {
                place(next);
            }
        }
    }

    /** Out of the wheel, the ready order and the hands of gateways; the slot stays. */
    void takeOut(RunSlot slot) {
        slot.cancelAlarm();
        slot.cancelExpiry();
        setBehind(slot, false);
        if (slot.inReady) {
            loop.ready.remove(slot.run.id());
            slot.inReady = false;
        }
        offered.remove(slot);
    }

    /** Of a shard that is lost, or as {@link #forget}: nobody else is placed in its stead. */
    void leave(RunSlot slot) {
        takeOut(slot);
        slot.shard.remove(slot);
        loop.lanes.follow(slot);
    }

    void forget(RunSlot slot) {
        leave(slot);
        callNext(slot);
    }

    /** A gateway was offered the run: unless it starts in time, it is ready again. */
    void handedOff(RunSlot slot, String memberId, Instant now) {
        offered.add(slot, memberId);
        slot.alarm = loop.at(now.plus(loop.settings.leases().handOffTimeout()), then -> placeIfFree(slot));
        watchTakers();
    }

    /** A member is gone: what its gateway was offered is ready again at once. */
    void gatewayLost(String memberId) {
        takeBackUnless((taker, capability) -> !taker.equals(memberId));
    }

    /**
     * A gateway keeps what it was offered after the worker that was to run it has gone, or was told to take nothing new. Its word
     * of that may be lost, its next one comes in a second: so it is looked at again and again.
     */
    private void watchTakers() {
        if (!watchingTakers && !offered.isEmpty()) {
            watchingTakers = true;
            loop.after(TAKERS_LOOKED_AT_EVERY, now -> {
                watchingTakers = false;
                takeBackUnless(loop.ports.handOff()::takes);
                watchTakers();
            });
        }
    }

    private void takeBackUnless(BiPredicate<String, Capability> able) {
        for (RunId id : offered.takeUnless(able)) {
            RunSlot slot = find(id);
            // A run that is being written is placed when its write has its answer.
            if (slot != null && !slot.busy) {
                place(slot);
            }
        }
    }

    /** A waiting run that nothing will ever remember: neither wheel nor ready order nor a gateway nor another run has it. */
    boolean isStray(RunSlot slot) {
        return slot.isWaiting()
                && !slot.busy
                && !slot.held
                && !slot.inReady
                && slot.handedTo == null
                && slot.alarm == null
                && !(slot.behind && !isItsTurn(slot));
    }

    private void placeWaiting(RunSlot slot) {
        Instant eligibleAt = slot.run.eligibleAt();
        if (slot.notBefore.isAfter(eligibleAt)) {
            eligibleAt = slot.notBefore;
        }
        Instant startBefore = slot.startBefore();
        Instant now = loop.now();
        if (slot.rejections.parked()) {
            slot.alarm = loop.after(Rejections.PARKED_FOR, then -> {
                slot.rejections.tryAgain();
                placeIfFree(slot);
            });
        } else if (slot.jobDeleted) {
            onOrphan.accept(slot);
        } else if (startBefore != null && !startBefore.isAfter(now)) {
            onExpired.accept(slot, startBefore);
        } else {
            if (startBefore != null) {
                slot.expiry = loop.at(startBefore, then -> expired(slot));
            }
            if (slot.held) {
                slot.readySince = null;
            } else if (!isItsTurn(slot)) {
                setBehind(slot, true);
            } else if (eligibleAt.isAfter(now)) {
                slot.alarm = loop.at(eligibleAt, then -> ready(slot));
            } else {
                ready(slot);
            }
        }
    }

    private static void setBehind(RunSlot slot, boolean value) {
        JobRuns ofJob = slot.shard.runsOf(slot.run.jobId());
        if (ofJob != null) {
            ofJob.setBehind(slot, value);
        }
    }

    private void expired(RunSlot slot) {
        slot.expiry = null;
        // Whoever writes it has decided before; if that fails it is placed anew.
        if (!slot.busy && slot.isWaiting() && slot.shard.active()) {
            place(slot);
        }
    }

    private void placeIfFree(RunSlot slot) {
        slot.alarm = null;
        if (!slot.busy && slot.shard.active()) {
            place(slot);
        }
    }

    private void ready(RunSlot slot) {
        slot.alarm = null;
        if (slot.busy || slot.inReady || !slot.isWaiting() || !slot.shard.active()) {
            return;
        }
        Run run = slot.run;
        if (slot.readySince == null) {
            slot.readySince = loop.now();
        }
        slot.inReady = loop.ready.add(new ReadyEntry<>(
                run.id(),
                run.ownerId(),
                slot.capability,
                slot.definition.priority(),
                run.makesUp(),
                Micros.of(run.eligibleAt()),
                Micros.of(slot.readySince)));
    }
}
