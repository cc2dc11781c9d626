package io.carillon.domain.plan;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.run.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What waiting runs have in common whose order among each other is that of their times alone: of such runs memory may have the
 * first ones only, and the store the rest.
 *
 * @param startBefore after the due time, from when on nobody may begin; null: no limit. All runs of a lane pass it in order
 */
public record Lane(
        Capability capability,
        String ownerId,
        int priority,
        boolean makesUp,
        @Nullable Duration startBefore) {

    /** The id of no lane: its runs are in memory as long as they are live. */
    public static final long NONE = 0;

    private static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /** Of a run as it was made: what it makes up for is not told for ever. */
    public static Lane of(Run run, JobDefinition definition) {
        return new Lane(
                new Capability(definition.pool(), definition.handler()),
                definition.ownerId(),
                definition.priority(),
                run.makesUp(),
                definition.startBefore());
    }

    /**
     * The lane that is stored with a new run of this job. Runs that take turns have none: who decides on their job must know of
     * them, and there are two of them at most. Nor have those that an earlier definition still owed, which are few.
     */
    public static long idOf(Run created, Job job) {
        JobDefinition definition = job.definition();
        boolean takesTurns = Overlap.takesTurns(definition) && created.trigger() == Trigger.SCHEDULE;
        return takesTurns || created.revision() != job.revision()
                ? NONE
                : of(created, definition).id();
    }

    /** Above 0, and for ever the same: rows carry it. Two lanes of one id, which nobody will see, would share their room. */
    public long id() {
        long hash = text(START, capability.pool());
        hash = text(hash, capability.handler());
        hash = text(hash, ownerId);
        hash = number(hash, priority);
        hash = number(hash, makesUp ? 1 : 0);
        hash = number(hash, startBefore == null ? -1 : startBefore.toMillis());
        // The last bits that went in have moved the high ones only a little.
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) & Long.MAX_VALUE;
        return hash == NONE ? 1 : hash;
    }

    private static long text(long hash, String text) {
        long next = number(hash, text.length());
        for (int i = 0; i < text.length(); i++) {
            next = (next ^ text.charAt(i)) * PRIME;
        }
        return next;
    }

    private static long number(long hash, long number) {
        long next = hash;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            next = (next ^ ((number >>> shift) & 0xff)) * PRIME;
        }
        return next;
    }
}
