package io.carillon.engine.shard;

import io.carillon.domain.id.RunId;
import io.carillon.domain.plan.Lane;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.LanePlace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lane as one loop has it: its waiting runs in memory, and from which place on there may be others in the store.
 *
 * <p>Invariant: each waiting run of it before {@link #coldFrom}, of a shard that the loop serves, is in memory, or is of a held
 * job and was passed over. From there on a run may be in memory or not.
 */
final class WaitingLane {

    final long id;
    final Lane lane;
    private final List<RunSlot> slots = new ArrayList<>(0);
    private LanePlace coldFrom = LanePlace.END;

    /** The earliest place that became cold while a page is being read, which may not show it; null if none is read. */
    private @Nullable LanePlace coldMeanwhile;

    /** Left memory, or never came into it, while a page is being read, which may show them as they were. */
    private Set<RunId> goneMeanwhile = Set.of();

    /** Runs of held jobs were left in the store: when one is resumed, the lane is read from its beginning. */
    boolean heldPassedOver;

    /** Of {@link Lanes}: waiting runs in the store alone, as of the last count and what was seen since. */
    long beyond;

    WaitingLane(long id, Lane lane) {
        this.id = id;
        this.lane = lane;
    }

    void add(RunSlot slot) {
        slot.inLane = this;
        slot.placeInLane = slots.size();
        slots.add(slot);
    }

    void remove(RunSlot slot) {
        RunSlot last = slots.remove(slots.size() - 1);
        if (last != slot) {
            slots.set(slot.placeInLane, last);
            last.placeInLane = slot.placeInLane;
        }
        slot.inLane = null;
        goneMeanwhile(slot.run);
    }

    int size() {
        return slots.size();
    }

    List<RunSlot> slots() {
        return slots;
    }

    boolean isCold() {
        return !coldFrom.equals(LanePlace.END);
    }

    /** Memory may lack waiting runs of it. */
    boolean isPartial() {
        return isCold() || heldPassedOver;
    }

    LanePlace coldFrom() {
        return coldFrom;
    }

    boolean isBeyond(Run run) {
        return isCold() && LanePlace.of(run).compareTo(coldFrom) >= 0;
    }

    /** Memory may lack runs from here on. */
    void cold(LanePlace from) {
        coldFrom = coldFrom.earlierOf(from);
        if (coldMeanwhile != null) {
            coldMeanwhile = coldMeanwhile.earlierOf(from);
        }
    }

    boolean isBeingRead() {
        return coldMeanwhile != null;
    }

    void readingBegins() {
        coldMeanwhile = LanePlace.END;
        goneMeanwhile = new HashSet<>();
    }

    void goneMeanwhile(Run run) {
        if (isBeingRead()) {
            goneMeanwhile.add(run.id());
        }
    }

    /**
     * @param to all before it was read from {@link #coldFrom} on; null: nothing was
     * @return what is another by now than when it was read, or out of memory on purpose
     */
    Set<RunId> readingEnds(@Nullable LanePlace to) {
        LanePlace meanwhile = coldMeanwhile;
        Set<RunId> gone = goneMeanwhile;
        coldMeanwhile = null;
        goneMeanwhile = Set.of();
        if (to != null && meanwhile != null) {
            coldFrom = to.earlierOf(meanwhile);
        }
        return gone;
    }

    /** Nothing of it need be remembered. */
    boolean isIdle() {
        return slots.isEmpty() && !isPartial() && !isBeingRead();
    }
}
