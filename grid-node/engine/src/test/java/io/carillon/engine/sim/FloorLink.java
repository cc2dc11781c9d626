package io.carillon.engine.sim;

import io.carillon.domain.store.FenceStore;
import io.carillon.domain.store.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** A member's way to the floor under fencing tokens. Answers at once: who takes blocks waits for it. */
final class FloorLink implements FenceStore {

    private final World world;
    private final StoreLink link;

    FloorLink(World world, StoreLink link) {
        this.world = world;
        this.link = link;
    }

    @Override
    public CompletableFuture<Long> floor() {
        return answer(() -> world.without(Mutation.TOKEN_SEED) ? 0 : world.database.floor);
    }

    @Override
    public CompletableFuture<Long> raise(long atLeast) {
        return answer(() -> {
            if (world.without(Mutation.TOKEN_FLOOR)) {
                return atLeast;
            }
            world.database.floor = Math.max(world.database.floor, atLeast);
            return world.database.floor;
        });
    }

    @Override
    public CompletableFuture<Long> takeBlock(int size) {
        return answer(() -> {
            long first = world.database.floor;
            world.database.floor += size;
            return first;
        });
    }

    private CompletableFuture<Long> answer(LongSupplier statement) {
        if (link.isAway() || world.mix.hits(Fault.STORE_FAILS_BEFORE)) {
            return failed();
        }
        long value = statement.getAsLong();
        return world.mix.hits(Fault.STORE_FAILS_AFTER) ? failed() : CompletableFuture.completedFuture(value);
    }

    private static <T> CompletableFuture<T> failed() {
        return CompletableFuture.failedFuture(
                new StoreUnavailableException("no answer", new IllegalStateException("drawn")));
    }
}
