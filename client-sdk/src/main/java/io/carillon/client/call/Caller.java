package io.carillon.client.call;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/**
 * Carries out calls over the channels it owns, one a target. Thread-safe.
 *
 * <p>All calls must be idempotent, since any of them may be sent more than once.
 */
public final class Caller implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final List<ManagedChannel> channels;
    private final TargetRing ring;
    private final ClientClock clock;
    private final ScheduledExecutorService timer;
    private final Duration deadline;
    private final Duration attemptTimeout;
    private final Set<RetryingCall<?, ?, ?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * @param timer runs the next attempts after their waits; shut down by {@link #close()}
     * @param deadline of a call with all its attempts
     * @param attemptTimeout after which another target is tried; cut to the time that is left
     */
    public Caller(
            List<ManagedChannel> channels,
            ClientClock clock,
            ScheduledExecutorService timer,
            Duration deadline,
            Duration attemptTimeout) {
        this.channels = List.copyOf(channels);
        this.ring = new TargetRing(channels.size(), (int) (clock.chance() * channels.size()));
        this.clock = clock;
        this.timer = timer;
        this.deadline = deadline;
        this.attemptTimeout = attemptTimeout;
    }

    public ClientClock clock() {
        return clock;
    }

    /**
     * Starts a call. Cancelling the future cancels the call.
     *
     * @param reply makes the result from the answer
     * @param failure makes the exception from the status the call ended with
     * @throws IllegalStateException if closed
     */
    public <Q, A, T> CompletableFuture<T> call(
            MethodDescriptor<Q, A> method,
            Q request,
            Function<A, T> reply,
            Function<StatusRuntimeException, ? extends RuntimeException> failure) {
        if (closed) {
            throw new IllegalStateException("the client is closed");
        }
        RetryingCall<Q, A, T> call = new RetryingCall<>(this, method, request, reply, failure);
        open.add(call);
        call.start();
        if (closed) {
            // close() may have looked at the open calls before this one was among them.
            call.end(closedStatus());
        }
        return call.result();
    }

    /** Ends the open calls and closes the channels; waits at most 5 s for them. */
    @Override
    public void close() {
        closed = true;
        open.forEach(call -> call.end(closedStatus()));
        timer.shutdownNow();
        channels.forEach(ManagedChannel::shutdown);
        long endNanos = clock.nanos() + CLOSE_TIMEOUT.toNanos();
        try {
            for (ManagedChannel channel : channels) {
                if (!channel.awaitTermination(Math.max(0, endNanos - clock.nanos()), NANOSECONDS)) {
                    channel.shutdownNow();
                }
            }
        } catch (InterruptedException e) {
            channels.forEach(ManagedChannel::shutdownNow);
            Thread.currentThread().interrupt();
        }
    }

    private static StatusRuntimeException closedStatus() {
        return Status.CANCELLED.withDescription("the client was closed").asRuntimeException();
    }

    ManagedChannel channel(int target) {
        return channels.get(target);
    }

    TargetRing ring() {
        return ring;
    }

    long deadlineNanos() {
        return deadline.toNanos();
    }

    long attemptTimeoutNanos() {
        return attemptTimeout.toNanos();
    }

    void ended(RetryingCall<?, ?, ?> call) {
        open.remove(call);
    }

    /** Does nothing once closed: the call that waits has been ended. */
    @SuppressWarnings("FutureReturnValueIgnored") // An attempt reports its own failure.
    void after(long waitNanos, Runnable attempt) {
        try {
            timer.schedule(attempt, waitNanos, NANOSECONDS);
        } catch (RejectedExecutionException e) {
            if (!closed) {
                throw e;
            }
        }
    }
}
