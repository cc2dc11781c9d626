package io.carillon.client;

import com.google.protobuf.Timestamp;
import io.carillon.proto.v1.AttemptLog;
import io.carillon.proto.v1.BackfillJobResponse;
import io.carillon.proto.v1.CreateJobResponse;
import io.carillon.proto.v1.ListJobsResponse;
import io.carillon.proto.v1.ListRunsResponse;
import io.carillon.proto.v1.RunCheckpoint;
import io.carillon.proto.v1.RunError;
import io.carillon.proto.v1.RunProgress;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The answers of the cluster as records. */
final class AnswerWire {
    private AnswerWire() {}

    static CreatedJob created(CreateJobResponse wire) {
        return new CreatedJob(
                UUID.fromString(wire.getJobId()),
                instant(wire.hasNextRunAt(), wire.getNextRunAt()),
                wire.getRevision(),
                wire.getExisted());
    }

    static Job job(io.carillon.proto.v1.Job wire) {
        return new Job(
                UUID.fromString(wire.getJobId()),
                SpecWire.fromWire(wire.getSpec()),
                WireName.parse(JobStatus.values(), wire.getStatus(), JobStatus.UNKNOWN),
                wire.getRevision(),
                Wire.instant(wire.getCreatedAt()),
                instant(wire.hasNextRunAt(), wire.getNextRunAt()),
                instant(wire.hasNextNominalAt(), wire.getNextNominalAt()),
                wire.hasJitter() ? Wire.duration(wire.getJitter()) : null,
                instant(wire.hasCatchingUpFrom(), wire.getCatchingUpFrom()),
                wire.hasLastRun() ? lastRun(wire.getLastRun()) : null);
    }

    static Backfill backfill(BackfillJobResponse wire) {
        return new Backfill(
                wire.getRunsList().stream()
                        .map(run -> new Backfill.Made(
                                run.hasRunId() ? UUID.fromString(run.getRunId()) : null,
                                Wire.instant(run.getNominalAt())))
                        .toList(),
                instant(wire.hasContinueFrom(), wire.getContinueFrom()));
    }

    static Page<Job> jobs(ListJobsResponse wire) {
        return new Page<>(wire.getJobsList().stream().map(AnswerWire::job).toList(), cursor(wire.getNextCursor()));
    }

    static Run run(io.carillon.proto.v1.Run wire) {
        return new Run(
                UUID.fromString(wire.getRunId()),
                UUID.fromString(wire.getJobId()),
                wire.getRevision(),
                runStatus(wire.getStatus()),
                wire.getTerminal(),
                wire.getAttempt(),
                trigger(wire.getTrigger()),
                Wire.instant(wire.getNominalAt()),
                Wire.instant(wire.getDueAt()),
                instant(wire.hasStartedAt(), wire.getStartedAt()),
                instant(wire.hasEndedAt(), wire.getEndedAt()),
                wire.hasWorkerId() ? wire.getWorkerId() : null,
                wire.getFencingToken(),
                instant(wire.hasRetryAt(), wire.getRetryAt()),
                wire.hasReason() ? wire.getReason() : null,
                wire.hasError() ? error(wire.getError()) : null,
                wire.getAttemptsList().stream().map(AnswerWire::attempt).toList(),
                wire.hasResultJson() ? wire.getResultJson().toStringUtf8() : null,
                wire.hasProgress() ? progress(wire.getProgress()) : null,
                wire.hasCheckpoint() ? checkpoint(wire.getCheckpoint()) : null,
                wire.getLogsList().stream().map(AnswerWire::log).toList());
    }

    private static Run.Progress progress(RunProgress wire) {
        return new Run.Progress(
                wire.getFencingToken(),
                wire.hasFraction() ? (Double) wire.getFraction() : null,
                wire.getMessage(),
                Wire.instant(wire.getAt()));
    }

    private static Run.Checkpoint checkpoint(RunCheckpoint wire) {
        return new Run.Checkpoint(wire.getFencingToken(), wire.getBytes(), Wire.instant(wire.getSavedAt()));
    }

    private static Run.Log log(AttemptLog wire) {
        return new Run.Log(
                wire.getFencingToken(),
                wire.getDropped(),
                wire.getLinesList().stream()
                        .map(line -> new Run.LogLine(Wire.instant(line.getAt()), line.getText()))
                        .toList());
    }

    static Page<Run> runs(ListRunsResponse wire) {
        return new Page<>(wire.getRunsList().stream().map(AnswerWire::run).toList(), cursor(wire.getNextCursor()));
    }

    private static Job.LastRun lastRun(io.carillon.proto.v1.LastRun wire) {
        return new Job.LastRun(
                UUID.fromString(wire.getRunId()),
                runStatus(wire.getStatus()),
                instant(wire.hasStartedAt(), wire.getStartedAt()));
    }

    private static Run.Attempt attempt(io.carillon.proto.v1.Attempt wire) {
        return new Run.Attempt(
                wire.getAttempt(),
                wire.getWorkerId(),
                wire.getFencingToken(),
                instant(wire.hasStartedAt(), wire.getStartedAt()),
                instant(wire.hasEndedAt(), wire.getEndedAt()),
                wire.getEnd(),
                wire.hasError() ? error(wire.getError()) : null);
    }

    private static Run.Failure error(RunError wire) {
        return new Run.Failure(wire.getType(), wire.getMessage(), wire.hasStack() ? wire.getStack() : null);
    }

    private static RunStatus runStatus(String word) {
        return WireName.parse(RunStatus.values(), word, RunStatus.UNKNOWN);
    }

    private static RunTrigger trigger(io.carillon.proto.v1.Trigger wire) {
        return switch (wire) {
            case TRIGGER_SCHEDULE -> RunTrigger.SCHEDULE;
            case TRIGGER_MANUAL -> RunTrigger.MANUAL;
            case TRIGGER_BACKFILL -> RunTrigger.BACKFILL;
            case TRIGGER_UNSPECIFIED, UNRECOGNIZED -> RunTrigger.UNKNOWN;
        };
    }

    private static @Nullable Instant instant(boolean present, Timestamp timestamp) {
        return present ? Wire.instant(timestamp) : null;
    }

    private static @Nullable String cursor(String wire) {
        return wire.isEmpty() ? null : wire;
    }
}
