package io.carillon.client;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A redrive of many, and how far it has come.
 *
 * @param finishedAt null while it goes on
 * @param redriven runs that went back to the queue
 * @param refused runs left as they are: no longer dead, or their job was deleted
 * @param lastRunId all dead runs up to this one have been dealt with; null before the first
 */
public record Redrive(
        UUID id,
        Status status,
        DeadLetterFilter filter,
        Instant createdAt,
        @Nullable Instant finishedAt,
        long redriven,
        long refused,
        @Nullable UUID lastRunId) {

    public enum Status {
        RUNNING,
        DONE,
        STOPPED,
        /** A word that this version does not know. */
        UNKNOWN
    }
}
