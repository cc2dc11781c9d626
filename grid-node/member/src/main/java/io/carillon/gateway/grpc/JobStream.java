package io.carillon.gateway.grpc;

import io.carillon.gateway.api.BatchRoom;
import io.carillon.gateway.api.ProblemException;
import io.carillon.proto.v1.CreateJobsRequest;
import io.carillon.proto.v1.CreateJobsResponse;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One client's stream of new jobs. A few chunks are at work at once; the next one is asked for when one has been answered and
 * the client takes answers. Answers leave in the order of the chunks.
 */
final class JobStream implements StreamObserver<CreateJobsRequest> {

    /** One is written while the next one is judged. */
    static final int CHUNKS_AT_WORK = 3;

    private final ServerCallStreamObserver<CreateJobsResponse> responses;
    private final Function<CreateJobsRequest, CompletableFuture<CreateJobsResponse>> work;
    private final BatchRoom room;
    /** Guarded by this, as what follows. */
    private CompletableFuture<?> answered = CompletableFuture.completedFuture(null);
    /** Chunks to be asked for when the client takes answers again. */
    private int owed;

    private boolean ended;

    private JobStream(
            ServerCallStreamObserver<CreateJobsResponse> responses,
            Function<CreateJobsRequest, CompletableFuture<CreateJobsResponse>> work,
            BatchRoom room) {
        this.responses = responses;
        this.work = work;
        this.room = room;
    }

    /**
     * To be called while the call is being opened.
     *
     * @param room where a stream has a place until it has ended and its last chunk is done; without one it ends at once
     */
    static JobStream open(
            StreamObserver<CreateJobsResponse> responses,
            Function<CreateJobsRequest, CompletableFuture<CreateJobsResponse>> work,
            BatchRoom room) {
        ServerCallStreamObserver<CreateJobsResponse> server = (ServerCallStreamObserver<CreateJobsResponse>) responses;
        JobStream stream = new JobStream(server, work, room);
        server.disableAutoRequest();
        try {
            room.take();
        } catch (ProblemException full) {
            stream.ended = true;
            server.onError(WireProblems.toStatus(full.problem()));
            return stream;
        }
        server.setOnCancelHandler(stream::cancelled);
        server.setOnReadyHandler(stream::ready);
        server.request(CHUNKS_AT_WORK);
        return stream;
    }

    @Override
    public void onNext(CreateJobsRequest chunk) {
        CompletableFuture<CreateJobsResponse> own = new CompletableFuture<>();
        CompletableFuture<?> last = queued(own);
        if (last == null) {
            return;
        }
        last.exceptionally(failure -> {
            fail(failure);
            return null;
        });
        try {
            var unused = work.apply(chunk).whenComplete((done, failure) -> {
                if (failure == null) {
                    own.complete(done);
                } else {
                    own.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            own.completeExceptionally(e);
        }
    }

    /** The client has gone; what was taken in is carried out all the same. */
    @Override
    public void onError(Throwable gone) {
        cancelled();
    }

    @Override
    public void onCompleted() {
        var unused = lastAnswered().thenRun(this::complete);
    }

    /** Before its work begins, so that whoever ends the stream waits for it. @return null: it has ended */
    private synchronized @Nullable CompletableFuture<?> queued(CompletableFuture<CreateJobsResponse> own) {
        if (ended) {
            return null;
        }
        answered = answered.thenCompose(before -> own).thenAccept(this::answer);
        return answered;
    }

    private synchronized CompletableFuture<?> lastAnswered() {
        return answered;
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
        if (end()) {
            responses.onCompleted();
        }
    }

    private synchronized void fail(Throwable failure) {
        if (end()) {
            responses.onError(WireProblems.toStatus(Answer.problem(failure)));
        }
    }

    private synchronized void cancelled() {
        boolean unused = end();
    }

    /** False if it has ended already. */
    private synchronized boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        var unused = answered.whenComplete((done, failure) -> room.giveBack());
        return true;
    }
}
