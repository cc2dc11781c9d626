package io.carillon.engine.shard;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.Run;
import io.carillon.domain.wheel.Timer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A live run in memory.
 *
 * <p>Invariant: a waiting run that is not busy is in the wheel, in the ready order or with a gateway under an alarm; a
 * running one that is not busy has its lease's end in the wheel.
 */
final class RunSlot {

    final ShardState shard;
    final JobDefinition definition;
    final @Nullable Payload payload;
    final Capability capability;
    Run run;

    @Nullable
    Timer<Alarm> alarm;

    boolean busy;
    /** The worker has confirmed the current attempt, or may have. */
    boolean accepted;

    boolean inReady;
    /** The member whose gateway was offered this run; null if none. */
    @Nullable
    String handedTo;

    final Deque<Waiter> waiting = new ArrayDeque<>(0);

    RunSlot(ShardState shard, Run run, JobDefinition definition, @Nullable Payload payload) {
        this.shard = shard;
        this.run = run;
        this.definition = definition;
        this.payload = payload;
        this.capability = new Capability(definition.pool(), definition.handler());
    }

    void cancelAlarm() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }
}
