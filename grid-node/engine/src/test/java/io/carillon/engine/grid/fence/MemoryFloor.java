package io.carillon.engine.grid.fence;

import io.carillon.domain.store.FenceStore;
import io.carillon.domain.store.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The floor as the database would keep it; it survives members. */
public final class MemoryFloor implements FenceStore {

    private long floor;
    volatile boolean away;

    @Override
    public synchronized CompletableFuture<Long> floor() {
        return answer(() -> floor);
    }

    @Override
    public synchronized CompletableFuture<Long> raise(long atLeast) {
        return answer(() -> floor = Math.max(floor, atLeast));
    }

    @Override
    public synchronized CompletableFuture<Long> takeBlock(int size) {
        return answer(() -> {
            long first = floor;
            floor += size;
            return first;
        });
    }

    private CompletableFuture<Long> answer(Supplier<Long> value) {
        return away
                ? CompletableFuture.failedFuture(
                        new StoreUnavailableException("away", new IllegalStateException("away")))
                : CompletableFuture.completedFuture(value.get());
    }
}
