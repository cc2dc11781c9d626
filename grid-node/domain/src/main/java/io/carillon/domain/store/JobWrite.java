package io.carillon.domain.store;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.plan.JobChange;
import org.jspecify.annotations.Nullable;

/**
 * One job's change, conditional on the shard's epoch and on the version it was decided on.
 *
 * @param epoch of the job's shard, as its owner raised it
 * @param expectedVersion of the stored job; 0: it must not exist
 * @param audit written together with it; null: nothing
 */
public record JobWrite(
        long epoch,
        long expectedVersion,
        JobChange change,
        @Nullable AuditEntry audit) {

    public JobWrite {
        if (change.job().version() != expectedVersion + 1) {
            throw new IllegalArgumentException("job " + change.job().id() + ": version "
                    + change.job().version() + " does not follow " + expectedVersion);
        }
    }

    public JobWrite(long epoch, long expectedVersion, JobChange change) {
        this(epoch, expectedVersion, change, null);
    }
}
