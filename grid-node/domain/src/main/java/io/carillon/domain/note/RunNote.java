package io.carillon.domain.note;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the handler of one attempt has said since the last time.
 *
 * @param notedAt when it reached the grid
 */
public record RunNote(
        RunId runId,
        JobId jobId,
        long fencingToken,
        Instant notedAt,
        @Nullable Progress progress,
        @Nullable LogChunk log,
        @Nullable Checkpoint checkpoint) {}
