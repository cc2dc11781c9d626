package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.wheel.Timer;
import org.jspecify.annotations.Nullable;

/**
 * A job in memory: because it is due soon, or because something is being done to it.
 *
 * <p>While {@code busy}, a write or a look-up for it is under way; whoever else wants it waits in line. Invariant: a slot
 * that is not busy is in the wheel or among the due.
 */
final class JobSlot {

    final JobId id;
    final ShardState shard;

    @Nullable
    Job job;

    @Nullable
    Timer<Alarm> alarm;

    boolean busy;
    /** Among the jobs whose claim is at hand. */
    boolean amongDue;
    /** Its due time passed while it was busy, or more is owed than was claimed. */
    boolean duePending;
    /** Its last claim was refused: not at once again. */
    boolean postponed;

    final Line line = new Line();
    /** Of its claims; what an API asked for is answered and not tried again. */
    final Rejections rejections = new Rejections();

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
