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
 * @param progress what the latest handler said of how far it is; filled by {@code getRun} only
 * @param checkpoint that there is one for the next attempt; filled by {@code getRun} only
 * @param logs what handlers wrote, by attempt, oldest first, 256 KiB at most; filled by {@code getRun} only
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
        @Nullable String result,
        @Nullable Progress progress,
        @Nullable Checkpoint checkpoint,
        List<Log> logs) {
    public Run {
        attempts = List.copyOf(attempts);
        logs = List.copyOf(logs);
    }

    /**
     * @param fencingToken of the attempt that said it
     * @param fraction from 0 to 1; null: not known
     */
    public record Progress(long fencingToken, @Nullable Double fraction, String message, Instant at) {}

    /** @param fencingToken of the attempt that saved it */
    public record Checkpoint(long fencingToken, int bytes, Instant savedAt) {}

    /**
     * @param fencingToken of the attempt that wrote it
     * @param dropped lines of the attempt that are not here
     */
    public record Log(long fencingToken, long dropped, List<LogLine> lines) {
        public Log {
            lines = List.copyOf(lines);
        }
    }

    public record LogLine(Instant at, String text) {}

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
