package io.carillon.domain.dispatch;

import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What waits for one owner in one capability: a lane for each priority in use, in order of due time. The owner's next
 * entry is the most urgent of the heads of its lanes.
 *
 * <p>Also holds the owner's place among the others, on behalf of {@link CapabilityQueue}: the round in which it has its
 * next turn, and how many entries are left of that turn.
 */
final class OwnerLanes<K> {
    final String ownerId;
    long round;
    int entriesLeft;

    private final TreeMap<Integer, TreeSet<Waiting<K>>> lanes = new TreeMap<>();
    private @Nullable Waiting<K> head;

    OwnerLanes(String ownerId, long round, int entriesLeft) {
        this.ownerId = ownerId;
        this.round = round;
        this.entriesLeft = entriesLeft;
    }

    boolean isEmpty() {
        return head == null;
    }

    /** The owner's next entry; it must have one. */
    Waiting<K> head() {
        Waiting<K> next = head;
        if (next == null) {
            throw new IllegalStateException("nothing waits for owner " + ownerId);
        }
        return next;
    }

    /** Whether adding or removing this entry can change {@link #head()}: it is, or would be, the first of its lane. */
    boolean leadsItsLane(Waiting<K> waiting) {
        TreeSet<Waiting<K>> lane = lanes.get(waiting.entry().priority());
        return lane == null || Waiting.BY_DUE.compare(waiting, lane.first()) <= 0;
    }

    void add(Waiting<K> waiting) {
        boolean leads = leadsItsLane(waiting);
        lanes.computeIfAbsent(waiting.entry().priority(), priority -> new TreeSet<>(Waiting.BY_DUE))
                .add(waiting);
        if (leads) {
            findHead();
        }
    }

    void remove(Waiting<K> waiting) {
        boolean leads = leadsItsLane(waiting);
        TreeSet<Waiting<K>> lane = lanes.get(waiting.entry().priority());
        if (lane == null || !lane.remove(waiting)) {
            throw new IllegalStateException("not in its lane: " + waiting);
        }
        if (lane.isEmpty()) {
            lanes.remove(waiting.entry().priority());
        }
        if (leads) {
            findHead();
        }
    }

    private void findHead() {
        Waiting<K> best = null;
        for (TreeSet<Waiting<K>> lane : lanes.values()) {
            Waiting<K> candidate = lane.first();
            if (best == null || Waiting.BY_URGENCY.compare(candidate, best) < 0) {
                best = candidate;
            }
        }
        head = best;
    }
}
