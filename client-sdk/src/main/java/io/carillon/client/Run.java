package io.carillon.client;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as it stands.
 *
 * @param revision of the job, from which the run was made
 * @param terminal no further attempt comes
 * @param attempt 0 before the first
 * @param nominalAt the schedule's time
 * @param dueAt the nominal time with jitter
 * @param fencingToken of the latest attempt, 0 before the first
 * @param attempts those that did not succeed; filled by {@code getRun} only
 * @param result JSON text; filled by {@code getRun} only
 */
public record Run(
        UUID runId,
        UUID jobId,
        long revision,
        RunStatus status,
        boolean terminal,
        int attempt,
        RunTrigger trigger,
        Instant nominalAt,
        Instant dueAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String workerId,
        long fencingToken,
        @Nullable Instant retryAt,
        @Nullable String reason,
        @Nullable Failure error,
        List<Attempt> attempts,
        @Nullable String result) {
    public Run {
        attempts = List.copyOf(attempts);
    }

    /** What a failed attempt said. */
    public record Failure(
            String type, String message, @Nullable String stack) {}

    /** @param end how it ended, in the cluster's words */
    public record Attempt(
            int number,
            String workerId,
            long fencingToken,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            String end,
            @Nullable Failure error) {}
}
