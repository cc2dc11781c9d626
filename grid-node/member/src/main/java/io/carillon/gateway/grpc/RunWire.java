package io.carillon.gateway.grpc;

import com.google.protobuf.ByteString;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.RunView;
import io.carillon.gateway.api.Words;
import io.carillon.proto.v1.Attempt;
import io.carillon.proto.v1.RunError;
import java.time.Instant;

/** A run as gRPC shows it. */
final class RunWire {

    private RunWire() {}

    static io.carillon.proto.v1.Run run(RunView view, Instant now) {
        Run run = view.run();
        io.carillon.proto.v1.Run.Builder wire = io.carillon.proto.v1.Run.newBuilder()
                .setRunId(run.id().toString())
                .setJobId(run.jobId().toString())
                .setRevision(run.revision())
                .setStatus(Words.of(RunStatus.of(run, now)))
                .setTerminal(run.state().terminal())
                .setAttempt(run.attempt())
                .setTrigger(WorkerWire.trigger(run.trigger()))
                .setNominalAt(WireTime.timestamp(run.nominalAt()))
                .setDueAt(WireTime.timestamp(run.dueAt()))
                .setFencingToken(run.fencingToken());
        if (run.startedAt() != null) {
            wire.setStartedAt(WireTime.timestamp(run.startedAt()));
        }
        if (run.endedAt() != null) {
            wire.setEndedAt(WireTime.timestamp(run.endedAt()));
        }
        if (run.workerId() != null) {
            wire.setWorkerId(run.workerId());
        }
        if (run.retryAt() != null && run.state() == RunState.WAITING) {
            wire.setRetryAt(WireTime.timestamp(run.retryAt()));
        }
        String reason = run.reasonShown();
        if (reason != null) {
            wire.setReason(reason);
        }
        if (view.lastError() != null) {
            wire.setError(error(view.lastError()));
        }
        view.attempts().forEach(attempt -> wire.addAttempts(attempt(attempt)));
        if (view.result() != null) {
            wire.setResultJson(ByteString.copyFrom(view.result().toUtf8()));
        }
        NoteWire.show(view.notes(), wire);
        return wire.build();
    }

    private static Attempt attempt(AttemptRecord attempt) {
        Attempt.Builder wire = Attempt.newBuilder()
                .setAttempt(attempt.attempt())
                .setWorkerId(attempt.workerId())
                .setFencingToken(attempt.fencingToken())
                .setStartedAt(WireTime.timestamp(attempt.startedAt()))
                .setEndedAt(WireTime.timestamp(attempt.endedAt()))
                .setEnd(Words.of(attempt.end()));
        if (attempt.error() != null) {
            wire.setError(error(attempt.error()));
        }
        return wire.build();
    }

    private static RunError error(AttemptError error) {
        RunError.Builder wire = RunError.newBuilder().setType(error.type()).setMessage(error.message());
        if (error.stack() != null) {
            wire.setStack(error.stack());
        }
        return wire.build();
    }
}
