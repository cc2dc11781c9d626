package io.carillon.gateway.grpc;

import io.carillon.proto.v1.CreateJobsRequest;
import io.carillon.proto.v1.CreateJobsResponse;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One client's stream of new jobs. A few chunks are at work at once; the next one is asked for when one has been answered and
 * the client takes answers. Answers leave in the order of the chunks.
 */
final class JobStream implements StreamObserver<CreateJobsRequest> {

    /** One is written while the next one is judged. */
    static final int CHUNKS_AT_WORK = 3;

    private final ServerCallStreamObserver<CreateJobsResponse> responses;
    private final Function<CreateJobsRequest, CompletableFuture<CreateJobsResponse>> work;
    private CompletableFuture<?> answered = CompletableFuture.completedFuture(null);
    /** Chunks to be asked for when the client takes answers again. */
    private int owed;

    private boolean ended;

    private JobStream(
            ServerCallStreamObserver<CreateJobsResponse> responses,
            Function<CreateJobsRequest, CompletableFuture<CreateJobsResponse>> work) {
        this.responses = responses;
        this.work = work;
    }

    /** To be called while the call is being opened. */
    static JobStream open(
            StreamObserver<CreateJobsResponse> responses,
            Function<CreateJobsRequest, CompletableFuture<CreateJobsResponse>> work) {
        ServerCallStreamObserver<CreateJobsResponse> server = (ServerCallStreamObserver<CreateJobsResponse>) responses;
        JobStream stream = new JobStream(server, work);
        server.disableAutoRequest();
        server.setOnCancelHandler(stream::cancelled);
        server.setOnReadyHandler(stream::ready);
        server.request(CHUNKS_AT_WORK);
        return stream;
    }

    @Override
    public void onNext(CreateJobsRequest chunk) {
        CompletableFuture<CreateJobsResponse> done;
        try {
            done = work.apply(chunk);
        } catch (RuntimeException e) {
            done = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<CreateJobsResponse> own = done;
        answered = answered.thenCompose(before -> own).thenAccept(this::answer);
        answered.exceptionally(failure -> {
            fail(failure);
            return null;
        });
    }

    /** The client has gone; what was taken in is carried out all the same. */
    @Override
    public void onError(Throwable gone) {
        cancelled();
    }

    @Override
    public void onCompleted() {
        var unused = answered.thenRun(this::complete);
    }

    private synchronized void answer(CreateJobsResponse response) {
        if (ended) {
            return;
        }
        responses.onNext(response);
        if (responses.isReady()) {
            responses.request(1);
        } else {
            owed++;
        }
    }

    private synchronized void ready() {
        if (owed > 0 && !ended) {
            responses.request(owed);
            owed = 0;
        }
    }

    private synchronized void complete() {
        if (!ended) {
            ended = true;
            responses.onCompleted();
        }
    }

    private synchronized void fail(Throwable failure) {
        if (!ended) {
            ended = true;
            responses.onError(WireProblems.toStatus(Answer.problem(failure)));
        }
    }

    private synchronized void cancelled() {
        ended = true;
    }
}
