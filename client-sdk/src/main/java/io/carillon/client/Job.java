package io.carillon.client;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as it stands.
 *
 * @param revision grows with each change of the definition
 * @param nextRunAt when the next run is due, jitter included; null if none is
 * @param nextNominalAt the schedule's own time of that run
 * @param jitter the window within which the next run is moved later than its nominal time; null if none is due
 * @param catchingUpFrom while it makes up for occurrences that it missed: the oldest one without a run yet; else null
 */
public record Job(
        UUID jobId,
        JobSpec spec,
        JobStatus status,
        long revision,
        Instant createdAt,
        @Nullable Instant nextRunAt,
        @Nullable Instant nextNominalAt,
        @Nullable Duration jitter,
        @Nullable Instant catchingUpFrom,
        @Nullable LastRun lastRun) {

    /** @param startedAt null if it has not started */
    public record LastRun(
            UUID runId, RunStatus status, @Nullable Instant startedAt) {}
}
