package io.carillon.gateway.api;

import io.carillon.domain.store.ClusterSize;
import io.carillon.domain.store.ClusterStore;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A cluster of three, as the database keeps it. */
public final class StoredSize implements ClusterStore {

    private ClusterSize size = new ClusterSize(3, 3, 3, 1);
    private @Nullable ClusterSize quicker;

    /** Somebody else's change, which comes in between the next look and the change that follows it. */
    void outrunBy(ClusterSize other) {
        quicker = other;
    }

    @Override
    public CompletableFuture<Optional<ClusterSize>> size() {
        return CompletableFuture.completedFuture(Optional.of(size));
    }

    @Override
    public CompletableFuture<ClusterSize> agree(int expected, int cpMembers) {
        return CompletableFuture.completedFuture(size);
    }

    @Override
    public CompletableFuture<ClusterSize> change(long version, int expected, int cpMembers) {
        size = Objects.requireNonNullElseGet(
                quicker, () -> new ClusterSize(expected, size.expected(), cpMembers, version + 1));
        quicker = null;
        return CompletableFuture.completedFuture(size);
    }
}
