package io.carillon.engine.shard;

import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Confirmation;
import io.carillon.engine.port.Leases.Lease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The ends of leases. The wheel decides; when it rings for an attempt that was accepted, the grid's entry is looked at
 * first, since heartbeats renew only that.
 *
 * <p>Entries are granted, released and looked up in batches, once a turn of the loop.
 */
final class LeaseWatch {

    private final LoopContext loop;
    private final Map<RunId, Lease> grants = new HashMap<>();
    private final List<RunId> releases = new ArrayList<>();
    private final Map<RunId, RunSlot> doubtful = new LinkedHashMap<>();
    private @Nullable BiConsumer<RunSlot, Instant> onLapse;

    LeaseWatch(LoopContext loop) {
        this.loop = loop;
    }

    /** @param lapse called on the loop's thread for a free slot whose lease has ended */
    void onLapse(BiConsumer<RunSlot, Instant> lapse) {
        onLapse = lapse;
    }

    /** A running attempt just came into memory or was started: its accept lease runs, or a whole one if it may be held. */
    void watch(RunSlot slot) {
        boolean mayBeHeld = slot.confirmation != Confirmation.NONE;
        arm(slot, loop.now().plus(mayBeHeld ? loop.settings.leaseDuration() : loop.settings.acceptLease()));
    }

    /** The worker confirmed: from now on it has the lease, and heartbeats renew it. */
    void accepted(RunSlot slot) {
        slot.confirmation = Confirmation.GIVEN;
        Instant end = loop.now().plus(loop.settings.leaseDuration());
        arm(slot, end);
        String worker = Objects.requireNonNull(slot.run.workerId());
        grants.put(slot.run.id(), new Lease(slot.run.fencingToken(), end, worker));
    }

    /** The attempt ended. */
    void ended(RunSlot slot) {
        slot.cancelAlarm();
        if (slot.confirmation != Confirmation.NONE) {
            slot.confirmation = Confirmation.NONE;
            if (grants.remove(slot.run.id()) == null) {
                releases.add(slot.run.id());
            }
        }
    }

    /** After a gain: the surviving entries tell when the leases end that are really held. */
    void lookAtAll(List<RunSlot> running) {
        running.forEach(slot -> doubtful.put(slot.run.id(), slot));
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
        // A shard at a time, so that one which gets no answer keeps no other waiting.
        Map<Integer, Map<RunId, RunSlot>> byShard = new LinkedHashMap<>();
        doubtful.forEach((run, slot) -> byShard.computeIfAbsent(run.shard(), any -> new LinkedHashMap<>())
                .put(run, slot));
        doubtful.clear();
        byShard.values()
                .forEach(asked -> loop.ask(
                        () -> loop.ports.leases().lookUp(asked.keySet()), (found, error) -> lookedUp(asked, found)));
    }

    private void arm(RunSlot slot, Instant end) {
        slot.cancelAlarm();
        long token = slot.run.fencingToken();
        slot.alarm = loop.at(end, now -> rang(slot, token, now));
    }

    private void rang(RunSlot slot, long token, Instant now) {
        slot.alarm = null;
        if (!holds(slot, token)) {
            return;
        }
        if (slot.busy) {
            arm(slot, now.plus(loop.settings.acceptLease()));
        } else if (slot.confirmation != Confirmation.NONE) {
            doubtful.put(slot.run.id(), slot);
        } else {
            lapse(slot, now);
        }
    }

    private void lookedUp(Map<RunId, RunSlot> asked, @Nullable Map<RunId, Lease> found) {
        Instant now = loop.now();
        for (RunSlot slot : asked.values()) {
            if (!holds(slot, slot.run.fencingToken())) {
                continue;
            }
            if (found == null || slot.busy) {
                // No answer, or none that can be acted on: whatever is being written may leave it running.
                if (slot.alarm == null) {
                    arm(slot, now.plus(loop.settings.acceptLease()));
                }
                continue;
            }
            Lease lease = found.get(slot.run.id());
            if (lease != null && lease.fencingToken() != slot.run.fencingToken()) {
                // Of another attempt.
                lease = null;
            }
            if (lease != null) {
                slot.confirmation = Confirmation.GIVEN;
            }
            if (lease != null && lease.expiresAt().isAfter(now)) {
                arm(slot, lease.expiresAt());
            } else if (slot.alarm == null) {
                lapse(slot, now);
            }
        }
    }

    private void lapse(RunSlot slot, Instant now) {
        if (onLapse != null) {
            onLapse.accept(slot, now);
        }
    }

    private static boolean holds(RunSlot slot, long token) {
        return slot.shard.active() && slot.isRunning() && slot.run.fencingToken() == token;
    }
}
