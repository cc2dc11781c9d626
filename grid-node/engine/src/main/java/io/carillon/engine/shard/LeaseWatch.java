package io.carillon.engine.shard;

import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Confirmation;
import io.carillon.domain.run.RunEvent;
import io.carillon.engine.port.Leases.Lease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ends of leases, and of patience with attempts.
 *
 * <p>A lease that was accepted ends only with its entry in the grid, since heartbeats renew that alone: when it should be
 * over, the entry is taken out if it is over too, so that no heartbeat can renew what is being given up. Three things say
 * that a lease should be over: the wheel, the entry's time to live, and the comparison that looks through memory; each of
 * them suffices.
 *
 * <p>An attempt whose run was cancelled has no entry, so that each heartbeat comes to the owner and its worker is told
 * again. However well its lease is renewed, an attempt ends some grace after its time limit, and after a cancel.
 *
 * <p>Entries are granted, released and looked at in batches, once a turn of the loop.
 */
final class LeaseWatch {

    private final LoopContext loop;
    private final RollCall rollCall;
    private final Map<RunId, Lease> grants = new HashMap<>();
    private final List<RunId> releases = new ArrayList<>();
    private final Map<RunId, RunSlot> gained = new LinkedHashMap<>();
    private final Map<RunId, RunSlot> doubtful = new LinkedHashMap<>();
    private BiConsumer<RunSlot, RunEvent> onEnd = (slot, event) -> {};

    LeaseWatch(LoopContext loop, RollCall rollCall) {
        this.loop = loop;
        this.rollCall = rollCall;
    }

    /** @param end called on the loop's thread for a free, running slot with what has come to its attempt */
    void onEnd(BiConsumer<RunSlot, RunEvent> end) {
        onEnd = end;
    }

    /** A running attempt just came into memory or was started: its accept lease runs, or a whole one if it may be held. */
    void watch(RunSlot slot) {
        slot.entryMissed = false;
        boolean mayBeHeld = slot.confirmation != Confirmation.NONE;
        arm(
                slot,
                loop.now()
                        .plus(
                                mayBeHeld
                                        ? loop.settings.leases().duration()
                                        : loop.settings.leases().accept()));
    }

    /** The worker confirmed: from now on it has the lease, and heartbeats renew it. */
    void accepted(RunSlot slot) {
        slot.confirmation = Confirmation.GIVEN;
        slot.neverConfirmed = false;
        slot.unheard.confirmed();
        slot.entryMissed = false;
        Instant end = loop.now().plus(loop.settings.leases().duration());
        arm(slot, end);
        if (slot.run.cancelRequestedAt() == null) {
            String worker = Objects.requireNonNull(slot.run.workerId());
            grants.put(slot.run.id(), new Lease(slot.run.fencingToken(), end, worker));
        }
    }

    /** The attempt ended. */
    void ended(RunSlot slot) {
        slot.cancelAlarm();
        if (slot.confirmation != Confirmation.NONE) {
            slot.confirmation = Confirmation.NONE;
            release(slot);
        }
    }

    /** Its run was cancelled: from now on its owner alone renews its lease, for a while. */
    void cancelAsked(RunSlot slot) {
        release(slot);
        // Until now a heartbeat may have renewed its entry, later than memory knows.
        boolean mayBeHeld = slot.confirmation != Confirmation.NONE;
        arm(slot, mayBeHeld ? loop.now().plus(loop.settings.leases().duration()) : slot.leaseEnd);
    }

    /** After a gain: the surviving entries tell which attempts were confirmed. */
    void lookAtAll(List<RunSlot> running) {
        running.forEach(slot -> gained.put(slot.run.id(), slot));
    }

    /** The time to live of an attempt's entry is over. The wheel should have rung by then. */
    void entryExpired(RunSlot slot, long token) {
        if (holds(slot, token)) {
            rang(slot, token, loop.now());
        }
    }

    /**
     * Looks at a slot of which the wheel should have rung before {@code overdue}.
     *
     * @return true if it did not
     */
    boolean wasMissed(RunSlot slot, Instant overdue, Instant now) {
        long token = slot.run.fencingToken();
        if (slot.busy || !holds(slot, token) || slot.lookAt.isAfter(overdue)) {
            return false;
        }
        rang(slot, token, now);
        return true;
    }

    void flush() {
        if (!grants.isEmpty()) {
            Map<RunId, Lease> granted = Map.copyOf(grants);
            grants.clear();
            loop.ports.leases().grant(granted);
        }
        if (!releases.isEmpty()) {
            List<RunId> released = List.copyOf(releases);
            releases.clear();
            loop.ports.leases().release(released);
        }
        Instant now = loop.now();
        ask(gained, asked -> loop.ports.leases().lookUp(asked.keySet()), this::survived);
        ask(
                doubtful,
                asked -> loop.ports.leases().takeExpired(asked.keySet(), now),
                (asked, found) -> lookedAt(asked, found, now));
    }

    /** A shard at a time, so that one which gets no answer keeps no other waiting. */
    private void ask(
            Map<RunId, RunSlot> slots,
            Function<Map<RunId, RunSlot>, CompletableFuture<Map<RunId, Lease>>> question,
            BiConsumer<Map<RunId, RunSlot>, @Nullable Map<RunId, Lease>> then) {
        Map<Integer, Map<RunId, RunSlot>> byShard = new LinkedHashMap<>();
        slots.forEach((run, slot) -> byShard.computeIfAbsent(run.shard(), any -> new LinkedHashMap<>())
                .put(run, slot));
        slots.clear();
        byShard.values()
                .forEach(asked -> loop.ask(() -> question.apply(asked), (found, error) -> then.accept(asked, found)));
    }

