package io.carillon.domain.job;

import io.carillon.domain.id.JobId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as its shard's owner knows it: the definition in force and how far it has been planned.
 *
 * <p>Every nominal time up to and including {@code plannedThrough} is accounted for by a run or a skip. {@code
 * nextNominalAt} is the first one after it, {@code nextDueAt} the time it is due; both are null when nothing more is
 * owed (and while paused or deleted).
 *
 * @param revision of the definition, from 1; a claim does not change it
 * @param version of the row, from 1, raised by one with every write
 * @param writeId names the write that made this version, so that its fate can be found out after an error
 */
public record Job(
        JobId id,
        long revision,
        JobStatus status,
        JobDefinition definition,
        Instant createdAt,
        Instant plannedThrough,
        @Nullable Instant nextNominalAt,
        @Nullable Instant nextDueAt,
        long version,
        UUID writeId) {

    public Job {
        if ((nextNominalAt == null) != (nextDueAt == null)) {
            throw new IllegalArgumentException("job " + id + " must have both next times or none");
        }
    }

    public int shard() {
        return id.shard();
    }

    /** The same job with another plan, one version on. */
    public Job planned(Instant through, @Nullable Instant nominal, @Nullable Instant due, UUID write) {
        return new Job(id, revision, status, definition, createdAt, through, nominal, due, version + 1, write);
    }

    /** The same job with another status and plan, one version on. */
    public Job changed(
            JobStatus newStatus, Instant through, @Nullable Instant nominal, @Nullable Instant due, UUID write) {
        return new Job(id, revision, newStatus, definition, createdAt, through, nominal, due, version + 1, write);
    }

    /** The same job under its next definition, which owes what comes after {@code through}; not planned yet. */
    public Job redefined(JobDefinition next, Instant through, UUID write) {
        return new Job(id, revision + 1, status, next, createdAt, through, null, null, version + 1, write);
    }
}
