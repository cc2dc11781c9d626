package io.carillon.engine.grid;

import io.carillon.domain.store.ClusterSize;
import io.carillon.domain.store.ClusterStore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The size as the database would keep it. */
public final class MemorySize implements ClusterStore {

    private @Nullable ClusterSize size;

    @Override
    public synchronized CompletableFuture<Optional<ClusterSize>> size() {
        return CompletableFuture.completedFuture(Optional.ofNullable(size));
    }

    @Override
    public synchronized CompletableFuture<ClusterSize> agree(int expected, int cpMembers) {
        ClusterSize stands = size == null ? new ClusterSize(expected, expected, cpMembers, 1) : size;
        size = stands;
        return CompletableFuture.completedFuture(stands);
    }

    @Override
    public synchronized CompletableFuture<ClusterSize> change(long version, int expected, int cpMembers) {
        ClusterSize before = agree(expected, cpMembers).join();
        ClusterSize stands = before.version() == version
                ? new ClusterSize(expected, before.expected(), cpMembers, version + 1)
                : before;
        size = stands;
        return CompletableFuture.completedFuture(stands);
    }
}
