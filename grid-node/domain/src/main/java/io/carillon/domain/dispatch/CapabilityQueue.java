package io.carillon.domain.dispatch;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rounds in which the owners of one capability take turns.
 *
 * <p>In a round every owner that has work has one turn of as many entries as its weight. Who comes first within a round is
 * decided by urgency alone, so priority moves an owner forward within a round and never gives it a larger share.
 *
 * <p>Invariants: {@code active} holds exactly the owners that have work; {@code resting} holds owners without work whose
 * turn in this round is begun or over, so that leaving and coming back gains no second turn. No owner's round is more than
 * one after the current one. An owner that may not run stays behind in an old round; when it may again, it uses what is left
 * of that turn and joins the current round, so turns do not pile up while it is held back. What is remembered is bounded
 * by the number of owners, and gone with the last entry.
 */
final class CapabilityQueue<K> {
    private final ToIntFunction<String> weightOf;
    private final Map<String, OwnerLanes<K>> owners = new HashMap<>();
    private final Map<String, OwnerLanes<K>> resting = new HashMap<>();
    private final TreeSet<OwnerLanes<K>> active = new TreeSet<>((a, b) -> {
        int byRound = Long.compare(a.round, b.round);
        return byRound != 0 ? byRound : Waiting.BY_URGENCY.compare(a.head(), b.head());
    });

    /** The latest round in which anyone had a turn. */
    private long currentRound;

    private int size;

    CapabilityQueue(ToIntFunction<String> weightOf) {
        this.weightOf = weightOf;
    }

    int size() {
        return size;
    }

    void add(Waiting<K> waiting) {
        String ownerId = waiting.entry().ownerId();
        OwnerLanes<K> owner = owners.get(ownerId);
        if (owner == null) {
            owner = enter(ownerId);
            owner.add(waiting);
            active.add(owner);
        } else if (owner.leadsItsLane(waiting)) {
            active.remove(owner);
            owner.add(waiting);
            active.add(owner);
        } else {
            owner.add(waiting);
        }
        size++;
    }

    /** Removes an entry that was added here and not polled since. */
    void remove(Waiting<K> waiting) {
        OwnerLanes<K> owner = owners.get(waiting.entry().ownerId());
        if (owner == null) {
            throw new IllegalStateException("no work of this owner: " + waiting);
        }
        if (owner.leadsItsLane(waiting)) {
            active.remove(owner);
            owner.remove(waiting);
            activateOrRest(owner);
        } else {
            owner.remove(waiting);
        }
        size--;
    }

    @Nullable
    Waiting<K> peek(Predicate<String> mayRun) {
        OwnerLanes<K> owner = nextOwner(mayRun);
        return owner == null ? null : owner.head();
    }

    @Nullable
    Waiting<K> poll(Predicate<String> mayRun) {
        OwnerLanes<K> owner = nextOwner(mayRun);
        if (owner == null) {
            return null;
        }
        active.remove(owner);
        Waiting<K> next = owner.poll();
        useTurn(owner);
        activateOrRest(owner);
        size--;
        return next;
    }

    private @Nullable OwnerLanes<K> nextOwner(Predicate<String> mayRun) {
        for (OwnerLanes<K> owner : active) {
            if (mayRun.test(owner.ownerId)) {
                return owner;
            }
        }
        return null;
    }

    private OwnerLanes<K> enter(String ownerId) {
        OwnerLanes<K> owner = resting.remove(ownerId);
        if (owner == null) {
            owner = new OwnerLanes<>(ownerId, currentRound, weightOf.applyAsInt(ownerId));
        }
        owners.put(ownerId, owner);
        return owner;
    }

    private void useTurn(OwnerLanes<K> owner) {
        if (owner.round > currentRound) {
            currentRound = owner.round;
            // Each owner is looked at here at most twice before it is forgotten or comes back.
            resting.values().removeIf(rested -> rested.round < currentRound);
        }
        owner.entriesLeft--;
        if (owner.entriesLeft == 0) {
            owner.round = Math.max(owner.round + 1, currentRound);
            owner.entriesLeft = weightOf.applyAsInt(owner.ownerId);
        }
    }

    private void activateOrRest(OwnerLanes<K> owner) {
        if (!owner.isEmpty()) {
            active.add(owner);
            return;
        }
        owners.remove(owner.ownerId);
        if (owner.round >= currentRound) {
            resting.put(owner.ownerId, owner);
        }
    }
}
