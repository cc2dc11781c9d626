package io.carillon.engine.shard;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.plan.Lane;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.LanePlace;
import io.carillon.domain.store.LiveRun;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The loop's lanes: how many runs wait in memory, and which lanes go on in the store. What is remembered of a lane does not
 * grow with its runs. Pure book-keeping; the loop's thread only.
 */
final class Lanes {

    private final Map<Long, WaitingLane> lanes = new HashMap<>();
    private final Set<WaitingLane> partial = new LinkedHashSet<>();
    private int waiting;
    private long beyond;

    /** Counts a run among those that wait in memory, or not any more; to be called when its state or its being there has changed. */
    void follow(RunSlot slot) {
        boolean waits = slot.lane != Lane.NONE && slot.isWaiting() && slot.shard.runs.get(slot.run.id()) == slot;
        WaitingLane lane = slot.inLane;
        if (waits && lane == null) {
            laneOf(slot.lane, slot.run, slot.definition).add(slot);
            waiting++;
        } else if (!waits && lane != null) {
            lane.remove(slot);
            waiting--;
            forgetIfIdle(lane);
        }
    }

    /** Runs that wait in memory, of all lanes. */
    int waiting() {
        return waiting;
    }

    /** Waiting runs in the store alone, about. */
    long beyond() {
        return beyond;
    }

    Collection<WaitingLane> all() {
        return lanes.values();
    }

    /** Those of which memory may lack runs. */
    List<WaitingLane> partial() {
        return List.copyOf(partial);
    }

    boolean anyPartial() {
        return !partial.isEmpty();
    }

    Set<Long> partialIds() {
        return partial.stream().map(lane -> lane.id).collect(Collectors.toUnmodifiableSet());
    }

    /** As counted. */
    void setBeyond(WaitingLane lane, long runs) {
        long counted = lane.isPartial() ? Math.max(0, runs) : 0;
        beyond += counted - lane.beyond;
        lane.beyond = counted;
    }

    /** To be called when a lane was read, or its runs have left memory. */
    void changed(WaitingLane lane) {
        if (lane.isPartial()) {
            partial.add(lane);
        } else {
            partial.remove(lane);
            setBeyond(lane, 0);
        }
        forgetIfIdle(lane);
    }

    /**
     * Whether a new run stays in the store: others of its lane that come before it do. If so, that is noted.
     *
     * @param lane its id
     */
    boolean staysOut(long lane, Run run) {
        WaitingLane known = lanes.get(lane);
        if (known == null || !known.isBeyond(run)) {
            return false;
        }
        known.cold(LanePlace.of(run));
        known.goneMeanwhile(run);
        setBeyond(known, known.beyond + 1);
        return true;
    }

    /** Whether it is right that a live run is not in memory. */
    boolean mayBeOut(LiveRun row) {
        WaitingLane lane = lanes.get(row.lane());
        return lane != null
                && row.run().state() == RunState.WAITING
                && !row.jobDeleted()
                && (lane.isBeyond(row.run()) || (lane.heldPassedOver && row.jobHeld()));
    }

    /** The first waiting run of a lane, of shards that were gained: it and what follows is in the store. */
    void head(LiveRun row) {
        WaitingLane lane = laneOf(row.lane(), row.run(), row.definition());
        lane.cold(LanePlace.of(row.run()));
        changed(lane);
    }

    /** A held job was resumed, of which runs may have been passed over, or be read as held just now. */
    void resumed() {
        for (WaitingLane lane : partial()) {
            if (lane.heldPassedOver || lane.isBeingRead()) {
                fromTheBeginning(lane);
            }
        }
    }

    /** Whatever of it is in the store is read again. */
    void fromTheBeginning(WaitingLane lane) {
        lane.cold(LanePlace.FIRST);
        lane.heldPassedOver = false;
        changed(lane);
    }

    private void forgetIfIdle(WaitingLane lane) {
        if (lane.isIdle()) {
            lanes.remove(lane.id, lane);
        }
    }

    private WaitingLane laneOf(long id, Run run, JobDefinition definition) {
        return lanes.computeIfAbsent(id, any -> new WaitingLane(id, Lane.of(run, definition)));
    }
}
