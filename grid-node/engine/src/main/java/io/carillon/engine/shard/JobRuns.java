package io.carillon.engine.shard;

import io.carillon.domain.id.Trigger;
import io.carillon.domain.plan.Overlap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The live runs of one job in memory, in no order. */
final class JobRuns {

    private final List<RunSlot> slots = new ArrayList<>(1);
    private int ofTheSchedule;
    private int behind;

    void add(RunSlot slot) {
        slot.placeInJob = slots.size();
        slots.add(slot);
        ofTheSchedule += isOfTheSchedule(slot) ? 1 : 0;
    }

    void remove(RunSlot slot) {
        setBehind(slot, false);
        ofTheSchedule -= isOfTheSchedule(slot) ? 1 : 0;
        RunSlot last = slots.remove(slots.size() - 1);
        if (last != slot) {
            slots.set(slot.placeInJob, last);
            last.placeInJob = slot.placeInJob;
        }
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }

    int ofTheSchedule() {
        return ofTheSchedule;
    }

    void setBehind(RunSlot slot, boolean value) {
        if (slot.behind != value) {
            slot.behind = value;
            behind += value ? 1 : -1;
        }
    }

    /** Those that keep others from being made. */
    int counting(Instant now) {
        int n = 0;
        for (RunSlot slot : slots) {
            n += Overlap.counts(slot.run, now) ? 1 : 0;
        }
        return n;
    }

    /** Whether a waiting run has to let another one of its job go first: an older one, one that runs, or may be starting. */
    boolean areInTheWayOf(RunSlot waiting) {
        for (RunSlot other : slots) {
            boolean mayBeStarting = other.busy && isOfTheSchedule(other);
            if (other != waiting && (mayBeStarting || Overlap.isInTheWayOf(waiting.run, other.run))) {
                return true;
            }
        }
        return false;
    }

    /** Those that wait for another one. */
    List<RunSlot> behind() {
        return behind == 0
                ? List.of()
                : slots.stream().filter(slot -> slot.behind).toList();
    }

    private static boolean isOfTheSchedule(RunSlot slot) {
        return slot.run.trigger() == Trigger.SCHEDULE;
    }
}
