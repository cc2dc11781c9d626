package io.carillon.domain.job;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The owner's answer to a {@link JobCommand}; everything but a refusal is durable. */
public sealed interface JobReply {

    /** @param existed the id was taken by this very definition, so nothing was written */
    record Created(JobId jobId, long revision, @Nullable Instant nextRunAt, boolean existed) implements JobReply {}

    record Replaced(JobId jobId, long revision, How how) implements JobReply {

        public enum How {
            CREATED,
            CHANGED,
            /** It had this very definition. */
            UNCHANGED
        }
    }

    /**
     * The job is planned by other rules of its time zone.
     *
     * @param moved whether its next time is another one
     */
    record Replanned(JobId jobId, boolean moved) implements JobReply {}

    /** Done, or it had been so already. */
    record Done() implements JobReply {}

    record Triggered(RunId runId) implements JobReply {}

    record Refused(Refusal refusal, String detail) implements JobReply {}

    enum Refusal {
        NOT_FOUND,
        /** The job was deleted. */
        DELETED,
        /** The client-chosen id names another definition. */
        ID_TAKEN,
        /** Another job of the owner has this key. */
        KEY_TAKEN,
        /** The owner has as many jobs as it may have. */
        JOBS_FULL,
        /** The owner has as many jobs of exact timing as it may have. */
        EXACT_JOBS_FULL,
        /** The schedule owes nothing, now or ever. */
        NEVER_DUE,
        /** A one-off's new time does not lie after what is accounted for already. */
        TOO_LATE,
        /** The job has another revision than those that were named. */
        STALE_REVISION,
        /** There must have been no job of this id. */
        EXISTS,
        /** A job stays with its owner. */
        OWNER_FIXED,
        /** The run has ended, or is where it cannot be cancelled. */
        NOT_CANCELLABLE,
        /** Only a dead run can be redriven. */
        NOT_DEAD,
        /** The store did not answer; the outcome is unknown and the call may be repeated. */
        STORE_UNAVAILABLE,
        /** The shard is changing hands; the call may be repeated. */
        NOT_OWNER,
        /** A bound was reached; the call may be repeated. */
        OVERLOADED
    }
}
