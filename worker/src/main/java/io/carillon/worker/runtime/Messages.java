package io.carillon.worker.runtime;

import io.carillon.proto.v1.AcceptedBatch;
import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.Capacity;
import io.carillon.proto.v1.Draining;
import io.carillon.proto.v1.HandBackBatch;
import io.carillon.proto.v1.Heartbeat;
import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.NoteBatch;
import io.carillon.proto.v1.ResultAck;
import io.carillon.proto.v1.ResultBatch;
import io.carillon.proto.v1.RunNote;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.worker.state.AttemptKey;
import java.util.Collection;
import java.util.List;

/** Attempts and messages in the words of the wire. */
final class Messages {
    private Messages() {}

    static AttemptKey key(Assignment wire) {
        return new AttemptKey(wire.getRunId(), wire.getJobId(), wire.getFencingToken());
    }

    static AttemptKey key(HeldRun wire) {
        return new AttemptKey(wire.getRunId(), wire.getJobId(), wire.getFencingToken());
    }

    static AttemptKey key(ResultAck wire) {
        return new AttemptKey(wire.getRunId(), wire.getJobId(), wire.getFencingToken());
    }

    static HeldRun held(AttemptKey key) {
        return HeldRun.newBuilder()
                .setRunId(key.runId())
                .setJobId(key.jobId())
                .setFencingToken(key.fencingToken())
                .build();
    }

    static WorkerMessage accepted(Collection<AttemptKey> keys) {
        AcceptedBatch.Builder batch = AcceptedBatch.newBuilder();
        keys.forEach(key -> batch.addRuns(held(key)));
        return WorkerMessage.newBuilder().setAccepted(batch).build();
    }

    static WorkerMessage handBack(Collection<AttemptKey> keys) {
        HandBackBatch.Builder batch = HandBackBatch.newBuilder();
        keys.forEach(key -> batch.addRuns(held(key)));
        return WorkerMessage.newBuilder().setHandBack(batch).build();
    }

    static WorkerMessage results(List<RunResult> results) {
        return WorkerMessage.newBuilder()
                .setResults(ResultBatch.newBuilder().addAllResults(results))
                .build();
    }

    static WorkerMessage notes(List<RunNote> notes) {
        return WorkerMessage.newBuilder()
                .setNotes(NoteBatch.newBuilder().addAllNotes(notes))
                .build();
    }

    /** @param partial there is more that is held */
    static WorkerMessage heartbeat(long sequence, Collection<HeldRun> held, boolean partial) {
        return WorkerMessage.newBuilder()
                .setHeartbeat(Heartbeat.newBuilder()
                        .setSequence(sequence)
                        .addAllHeld(held)
                        .setPartial(partial))
                .build();
    }

    static WorkerMessage capacity(int slots) {
        return WorkerMessage.newBuilder()
                .setCapacity(Capacity.newBuilder().setSlots(slots))
                .build();
    }

    static WorkerMessage draining() {
        return WorkerMessage.newBuilder()
                .setDraining(Draining.getDefaultInstance())
                .build();
    }
}
