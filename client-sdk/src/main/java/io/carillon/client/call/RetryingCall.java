package io.carillon.client.call;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One logical call: its request, sent by one attempt after another until one is answered, the deadline is near, or the
 * failure is none that passes.
 *
 * <p>Attempts follow each other, so only one thread at a time works on the fields.
 */
final class RetryingCall<Q, A, T> {
    private final Caller caller;
    private final MethodDescriptor<Q, A> method;
    private final Q request;
    private final Function<A, T> reply;
    private final Function<StatusRuntimeException, ? extends RuntimeException> failure;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final long startedAtNanos;
    private int attempts;
    private volatile @Nullable ClientCall<Q, A> current;

    RetryingCall(
            Caller caller,
            MethodDescriptor<Q, A> method,
            Q request,
            Function<A, T> reply,
            Function<StatusRuntimeException, ? extends RuntimeException> failure) {
        this.caller = caller;
        this.method = method;
        this.request = request;
        this.reply = reply;
        this.failure = failure;
        this.startedAtNanos = caller.clock().nanos();
    }

    CompletableFuture<T> result() {
        return result;
    }

    /** Called once. */
    @SuppressWarnings("FutureReturnValueIgnored") // The result itself carries what went wrong.
    void start() {
        result.whenComplete((value, error) -> {
            cancelCurrent();
            caller.ended(this);
        });
        attempt();
    }

    private void attempt() {
        try {
            send();
        } catch (RuntimeException e) {
            end(Status.INTERNAL
                    .withDescription("the request could not be sent: " + e.getMessage())
                    .withCause(e)
                    .asRuntimeException());
        }
    }

    private void send() {
        if (result.isDone()) {
            return;
        }
        int target = caller.ring().next(caller.clock().nanos());
        ManagedChannel channel = caller.channel(target);
        // The channel's own backoff after a lost connection is longer than ours, and would fail this attempt unsent.
        if (attempts > 0) {
            channel.resetConnectBackoff();
        }
        attempts++;
        long timeoutNanos = Math.max(1, Math.min(caller.attemptTimeoutNanos(), leftNanos()));
        ClientCall<Q, A> call =
                channel.newCall(method, CallOptions.DEFAULT.withDeadlineAfter(timeoutNanos, NANOSECONDS));
        current = call;
        ClientCalls.asyncUnaryCall(call, request, new Answer(target));
        if (result.isDone()) {
            cancelCurrent();
        }
    }

    void end(StatusRuntimeException status) {
        result.completeExceptionally(failure.apply(status));
    }

    private void cancelCurrent() {
        ClientCall<Q, A> call = current;
        if (call != null) {
            call.cancel("the caller is no longer interested", null);
        }
    }

    private long leftNanos() {
        return caller.deadlineNanos() - (caller.clock().nanos() - startedAtNanos);
    }

    private void failed(int target, StatusRuntimeException status) {
        Status.Code code = status.getStatus().getCode();
        if (code == Status.Code.UNAVAILABLE || code == Status.Code.DEADLINE_EXCEEDED) {
            caller.ring().failed(target, caller.clock().nanos());
        } else {
            caller.ring().answered(target);
        }
        long waitNanos = RetryRule.waitNanos(
                code,
                attempts,
                caller.ring().size(),
                ErrorTrailer.retryAfter(status),
                leftNanos(),
                caller.clock().chance());
        if (waitNanos < 0) {
            end(status);
        } else {
            // Also without a wait by way of the timer: attempts that fail at once must not pile up on one stack.
            caller.after(waitNanos, this::attempt);
        }
    }

    private final class Answer implements StreamObserver<A> {
        private final int target;
        private @Nullable A answer;

        private Answer(int target) {
            this.target = target;
        }

        @Override
        public void onNext(A value) {
            answer = value;
        }

        @Override
        public void onError(Throwable error) {
            if (!result.isDone()) {
                failed(target, Status.fromThrowable(error).asRuntimeException(Status.trailersFromThrowable(error)));
            }
        }

        @Override
        public void onCompleted() {
            A received = answer;
            if (received == null) {
                end(Status.INTERNAL.withDescription("the answer was empty").asRuntimeException());
                return;
            }
            caller.ring().answered(target);
            try {
                result.complete(reply.apply(received));
            } catch (RuntimeException e) {
                end(Status.INTERNAL
                        .withDescription("the answer was not understood: " + e.getMessage())
                        .withCause(e)
                        .asRuntimeException());
            }
        }
    }
}
