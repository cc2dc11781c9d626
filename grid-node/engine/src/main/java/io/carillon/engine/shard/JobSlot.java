package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.wheel.Timer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A job in memory: because it is due soon, or because something is being done to it.
 *
 * <p>While {@code busy}, a write or a look-up for it is under way; whoever else wants it waits in line.
 */
final class JobSlot {

    final JobId id;
    final ShardState shard;

    @Nullable
    Job job;

    @Nullable
    Timer<Alarm> alarm;

    boolean busy;
    /** Its due time passed while it was busy. */
    boolean duePending;
    /** Writes in a row that the store refused for the row's own sake. */
    int rejections;

    final Deque<Waiter> waiting = new ArrayDeque<>(0);

    JobSlot(JobId id, ShardState shard, @Nullable Job job) {
        this.id = id;
        this.shard = shard;
        this.job = job;
    }

    void cancelAlarm() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }
}
