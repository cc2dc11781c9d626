package io.carillon.domain.run;

import io.carillon.domain.id.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An attempt that did not succeed, as history keeps it. A success is told by the run's own row. */
public record AttemptRecord(
        RunId runId,
        long fencingToken,
        int attempt,
        String workerId,
        Instant startedAt,
        Instant endedAt,
        AttemptEnd end,
        @Nullable AttemptError error) {}
