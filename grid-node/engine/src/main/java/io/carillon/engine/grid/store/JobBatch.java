package io.carillon.engine.grid.store;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.JobWrite;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One batch of job changes while it passes through the map: what each key is to become, and what was seen on the way.
 *
 * <p>The grid calls {@link #next} for every key of the operation before the map's store is called for the first one, so
 * a conflict found here stops the batch while nothing has been written. That order is a fact of this Hazelcast version,
 * not a promise: {@link #outOfOrder} tells if it ever fails. Used by the caller, a partition thread and a thread of the
 * map store, one after the other; the caller may look at any time.
 */
final class JobBatch {

    private final UUID writeId;
    private final List<JobWrite> writes;
    private final Map<JobId, JobEntry> entries;
    /** Decided in this round; a round begins when the operation is tried (again). */
    private final Set<JobId> decided = new HashSet<>();
    /** Whether a value has been handed to the store, in this round and in any. */
    private boolean storingNow;

    private volatile @Nullable JobId conflict;
    private volatile boolean stored;
    private volatile boolean outOfOrder;
    private volatile boolean copied;

    JobBatch(List<JobWrite> writes) {
        this.writeId = writes.get(0).change().job().writeId();
        this.writes = writes;
        this.entries = new HashMap<>(writes.size() * 2);
        for (JobWrite write : writes) {
            Job job = write.change().job();
            entries.put(job.id(), JobEntry.pending(job));
        }
    }

    UUID writeId() {
        return writeId;
    }

    List<JobWrite> writes() {
        return writes;
    }

    /**
     * What the key is to become, null to leave it. Memory older than the decision was based on does not matter: the
     * row's own version decides. Memory as new or newer stops the batch, unless it is this very write, repeated.
     *
     * @throws OperationStoppedException if memory is newer
     */
    @Nullable
    JobEntry next(JobId id, @Nullable JobEntry current) {
        if (!decided.add(id)) {
            // Decided before: the grid repeats an operation that failed, once, and again when its owner has changed.
            decided.clear();
            decided.add(id);
            storingNow = false;
            conflict = null;
        }
        outOfOrder |= storingNow;
        JobEntry next = entries.get(id);
        if (next == null
                || current == null
                || current.job().version() < next.job().version()) {
            return next;
        }
        if (current.job().writeId().equals(writeId)) {
            return null;
        }
        conflict = id;
        throw new OperationStoppedException("job " + id + " is at version "
                + current.job().version() + " already, not below "
                + next.job().version());
    }

    /** The map's store has been called for this key with this value. */
    @SuppressWarnings("ReferenceEquality") // Whether it is the very object is the question.
    void storing(JobId id, JobEntry entry) {
        storingNow = true;
        stored = true;
        copied |= entries.get(id) != entry;
    }

    /** The key at which the batch was stopped. */
    @Nullable
    JobId conflict() {
        return conflict;
    }

    /** True once the batch may have been written. */
    boolean stored() {
        return stored;
    }

    /** True if a key was decided after another one had been stored. */
    boolean outOfOrder() {
        return outOfOrder;
    }

    /** True if a value reached the store as a copy: it was serialized once more than needed. */
    boolean copied() {
        return copied;
    }

    /** The values as they are once the batch is durable. */
    Map<JobId, JobEntry> durableEntries() {
        Map<JobId, JobEntry> durable = new HashMap<>(entries.size() * 2);
        entries.forEach((id, entry) -> durable.put(id, JobEntry.durable(entry.job())));
        return durable;
    }
}
