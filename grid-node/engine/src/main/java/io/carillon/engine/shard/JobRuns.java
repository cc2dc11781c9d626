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
    private int takingTurns;
    private int behind;

    void add(RunSlot slot) {
        slot.placeInJob = slots.size();
        slots.add(slot);
        ofTheSchedule += isOfTheSchedule(slot) ? 1 : 0;
        takingTurns += takesTurns(slot) ? 1 : 0;
    }

    void remove(RunSlot slot) {
        setBehind(slot, false);
        ofTheSchedule -= isOfTheSchedule(slot) ? 1 : 0;
        takingTurns -= takesTurns(slot) ? 1 : 0;
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
        if (takingTurns == 0 || !isOfTheSchedule(waiting)) {
            return false;
        }
        for (RunSlot other : slots) {
            if (other != waiting && isOfTheSchedule(other) && takeTurns(waiting, other)) {
                if (other.busy || Overlap.isInTheWayOf(waiting.run, other.run)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** An edit may lie between the two: then the newer definition says it. */
    private static boolean takeTurns(RunSlot one, RunSlot other) {
        RunSlot newer = one.run.revision() > other.run.revision() ? one : other;
        return Overlap.takesTurns(newer.definition);
    }

    private static boolean takesTurns(RunSlot slot) {
        return isOfTheSchedule(slot) && Overlap.takesTurns(slot.definition);
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
