package io.carillon.engine.shard;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.Confirmation;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.wheel.Timer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A live run in memory.
 *
 * <p>Invariant: a waiting run that is not busy is held, behind another run of its job, in the wheel, in the ready order or with a gateway under an alarm; a
 * running one that is not busy has its lease's end in the wheel, or the grid is being asked for it.
 */
final class RunSlot {

    final ShardState shard;
    final JobDefinition definition;
    final @Nullable Payload payload;
    final Capability capability;
    /** The id of its lane, as it is stored. */
    final long lane;

    Run run;

    @Nullable
    Timer<Alarm> alarm;

    /** Of a waiting run that no worker has worked on: rings when it is too late to start it. */
    @Nullable
    Timer<Alarm> expiry;

    /** A write of it is under way, or it is being read again. */
    boolean busy;
    /** Of the current attempt. */
    Confirmation confirmation = Confirmation.NONE;
    /** The current attempt was started from here, and nobody has confirmed it: no worker counts on its lease. */
    boolean neverConfirmed;
    /** Its job was deleted: it must not wait any more. */
    boolean jobDeleted;

    /** Of a running attempt: the end of its lease as far as memory knows. */
    Instant leaseEnd = Instant.MIN;

    /** Of a running attempt: its lease's entry was missing at the last look, and it was given another lease since. */
    boolean entryMissed;

    /** Of a running attempt: when it must be looked at next, by the wheel or otherwise. */
    Instant lookAt = Instant.MAX;

    /** When it was read from the store, running; null if it was started from here. */
    @Nullable
    Instant takenInAt;

    /** Its job is paused with hold: it does not start. */
    boolean held;

    /** It takes turns with other runs of its job, and it is not its turn. */
    boolean behind;

    /** Of {@link JobRuns}. */
    int placeInJob;

    /** Of {@link Lanes}: null while it is not one of those that wait. */
    @Nullable
    WaitingLane inLane;

    int placeInLane;

    boolean inReady;
    /** Since when it waits for a worker, by whichever way; null if it does not. */
    @Nullable
    Instant readySince;

    /** The member whose gateway was offered this run; null if none. */
    @Nullable
    String handedTo;

    final Line line = new Line();
    final Rejections rejections = new Rejections();
    final Unheard unheard = new Unheard();
    /** It does not start before, because of {@link #unheard}. */
    Instant notBefore = Instant.MIN;

    RunSlot(ShardState shard, LiveRun row) {
        this.shard = shard;
        this.run = row.run();
        this.definition = row.definition();
        this.payload = row.payload();
        this.capability = new Capability(definition.pool(), definition.handler());
        this.lane = row.lane();
    }

    boolean isWaiting() {
        return run.state() == RunState.WAITING;
    }

    boolean isRunning() {
        return run.state() == RunState.RUNNING;
    }

    /** From when on a worker may not begin with it any more; null: no limit, or one has begun already. */
    @Nullable
    Instant startBefore() {
        return run.attempt() > 0 || definition.startBefore() == null
                ? null
                : run.dueAt().plus(definition.startBefore());
    }

    void cancelAlarm() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    void cancelExpiry() {
        if (expiry != null) {
            expiry.cancel();
            expiry = null;
        }
    }
}
