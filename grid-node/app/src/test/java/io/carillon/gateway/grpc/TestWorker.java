package io.carillon.gateway.grpc;

import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.Hello;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.proto.v1.WorkerServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A worker's end of a stream, by hand. */
final class TestWorker implements ClientResponseObserver<WorkerMessage, GridMessage> {

    final List<GridMessage> received = new CopyOnWriteArrayList<>();
    final CompletableFuture<Status> ended = new CompletableFuture<>();
    private final boolean reads;
    private @Nullable ClientCallStreamObserver<WorkerMessage> stream;

    private TestWorker(boolean reads) {
        this.reads = reads;
    }

    static TestWorker connect(ManagedChannel channel) {
        return connect(channel, true);
    }

    /** @param reads false: takes nothing before {@link #read} */
    static TestWorker connect(ManagedChannel channel, boolean reads) {
        TestWorker worker = new TestWorker(reads);
        // The stream is handed to beforeStart as well.
        var unused = WorkerServiceGrpc.newStub(channel).connect(worker);
        return worker;
    }

    static WorkerMessage hello(String id, int slots, String... handlers) {
        return WorkerMessage.newBuilder()
                .setHello(Hello.newBuilder()
                        .setWorkerId(id)
                        .setPool("default")
                        .addAllHandlers(List.of(handlers))
                        .setSlots(slots))
                .build();
    }

    void send(WorkerMessage message) {
        Objects.requireNonNull(stream).onNext(message);
    }

    void complete() {
        Objects.requireNonNull(stream).onCompleted();
    }

    void breakOff() {
        Objects.requireNonNull(stream).cancel("broken off", null);
    }

    void read(int messages) {
        Objects.requireNonNull(stream).request(messages);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<WorkerMessage> requestStream) {
        stream = requestStream;
        if (!reads) {
            requestStream.disableAutoRequestWithInitial(0);
        }
    }

    @Override
    public void onNext(GridMessage message) {
        received.add(message);
    }

    @Override
    public void onError(Throwable failure) {
        ended.complete(Status.fromThrowable(failure));
    }

    @Override
    public void onCompleted() {
        ended.complete(Status.OK);
    }
}
