package io.carillon.gateway.grpc;

import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.ProblemType;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers a call when its future completes, and tells every failure as a problem. */
final class Answer {

    private static final Logger log = LoggerFactory.getLogger(Answer.class);

    private Answer() {}

    /** @param call may throw as well as fail */
    static <T> void with(StreamObserver<T> responses, Supplier<CompletableFuture<T>> call) {
        // Set, so that answering a caller who has gone is no error.
        ((ServerCallStreamObserver<T>) responses).setOnCancelHandler(() -> {});
        CompletableFuture<T> future;
        try {
            future = call.get();
        } catch (RuntimeException e) {
            future = CompletableFuture.failedFuture(e);
        }
        var unused = future.whenComplete((answer, failure) -> {
            if (failure == null) {
                responses.onNext(answer);
                responses.onCompleted();
            } else {
                responses.onError(WireProblems.toStatus(problem(failure)));
            }
        });
    }

    static Problem problem(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ProblemException known) {
            return known.problem();
        }
        if (cause instanceof RejectedExecutionException) {
            return Problem.passing(ProblemType.OVERLOADED, "too many calls wait for the database");
        }
        log.error("a call failed", cause);
        return Problem.of(ProblemType.INTERNAL, "the log of this member says more");
    }
}
