package io.carillon.client;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as it stands.
 *
 * @param revision grows with each change of the definition
 * @param nextRunAt when the next run is due, jitter included; null if none is
 * @param nextNominalAt the schedule's own time of that run
 */
public record Job(
        UUID jobId,
        JobSpec spec,
        JobStatus status,
        long revision,
        Instant createdAt,
        @Nullable Instant nextRunAt,
        @Nullable Instant nextNominalAt,
        @Nullable LastRun lastRun) {

    /** @param startedAt null if it has not started */
    public record LastRun(
            UUID runId, RunStatus status, @Nullable Instant startedAt) {}
}
