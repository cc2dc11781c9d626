package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import java.util.List;

/**
 * Keeps the runs of jobs that are paused with hold from starting, and lets them go again.
 *
 * <p>A held run waits in memory alone: neither wheel nor ready order nor a gateway has it. What runs goes on, and is held if
 * it comes to wait again.
 */
final class Holds {

    private final LiveRuns runs;
    private final Lanes lanes;

    Holds(LiveRuns runs, Lanes lanes) {
        this.runs = runs;
        this.lanes = lanes;
    }

    /**
     * No run of this job starts after {@code whenDone}: a start on its way to the store when the job was held is waited for.
     *
     * @param inDoubt the store does not answer; may be called any number of times
     * @param shardLost while a start was on its way, which may still arrive before the next owner raises the epoch
     */
    void hold(ShardState shard, JobId job, Runnable inDoubt, Runnable shardLost, Runnable whenDone) {
        shard.heldJobs.add(job);
        List<RunSlot> slots = slotsOf(shard, job);
        Countdown countdown = new Countdown(slots.size(), whenDone);
        for (RunSlot slot : slots) {
            slot.held = true;
            if (slot.busy) {
                slot.line.join(new AfterTheWrite(slot, countdown, inDoubt, shardLost));
            } else {
                hold(slot, countdown);
            }
        }
        countdown.start();
    }

    void release(ShardState shard, JobId job) {
        shard.heldJobs.remove(job);
        lanes.resumed();
        for (RunSlot slot : slotsOf(shard, job)) {
            release(slot);
        }
    }

    void release(RunSlot slot) {
        if (slot.held) {
            slot.held = false;
            if (!slot.busy && slot.isWaiting()) {
                runs.place(slot);
            }
        }
    }

    private void hold(RunSlot slot, Countdown countdown) {
        if (slot.isWaiting()) {
            runs.place(slot);
        }
        countdown.one();
    }

    private static List<RunSlot> slotsOf(ShardState shard, JobId job) {
        return shard.runs.values().stream()
                .filter(slot -> slot.run.jobId().equals(job))
                .toList();
    }

    private final class AfterTheWrite implements Waiter {

        private final RunSlot slot;
        private final Countdown countdown;
        private final Runnable inDoubt;
        private final Runnable shardLost;

        AfterTheWrite(RunSlot slot, Countdown countdown, Runnable inDoubt, Runnable shardLost) {
            this.slot = slot;
            this.countdown = countdown;
            this.inDoubt = inDoubt;
            this.shardLost = shardLost;
        }

        @Override
        public void proceed() {
            hold(slot, countdown);
        }

        @Override
        public void abandon() {
            shardLost.run();
        }

        @Override
        public boolean leave() {
            inDoubt.run();
            return false;
        }
    }
}