    private void release(RunSlot slot) {
        if (grants.remove(slot.run.id()) == null) {
            releases.add(slot.run.id());
        }
    }

    private void arm(RunSlot slot, Instant leaseEnd) {
        slot.leaseEnd = leaseEnd;
        Instant limit = limitOf(slot);
        ringAt(slot, limit.isBefore(leaseEnd) ? limit : leaseEnd);
    }

    private void ringAt(RunSlot slot, Instant when) {
        slot.cancelAlarm();
        slot.lookAt = when;
        long token = slot.run.fencingToken();
        slot.alarm = loop.at(when, now -> rang(slot, token, now));
    }

    /** When the attempt ends however well its lease is renewed. */
    private Instant limitOf(RunSlot slot) {
        Patience patience = loop.settings.patience();
        Instant startedAt = Objects.requireNonNull(slot.run.startedAt());
        Instant limit = startedAt.plus(slot.definition.timeout()).plus(patience.timeoutGrace());
        Instant cancelledAt = slot.run.cancelRequestedAt();
        if (cancelledAt != null && cancelledAt.plus(patience.cancelGrace()).isBefore(limit)) {
            limit = cancelledAt.plus(patience.cancelGrace());
        }
        // A result may be on its way again that the last owner did not live to answer.
        Instant soonest = slot.takenInAt == null
                ? Instant.MIN
                : slot.takenInAt.plus(loop.settings.leases().accept());
        return limit.isBefore(soonest) ? soonest : limit;
    }

    private void rang(RunSlot slot, long token, Instant now) {
        slot.cancelAlarm();
        if (!holds(slot, token)) {
            return;
        }
        if (slot.busy) {
            ringAt(slot, now.plus(loop.settings.leases().accept()));
        } else if (!limitOf(slot).isAfter(now)) {
            onEnd.accept(slot, pastItsLimit(slot, now));
        } else if (slot.leaseEnd.isAfter(now)) {
            arm(slot, slot.leaseEnd);
        } else if (slot.confirmation != Confirmation.NONE) {
            slot.lookAt = now.plus(loop.settings.leases().accept());
            doubtful.put(slot.run.id(), slot);
        } else {
            lapse(slot);
        }
    }

    /**
     * An entry tells that the attempt was confirmed. It does not shorten the lease that the gain has given: renewals reach
     * the entry's backup a little later than the worker hears of them, so the entry may be older than what the worker counts
     * on.
     */
    private void survived(Map<RunId, RunSlot> asked, @Nullable Map<RunId, Lease> found) {
        asked.values().forEach(slot -> {
            Lease lease = found == null ? null : leaseOf(slot, found);
            if (lease != null && holds(slot, lease.fencingToken()) && !slot.busy) {
                slot.confirmation = Confirmation.GIVEN;
                if (lease.expiresAt().isAfter(slot.leaseEnd)) {
                    arm(slot, lease.expiresAt());
                }
            } else if (slot.isRunning()) {
                rollCall.found(slot);
            }
        });
    }

    /** @param askedAt what had expired by then was taken out */
    private void lookedAt(Map<RunId, RunSlot> asked, @Nullable Map<RunId, Lease> found, Instant askedAt) {
        Instant now = loop.now();
        for (RunSlot slot : asked.values()) {
            if (!holds(slot, slot.run.fencingToken()) || slot.alarm != null) {
                continue;
            }
            if (found == null || slot.busy) {
                // No answer, or none that can be acted on: whatever is being written may leave it running.
                ringAt(slot, now.plus(loop.settings.leases().accept()));
                continue;
            }
            Lease lease = leaseOf(slot, found);
            if (lease != null && lease.expiresAt().isAfter(askedAt)) {
                slot.confirmation = Confirmation.GIVEN;
                slot.entryMissed = false;
                arm(slot, lease.expiresAt());
            } else if (lease == null && mayHaveBeenRenewed(slot)) {
                slot.entryMissed = true;
                arm(slot, now.plus(loop.settings.leases().duration()));
            } else {
                lapse(slot);
            }
        }
    }

    /**
     * An entry that the grid has lost may have been renewed until just before. Whoever renewed it then is asked for it soon, and
     * so is this owner; if nobody comes in the time of a lease, nobody will. Of an attempt that was gained as running that time is
     * over, and a cancelled one has no entry.
     */
    private static boolean mayHaveBeenRenewed(RunSlot slot) {
        return slot.confirmation == Confirmation.GIVEN && !slot.entryMissed && slot.run.cancelRequestedAt() == null;
    }

    /** Its entry, if that is not of another attempt. */
    private static @Nullable Lease leaseOf(RunSlot slot, Map<RunId, Lease> found) {
        Lease lease = found.get(slot.run.id());
        return lease != null && lease.fencingToken() == slot.run.fencingToken() ? lease : null;
    }

    private void lapse(RunSlot slot) {
        onEnd.accept(slot, new RunEvent.Lapse(slot.run.fencingToken(), slot.confirmation));
    }

    private RunEvent pastItsLimit(RunSlot slot, Instant now) {
        long token = slot.run.fencingToken();
        Instant cancelledAt = slot.run.cancelRequestedAt();
        boolean cancelled = cancelledAt != null
                && !cancelledAt.plus(loop.settings.patience().cancelGrace()).isAfter(now);
        return cancelled ? new RunEvent.CutOff(token) : new RunEvent.Overrun(token);
    }

    private static boolean holds(RunSlot slot, long token) {
        return slot.shard.active() && slot.isRunning() && slot.run.fencingToken() == token;
    }
}
