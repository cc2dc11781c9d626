package io.carillon.gateway.grpc;

import io.carillon.engine.gateway.Gateway;
import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.proto.v1.WorkerServiceGrpc;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    private final Set<WorkerStream> streams = ConcurrentHashMap.newKeySet();

    public WorkerEndpoint(Gateway gateway, WorkerTerms terms, Executor pushThreads) {
        this.gateway = gateway;
        this.terms = terms;
        this.pushThreads = pushThreads;
    }

    /** Ends the streams of workers whose keys are good no more. Any thread. */
    public void endRevoked() {
        streams.forEach(WorkerStream::endIfRevoked);
    }

    @Override
    public StreamObserver<WorkerMessage> connect(StreamObserver<GridMessage> responses) {
        ServerCallStreamObserver<GridMessage> toWorker = (ServerCallStreamObserver<GridMessage>) responses;
        Outbox outbox = new Outbox(toWorker, pushThreads);
        WorkerStream stream = new WorkerStream(gateway, outbox, terms, AccessInterceptor.credential(), streams::remove);
        streams.add(stream);
        toWorker.setOnReadyThreshold(READY_BYTES);
        toWorker.setOnReadyHandler(outbox::ready);
        // Set, so that sending to a worker that has gone is no error; the end itself comes through the stream.
        toWorker.setOnCancelHandler(() -> streams.remove(stream));
        // Ended from this side: of that the stream hears nothing.
        toWorker.setOnCloseHandler(() -> streams.remove(stream));
        return stream;
    }
}
