package io.carillon.engine.grid.fence;

import io.carillon.domain.store.FenceStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/** The product's tokens over a counter and a floor that a test makes. Their futures must be complete: nobody waits here. */
public final class FencesOnModels {

    private static final FenceMeters METERS = new FenceMeters(new SimpleMeterRegistry());
    private static final Duration NOT_WAITED_FOR = Duration.ofSeconds(1);

    /** A number that all members share, which may be lost, go back, or not answer. */
    public interface SharedCounter {
        CompletableFuture<Long> read();

        CompletableFuture<Boolean> compareAndSet(long expected, long next);
    }

    private FencesOnModels() {}

    public static GridFences fences(
            SharedCounter counter,
            FenceStore store,
            int blockSize,
            ScheduledExecutorService executor,
            Runnable onArrival) {
        FenceSettings settings =
                new FenceSettings(true, blockSize, NOT_WAITED_FOR, NOT_WAITED_FOR, Duration.ofSeconds(1));
        return new GridFences(blocks(counter, store, blockSize), settings, METERS, onArrival, executor, executor);
    }

    /** Somebody else's way to a block: takes one and leaves it unused. */
    public static void takeAndForget(SharedCounter counter, FenceStore store, int blockSize) {
        try {
            blocks(counter, store, blockSize).take();
        } catch (TokenBlocks.UnavailableException e) {
            // Nothing was to be had, as may be.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static TokenBlocks blocks(SharedCounter counter, FenceStore store, int blockSize) {
        TokenCounter shared = new TokenCounter() {
            @Override
            public CompletableFuture<Long> read() {
                return counter.read();
            }

            @Override
            public CompletableFuture<Boolean> compareAndSet(long expected, long next) {
                return counter.compareAndSet(expected, next);
            }
        };
        return new TokenBlocks(shared, store, blockSize, NOT_WAITED_FOR, NOT_WAITED_FOR, METERS);
    }
}
