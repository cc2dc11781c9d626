package io.carillon.gateway.grpc;

import com.google.protobuf.ByteString;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Payload;
import io.carillon.domain.note.Checkpoint;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Outcome;
import io.carillon.engine.gateway.HeldRun;
import io.carillon.engine.gateway.ReportedEnd;
import io.carillon.engine.gateway.ResultAck;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.Failure;
import io.carillon.proto.v1.FailureKind;
import io.carillon.proto.v1.HttpTarget;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The contract with workers, translated. */
final class WorkerWire {

    private WorkerWire() {}

    /** @throws ProblemException if an id is none: the worker is broken, and nothing it says can be trusted */
    static List<HeldRun> held(List<io.carillon.proto.v1.HeldRun> runs) {
        List<HeldRun> held = new ArrayList<>(runs.size());
        for (io.carillon.proto.v1.HeldRun run : runs) {
            held.add(held(run.getRunId(), run.getJobId(), run.getFencingToken()));
        }
        return held;
    }

    static io.carillon.proto.v1.HeldRun held(HeldRun run) {
        return io.carillon.proto.v1.HeldRun.newBuilder()
                .setRunId(run.runId().toString())
                .setJobId(run.jobId().toString())
                .setFencingToken(run.fencingToken())
                .build();
    }

    static List<ReportedEnd> ends(List<RunResult> results) {
        List<ReportedEnd> ends = new ArrayList<>(results.size());
        for (RunResult result : results) {
            ends.add(new ReportedEnd(
                    held(result.getRunId(), result.getJobId(), result.getFencingToken()), outcome(result)));
        }
        return ends;
    }

    static io.carillon.proto.v1.ResultAck ack(ResultAck ack) {
        return io.carillon.proto.v1.ResultAck.newBuilder()
                .setRunId(ack.run().runId().toString())
                .setJobId(ack.run().jobId().toString())
                .setFencingToken(ack.run().fencingToken())
                .setVerdict(verdict(ack.verdict()))
                .build();
    }

    static Assignment assignment(io.carillon.engine.command.Assignment assignment) {
        var run = assignment.run();
        Assignment.Builder wire = Assignment.newBuilder()
                .setRunId(run.id().toString())
                .setJobId(run.jobId().toString())
                .setOwnerId(run.ownerId())
                .setJobName(assignment.jobName())
                .setHandler(assignment.handler())
                .setAttempt(run.attempt())
                .setFencingToken(run.fencingToken())
                .setNominalAt(WireTime.timestamp(run.nominalAt()))
                .setDueAt(WireTime.timestamp(run.dueAt()))
                .setTimeout(WireTime.duration(assignment.timeout()))
                .setLeaseDuration(WireTime.duration(assignment.leaseDuration()))
                .setTrigger(trigger(run.trigger()))
                .setRevision(run.revision());
        Payload payload = assignment.payload();
        if (payload != null) {
            wire.setPayloadJson(ByteString.copyFrom(payload.toUtf8()));
        }
        io.carillon.domain.job.HttpTarget http = assignment.http();
        if (http != null) {
            wire.setHttp(http(http));
        }
        Checkpoint checkpoint = assignment.checkpoint();
        if (checkpoint != null) {
            wire.setCheckpointState(ByteString.copyFrom(checkpoint.state()));
        }
        return wire.build();
    }

    /** What an assignment takes in a message, from above as long as names are short. */
    static int roughBytes(io.carillon.engine.command.Assignment assignment) {
        int bytes = 512 + assignment.jobName().length() * 4;
        Payload payload = assignment.payload();
        if (payload != null) {
            bytes += payload.size();
        }
        Checkpoint checkpoint = assignment.checkpoint();
        if (checkpoint != null) {
            bytes += checkpoint.state().length;
        }
        io.carillon.domain.job.HttpTarget http = assignment.http();
        if (http != null) {
            bytes += http.url().length();
            for (Map.Entry<String, String> header : http.headers().entrySet()) {
                bytes += header.getKey().length() + header.getValue().length() + 8;
            }
        }
        return bytes;
    }

