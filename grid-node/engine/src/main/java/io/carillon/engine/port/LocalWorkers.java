package io.carillon.engine.port;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.engine.command.Assignment;
import java.util.Collection;
import java.util.List;

/**
 * The gateway of this member, as its own shard loops see it: the fused hand-off, without a queue. Never blocks;
 * thread-safe.
 */
public interface LocalWorkers {

    /** Reserves up to {@code most} free slots of workers that can run this; empty if there are none. */
    List<WorkerSlot> reserve(Capability capability, int most);

    /** Gives reserved slots back unused. */
    void release(Collection<WorkerSlot> slots);

    /**
     * Pushes started attempts over the streams of their slots. One that cannot be pushed (the stream has closed) is
     * handed back to its owner.
     */
    void assign(List<Placed> placed);

    /** Tells workers that hold these runs under an older or lost token to stop, if they are connected here. */
    void revoke(Collection<RunId> runs);

    /** Asks the worker of this run to stop; false if none connected here holds it. */
    boolean cancel(RunId run, long fencingToken);

    record Placed(WorkerSlot slot, Assignment assignment) {}
}
