package io.carillon.gateway.grpc;

import io.carillon.domain.run.AttemptError;
import io.carillon.gateway.api.Words;
import io.carillon.proto.v1.RunExplanation;
import io.carillon.proto.v1.TimeExplanation;

/** Explanations as gRPC shows them. */
final class ExplainWire {

    private ExplainWire() {}

    static RunExplanation run(io.carillon.gateway.api.RunExplanation why) {
        RunExplanation.Builder wire = RunExplanation.newBuilder()
                .setRunId(why.runId().toString())
                .setJobId(why.jobId().toString())
                .setStatus(Words.of(why.status()))
                .setReason(Words.of(why.reason()))
                .setExplanation(why.explanation())
                .setAttempt(why.attempt())
                .setRetriesLeft(why.retriesLeft())
                .setJobStatus(Words.of(why.jobStatus()))
                .setPool(why.pool())
                .setHandler(why.handler());
        if (why.until() != null) {
            wire.setUntil(WireTime.timestamp(why.until()));
        }
        if (why.workerId() != null) {
            wire.setWorkerId(why.workerId());
        }
        Boolean connected = why.workerConnected();
        if (connected != null) {
            wire.setWorkerConnected(connected);
        }
        Integer free = why.freeSlots();
        if (free != null) {
            wire.setFreeSlots(free);
        }
        AttemptError error = why.lastError();
        if (error != null) {
            wire.setLastErrorType(error.type()).setLastErrorMessage(error.message());
        }
        return wire.build();
    }

    static TimeExplanation time(io.carillon.gateway.api.TimeExplanation why) {
        TimeExplanation.Builder wire = TimeExplanation.newBuilder()
                .setJobId(why.jobId().toString())
                .setLocal(why.local().toString())
                .setTimeZone(why.timeZone())
                .setRuns(why.runs())
                .setReason(Words.of(why.reason()))
                .setExplanation(why.explanation())
                .addAllUnmatched(why.unmatched());
        if (why.at() != null) {
            wire.setAt(WireTime.timestamp(why.at()));
        }
        if (why.nominalAt() != null) {
            wire.setNominalAt(WireTime.timestamp(why.nominalAt()));
        }
        if (why.dueAt() != null) {
            wire.setDueAt(WireTime.timestamp(why.dueAt()));
        }
        if (why.runId() != null) {
            wire.setRunId(why.runId().toString());
        }
        if (why.previous() != null) {
            wire.setPreviousAt(WireTime.timestamp(why.previous()));
        }
        if (why.next() != null) {
            wire.setNextAt(WireTime.timestamp(why.next()));
        }
        return wire.build();
    }
}