    static HttpTarget http(io.carillon.domain.job.HttpTarget http) {
        return HttpTarget.newBuilder()
                .setUrl(http.url())
                .setMethod(http.method())
                .putAllHeaders(http.headers())
                .build();
    }

    static Trigger trigger(io.carillon.domain.id.Trigger trigger) {
        return switch (trigger) {
            case SCHEDULE -> Trigger.TRIGGER_SCHEDULE;
            case MANUAL -> Trigger.TRIGGER_MANUAL;
            case BACKFILL -> Trigger.TRIGGER_BACKFILL;
        };
    }

    /** @throws ProblemException if an id is none */
    static HeldRun held(String runId, String jobId, long token) {
        try {
            return new HeldRun(RunId.parse(runId), JobId.parse(jobId), token);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("run_id", "run_id and job_id must be those of an assignment")
                    .toException();
        }
    }

    private static ResultVerdict verdict(ResultAck.Verdict verdict) {
        return switch (verdict) {
            case ACCEPTED -> ResultVerdict.RESULT_VERDICT_ACCEPTED;
            case ALREADY -> ResultVerdict.RESULT_VERDICT_ALREADY;
            case STALE -> ResultVerdict.RESULT_VERDICT_STALE;
        };
    }

    /**
     * What cannot be understood counts as a failure, never as nothing: the worker would repeat it for ever, and the run
     * would hang as long.
     */
    private static Outcome outcome(RunResult result) {
        return switch (result.getOutcomeCase()) {
            case SUCCESS ->
                success(
                        result.getSuccess().hasResultJson()
                                ? result.getSuccess().getResultJson().toByteArray()
                                : null);
            case FAILURE -> failure(result.getFailure());
            case CANCELLED -> new Outcome.Cancelled();
            case OUTCOME_NOT_SET -> broken("no_outcome", "the worker reported an end without an outcome");
        };
    }

    private static Outcome success(byte @Nullable [] json) {
        if (json == null) {
            return new Outcome.Success(null);
        }
        Violations violations = new Violations();
        try {
            Payload result = JsonFields.payload("result_json", json, violations);
            return violations.isEmpty()
                    ? new Outcome.Success(result)
                    : broken("invalid_result", violations.list().get(0).message());
        } catch (ProblemException tooLarge) {
            return broken("invalid_result", tooLarge.problem().detail());
        }
    }

    private static Outcome failure(Failure failure) {
        AttemptError error = new AttemptError(
                failure.getErrorType(),
                failure.getErrorMessage(),
                failure.hasErrorStack() ? failure.getErrorStack() : null);
        Duration retryAfter = failure.hasRetryAfter()
                ? WireTime.duration("retry_after", failure.getRetryAfter(), new Violations())
                : null;
        return new Outcome.Failure(
                kind(failure.getKind()), error, retryAfter == null || retryAfter.isNegative() ? null : retryAfter);
    }

    private static io.carillon.domain.retry.FailureKind kind(FailureKind kind) {
        return switch (kind) {
            case FAILURE_KIND_PERMANENT -> io.carillon.domain.retry.FailureKind.PERMANENT;
            case FAILURE_KIND_TIMEOUT -> io.carillon.domain.retry.FailureKind.TIMEOUT;
            case FAILURE_KIND_RETRYABLE, FAILURE_KIND_UNSPECIFIED, UNRECOGNIZED ->
                io.carillon.domain.retry.FailureKind.RETRYABLE;
        };
    }

    /** Permanent: trying again would end the same way. */
    private static Outcome broken(String type, String message) {
        return new Outcome.Failure(
                io.carillon.domain.retry.FailureKind.PERMANENT, new AttemptError(type, message, null), null);
    }
}
