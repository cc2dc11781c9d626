package io.carillon.domain.dispatch;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What waits for one owner in one capability: a lane for each priority in use, in order of due time, for what is
 * punctual, and as many for what makes up for a gap. The owner's next entry is the most urgent of the heads of its punctual
 * lanes; every so often, or if there are none, that of the others.
 *
 * <p>Also holds the owner's place among the others, on behalf of {@link CapabilityQueue}: the round in which it has its
 * next turn, and how many entries are left of that turn.
 */
final class OwnerLanes<K> {

    /** So many punctual entries at most go ahead of one that makes up for a gap. */
    static final int PUNCTUAL_IN_A_ROW_MAX = 15;

    final String ownerId;
    long round;
    int entriesLeft;

    private final SortedMap<Integer, SortedSet<Waiting<K>>> punctual = new TreeMap<>();
    private final SortedMap<Integer, SortedSet<Waiting<K>>> makingUp = new TreeMap<>();
    /** Taken since the last entry that makes up for a gap, while some waited. */
    private int punctualInARow;

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
        SortedSet<Waiting<K>> lane = lanesOf(waiting).get(waiting.entry().priority());
        return lane == null || Waiting.BY_DUE.compare(waiting, lane.first()) <= 0;
    }

    void add(Waiting<K> waiting) {
        boolean leads = leadsItsLane(waiting);
        lanesOf(waiting)
                .computeIfAbsent(waiting.entry().priority(), priority -> new TreeSet<>(Waiting.BY_DUE))
                .add(waiting);
        if (leads) {
            findHead();
        }
    }

    void remove(Waiting<K> waiting) {
        boolean leads = leadsItsLane(waiting);
        SortedMap<Integer, SortedSet<Waiting<K>>> lanes = lanesOf(waiting);
        SortedSet<Waiting<K>> lane = lanes.get(waiting.entry().priority());
        if (lane == null || !lane.remove(waiting)) {
            throw new IllegalStateException("not in its lane: " + waiting);
        }
        if (lane.isEmpty()) {
            lanes.remove(waiting.entry().priority());
        }
        if (makingUp.isEmpty()) {
            punctualInARow = 0;
        }
        if (leads) {
            findHead();
        }
    }

    /** Takes out the next entry, which it must have. */
    Waiting<K> poll() {
        Waiting<K> next = head();
        punctualInARow = next.entry().makesUp() ? 0 : punctualInARow + 1;
        remove(next);
        return next;
    }

    private SortedMap<Integer, SortedSet<Waiting<K>>> lanesOf(Waiting<K> waiting) {
        return waiting.entry().makesUp() ? makingUp : punctual;
    }

    private void findHead() {
        Waiting<K> first = mostUrgent(punctual);
        boolean othersTurn = first == null || punctualInARow >= PUNCTUAL_IN_A_ROW_MAX;
        Waiting<K> other = othersTurn ? mostUrgent(makingUp) : null;
        head = other == null ? first : other;
    }

    private @Nullable Waiting<K> mostUrgent(SortedMap<Integer, SortedSet<Waiting<K>>> lanes) {
        Waiting<K> best = null;
        for (SortedSet<Waiting<K>> lane : lanes.values()) {
            Waiting<K> candidate = lane.first();
            if (best == null || Waiting.BY_URGENCY.compare(candidate, best) < 0) {
                best = candidate;
            }
        }
        return best;
    }
}
