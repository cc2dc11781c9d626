package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.wheel.Timer;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job in memory: because it is due soon, or because something is being done to it.
 *
 * <p>While {@code busy}, a write or a look-up for it is under way; whoever else wants it waits in line. Invariant: a slot
 * that is not busy is in the wheel or among the due.
 */
final class JobSlot {

    private static final Duration LOOKED_AT_EVERY_MAX = Duration.ofSeconds(5);

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

    /** For how long only the bounds on what a late job may claim have kept it from claiming. */
    private Duration heldUp = Duration.ZERO;
    /** When it was last kept from claiming all it owes; null if it was not. */
    private @Nullable Instant heldUpAt;

    /** Waiting runs of its schedule that have left memory, or never came into it, while this slot was there. */
    int runsBeyond;

    /** The version of the job for which the store was asked for runs before its claim, if it takes turns. */
    long turnsCountedAt;

    final Line line = new Line();
    /** Of its claims; what an API asked for is answered and not tried again. */
    final Rejections rejections = new Rejections();

    JobSlot(JobId id, ShardState shard, @Nullable Job job) {
        this.id = id;
        this.shard = shard;
        this.job = job;
    }

    /** It cannot claim all it owes now, for no other reason than the bounds; it is looked at again shortly. */
    void holdUp(Instant now) {
        heldUp = heldUp(now);
        heldUpAt = now;
    }

    /** It owes nothing more now. */
    void letGo() {
        heldUp = Duration.ZERO;
        heldUpAt = null;
    }

    /** Between two looks that are further apart something else was in the way: the store, or this member. */
    Duration heldUp(Instant now) {
        Instant last = heldUpAt;
        boolean watched = last != null
                && !last.isAfter(now)
                && !last.plus(LOOKED_AT_EVERY_MAX).isBefore(now);
        return watched ? heldUp.plus(Duration.between(last, now)) : heldUp;
    }

    void cancelAlarm() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }
}
