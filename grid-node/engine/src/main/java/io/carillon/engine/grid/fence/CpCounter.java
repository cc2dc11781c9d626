package io.carillon.engine.grid.fence;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.IAtomicLong;
import com.hazelcast.cp.exception.CPGroupDestroyedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The counter as one {@code IAtomicLong} of the CP subsystem, in its default group.
 *
 * <p>Getting hold of it blocks without limit while the group is not complete, hence on an executor of its own, and only
 * once. After a reset of the subsystem the old hold is good for nothing: a new one is taken.
 */
final class CpCounter implements TokenCounter {

    private static final String NAME = "carillon-fencing-tokens";

    private final HazelcastInstance grid;
    private final Executor blocking;
    private volatile CompletableFuture<IAtomicLong> hold;

    CpCounter(HazelcastInstance grid, Executor blocking) {
        this.grid = grid;
        this.blocking = blocking;
        this.hold = take();
    }

    private CompletableFuture<IAtomicLong> take() {
        return CompletableFuture.supplyAsync(() -> grid.getCPSubsystem().getAtomicLong(NAME), blocking);
    }

    @Override
    public CompletableFuture<Long> read() {
        return ask(IAtomicLong::getAsync);
    }

    @Override
    public CompletableFuture<Boolean> compareAndSet(long expected, long next) {
        return ask(counter -> counter.compareAndSetAsync(expected, next));
    }

    private <T> CompletableFuture<T> ask(Function<IAtomicLong, CompletionStage<T>> question) {
        CompletableFuture<IAtomicLong> held = hold;
        if (held.isCompletedExceptionally()) {
            held = take();
            hold = held;
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        var unused = held.whenComplete((counter, error) -> {
            if (error == null) {
                put(counter, question, answer);
            } else {
                answer.completeExceptionally(error);
            }
        });
        return answer;
    }

    /**
     * The grid's future is asked itself: if it were composed into another one, that would see the answer as it came
     * over the wire.
     */
    private <T> void put(
            IAtomicLong counter, Function<IAtomicLong, CompletionStage<T>> question, CompletableFuture<T> answer) {
        try {
            var unused = question.apply(counter).whenComplete((value, error) -> {
                if (error == null) {
                    answer.complete(value);
                } else {
                    failed(error, answer);
                }
            });
        } catch (RuntimeException e) {
            failed(e, answer);
        }
    }

    private void failed(Throwable error, CompletableFuture<?> answer) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof CPGroupDestroyedException) {
            hold = take();
        }
        answer.completeExceptionally(cause);
    }
}
