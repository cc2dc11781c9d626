package io.carillon.engine.port;

import io.carillon.domain.dispatch.Capability;
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

    /**
     * Tells workers connected here that they have lost these attempts, or older ones of the same runs.
     *
     * @return those of which nobody here holds any
     */
    List<Attempt> revoke(Collection<Attempt> attempts);

    /**
     * Asks the workers of these attempts to stop and report.
     *
     * @return those that nobody here holds
     */
    List<Attempt> cancel(Collection<Attempt> attempts);

    /** Tells the owners of these attempts whether their workers hold them, if those are connected here. */
    void callRoll(Collection<Silent> attempts);

    record Placed(WorkerSlot slot, Assignment assignment) {}
}
