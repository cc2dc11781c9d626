package io.carillon.gateway.grpc;

import io.carillon.engine.gateway.Gateway;
import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.proto.v1.WorkerServiceGrpc;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** The workers' end of the gateway. */
public final class WorkerEndpoint extends WorkerServiceGrpc.WorkerServiceImplBase {

    /**
     * Bytes on their way to a worker beyond which its messages are held back. With gRPC's own 32 KiB a stream is hardly
     * ever ready; with this much it is unless the worker has stopped reading.
     */
    private static final int READY_BYTES = 1 << 20;

    private final Gateway gateway;
    private final WorkerTerms terms;
    private final Executor pushThreads;

    public WorkerEndpoint(Gateway gateway, WorkerTerms terms, Executor pushThreads) {
        this.gateway = gateway;
        this.terms = terms;
        this.pushThreads = pushThreads;
    }

    @Override
    public StreamObserver<WorkerMessage> connect(StreamObserver<GridMessage> responses) {
        ServerCallStreamObserver<GridMessage> toWorker = (ServerCallStreamObserver<GridMessage>) responses;
        Outbox outbox = new Outbox(toWorker, pushThreads);
        WorkerStream stream = new WorkerStream(gateway, outbox, terms);
        toWorker.setOnReadyThreshold(READY_BYTES);
        toWorker.setOnReadyHandler(outbox::ready);
        // Set, so that sending to a worker that has gone is no error; the end itself comes through the stream.
        toWorker.setOnCancelHandler(() -> {});
        return stream;
    }
}
