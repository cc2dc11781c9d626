package io.carillon.domain.alert;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.run.AttemptError;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A death to be told to its owner, taken for one try.
 *
 * @param id the same for every try of one death; by it a receiver tells a repeat
 * @param jobName null if the job is gone
 * @param attempt the last one that ended before the death
 * @param reason why the run is dead
 * @param lastError null if its attempts ended without a word
 * @param diedAt when the alert was written, with the death
 * @param tries this one included
 */
public record Alert(
        long id,
        String ownerId,
        RunId runId,
        JobId jobId,
        @Nullable String jobName,
        @Nullable String pool,
        @Nullable Instant nominalAt,
        @Nullable Instant dueAt,
        int attempt,
        @Nullable String reason,
        @Nullable AttemptError lastError,
        Instant diedAt,
        int tries) {}
