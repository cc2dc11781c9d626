package io.carillon.process;

import io.carillon.proto.v1.AcceptedBatch;
import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.Heartbeat;
import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.Hello;
import io.carillon.proto.v1.ResultAck;
import io.carillon.proto.v1.ResultBatch;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.Success;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.proto.v1.WorkerServiceGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A worker in another language, as it were: it says what the test wants it to, and has no time limits of its own. */
final class HandHeldWorker implements AutoCloseable {

    private final List<GridMessage> heard = new CopyOnWriteArrayList<>();
    private final ManagedChannel channel;
    private final StreamObserver<WorkerMessage> stream;
    private long sequence;

    HandHeldWorker(int grpcPort, String pool, String handler) {
        channel = Grpc.newChannelBuilder("localhost:" + grpcPort, InsecureChannelCredentials.create())
                .build();
        stream = WorkerServiceGrpc.newStub(channel).connect(new StreamObserver<>() {
            @Override
            public void onNext(GridMessage message) {
                heard.add(message);
            }

            @Override
            public void onError(Throwable failure) {
                // The test misses what it waits for.
            }

            @Override
            public void onCompleted() {
                // The test misses what it waits for.
            }
        });
        stream.onNext(WorkerMessage.newBuilder()
                .setHello(Hello.newBuilder()
                        .setWorkerId(pool)
                        .setPool(pool)
                        .addHandlers(handler)
                        .setSlots(1))
                .build());
    }

    List<Assignment> assigned() {
        return heard.stream()
                .flatMap(message -> message.getAssignments().getAssignmentsList().stream())
                .toList();
    }

    List<HeldRun> revoked() {
        return heard.stream()
                .flatMap(message -> message.getRevoke().getRunsList().stream())
                .toList();
    }

    List<ResultAck> acks() {
        return heard.stream()
                .flatMap(message -> message.getResultAcks().getAcksList().stream())
                .toList();
    }

    void accept(Assignment assignment) {
        stream.onNext(WorkerMessage.newBuilder()
                .setAccepted(AcceptedBatch.newBuilder().addRuns(held(assignment)))
                .build());
    }

    void heartbeat(Assignment assignment) {
        sequence++;
        stream.onNext(WorkerMessage.newBuilder()
                .setHeartbeat(Heartbeat.newBuilder().setSequence(sequence).addHeld(held(assignment)))
                .build());
    }

    void succeed(Assignment assignment) {
        stream.onNext(WorkerMessage.newBuilder()
                .setResults(ResultBatch.newBuilder()
                        .addResults(RunResult.newBuilder()
                                .setRunId(assignment.getRunId())
                                .setJobId(assignment.getJobId())
                                .setFencingToken(assignment.getFencingToken())
                                .setSuccess(Success.getDefaultInstance())))
                .build());
    }

    static HeldRun held(Assignment assignment) {
        return HeldRun.newBuilder()
                .setRunId(assignment.getRunId())
                .setJobId(assignment.getJobId())
                .setFencingToken(assignment.getFencingToken())
                .build();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
