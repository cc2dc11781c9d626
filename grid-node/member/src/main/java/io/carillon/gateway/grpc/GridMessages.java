package io.carillon.gateway.grpc;

import io.carillon.engine.command.Assignment;
import io.carillon.engine.gateway.CheckpointAck;
import io.carillon.engine.gateway.HeldRun;
import io.carillon.engine.gateway.ResultAck;
import io.carillon.proto.v1.AssignmentBatch;
import io.carillon.proto.v1.CancelBatch;
import io.carillon.proto.v1.CheckpointAckBatch;
import io.carillon.proto.v1.GoAway;
import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.HeartbeatAck;
import io.carillon.proto.v1.HeartbeatPart;
import io.carillon.proto.v1.ResultAckBatch;
import io.carillon.proto.v1.RevokeBatch;
import io.carillon.proto.v1.Welcome;
import java.util.List;

/** Messages to workers. */
final class GridMessages {

    /** The newest revision of the contract that is spoken here. */
    static final int PROTOCOL_REVISION = 3;

    private GridMessages() {}

    static GridMessage welcome(WorkerTerms terms) {
        return GridMessage.newBuilder()
                .setWelcome(Welcome.newBuilder()
                        .setMemberId(terms.memberId())
                        .setLeaseDuration(WireTime.duration(terms.leaseDuration()))
                        .setHeartbeatInterval(WireTime.duration(terms.heartbeatInterval()))
                        .setAcceptLease(WireTime.duration(terms.acceptLease()))
                        .setProtocolRevision(PROTOCOL_REVISION))
                .build();
    }

    static GridMessage assignments(List<Assignment> assignments) {
        AssignmentBatch.Builder batch = AssignmentBatch.newBuilder();
        assignments.forEach(assignment -> batch.addAssignments(WorkerWire.assignment(assignment)));
        return GridMessage.newBuilder().setAssignments(batch).build();
    }

    static GridMessage cancels(List<HeldRun> runs) {
        CancelBatch.Builder batch = CancelBatch.newBuilder();
        runs.forEach(run -> batch.addRuns(WorkerWire.held(run)));
        return GridMessage.newBuilder().setCancel(batch).build();
    }

    static GridMessage revocations(List<HeldRun> runs) {
        RevokeBatch.Builder batch = RevokeBatch.newBuilder();
        runs.forEach(run -> batch.addRuns(WorkerWire.held(run)));
        return GridMessage.newBuilder().setRevoke(batch).build();
    }

    static GridMessage acks(List<ResultAck> acks) {
        ResultAckBatch.Builder batch = ResultAckBatch.newBuilder();
        acks.forEach(ack -> batch.addAcks(WorkerWire.ack(ack)));
        return GridMessage.newBuilder().setResultAcks(batch).build();
    }

    static GridMessage checkpointAcks(List<CheckpointAck> acks) {
        CheckpointAckBatch.Builder batch = CheckpointAckBatch.newBuilder();
        acks.forEach(ack -> batch.addAcks(NoteWire.ack(ack)));
        return GridMessage.newBuilder().setCheckpointAcks(batch).build();
    }

    static GridMessage renewed(long sequence) {
        return GridMessage.newBuilder()
                .setHeartbeatAck(HeartbeatAck.newBuilder().setSequence(sequence))
                .build();
    }

    static GridMessage renewedInPart(long sequence, List<HeldRun> notRenewed) {
        HeartbeatPart.Builder part = HeartbeatPart.newBuilder().setSequence(sequence);
        notRenewed.forEach(run -> part.addNotRenewed(WorkerWire.held(run)));
        return GridMessage.newBuilder().setHeartbeatPart(part).build();
    }

    static GridMessage goAway(String reason) {
        return GridMessage.newBuilder()
                .setGoAway(GoAway.newBuilder().setReason(reason))
                .build();
    }
}
