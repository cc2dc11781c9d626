package io.carillon.worker.runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.carillon.client.HttpTarget;
import io.carillon.client.RunTrigger;
import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.Progress;
import io.carillon.worker.handler.CheckpointException;
import io.carillon.worker.handler.RunContext;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An assignment as its handler sees it; what changes while it runs is asked of the execution. */
final class AssignedRun implements RunContext {
    private static final int CHECKPOINT_BYTES_MAX = 64 * 1024;

    private final Assignment assignment;
    private final Execution execution;

    AssignedRun(Assignment assignment, Execution execution) {
        this.assignment = assignment;
        this.execution = execution;
    }

    @Override
    public UUID runId() {
        return UUID.fromString(assignment.getRunId());
    }

    @Override
    public UUID jobId() {
        return UUID.fromString(assignment.getJobId());
    }

    @Override
    public String jobName() {
        return assignment.getJobName();
    }

    @Override
    public String ownerId() {
        return assignment.getOwnerId();
    }

    @Override
    public String handler() {
        return assignment.getHandler();
    }

    @Override
    public int attempt() {
        return assignment.getAttempt();
    }

    @Override
    public long fencingToken() {
        return assignment.getFencingToken();
    }

    @Override
    public long revision() {
        return assignment.getRevision();
    }

    @Override
    public RunTrigger trigger() {
        return switch (assignment.getTrigger()) {
            case TRIGGER_SCHEDULE -> RunTrigger.SCHEDULE;
            case TRIGGER_MANUAL -> RunTrigger.MANUAL;
            case TRIGGER_BACKFILL -> RunTrigger.BACKFILL;
            case TRIGGER_UNSPECIFIED, UNRECOGNIZED -> RunTrigger.UNKNOWN;
        };
    }

    @Override
    public Instant nominalAt() {
        return instant(assignment.getNominalAt());
    }

    @Override
    public Instant dueAt() {
        return instant(assignment.getDueAt());
    }

    @Override
    public @Nullable String payload() {
        return assignment.hasPayloadJson() ? assignment.getPayloadJson().toStringUtf8() : null;
    }

    @Override
    public byte @Nullable [] payloadUtf8() {
        return assignment.hasPayloadJson() ? assignment.getPayloadJson().toByteArray() : null;
    }

    @Override
    public @Nullable HttpTarget http() {
        if (!assignment.hasHttp()) {
            return null;
        }
        io.carillon.proto.v1.HttpTarget http = assignment.getHttp();
        return new HttpTarget(http.getUrl(), http.getMethod(), http.getHeadersMap());
    }

    @Override
    public Duration timeLeft() {
        return Duration.ofNanos(Math.max(0, execution.timeLeftNanos()));
    }

    @Override
    public boolean isCancelled() {
        return execution.stopped() != null;
    }

    @Override
    public boolean leaseStillValid() {
        return execution.leaseStillValid();
    }

    @Override
    public Instant deadline() {
        return execution.deadline();
    }

    @Override
    public void progress(double fraction, String message) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("the fraction must be from 0 to 1, was " + fraction);
        }
        execution.notes().progress(progressOf(message).setFraction(fraction).build());
    }

    @Override
    public void progress(String message) {
        execution.notes().progress(progressOf(message).build());
    }

    @Override
    public void log(String line) {
        execution.notes().log(line);
    }

    @Override
    public void checkpoint(byte[] state, Duration atMost) throws CheckpointException, InterruptedException {
        if (state.length > CHECKPOINT_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a checkpoint has at most " + CHECKPOINT_BYTES_MAX + " bytes, was " + state.length);
        }
        execution.notes().checkpoint(ByteString.copyFrom(state), atMost);
    }

    @Override
    public byte @Nullable [] lastCheckpoint() {
        return assignment.hasCheckpointState() ? assignment.getCheckpointState().toByteArray() : null;
    }

    /** Names the attempt; the payload stays out of logs. */
    @Override
    public String toString() {
        return "run=" + assignment.getRunId() + " job=" + assignment.getJobId() + " attempt=" + attempt() + " token="
                + fencingToken();
    }

    private static Progress.Builder progressOf(String message) {
        return Progress.newBuilder().setMessage(Results.cut(message, Notes.MESSAGE_CHARS_MAX));
    }

    private static Instant instant(Timestamp timestamp) {
        return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
    }
}
