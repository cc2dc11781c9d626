package io.carillon.domain.store;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The size of the cluster, kept where all members see it. Futures fail with {@link StoreUnavailableException}. */
public interface ClusterStore {

    /** Empty before the first member has said it. */
    CompletableFuture<Optional<ClusterSize>> size();

    /**
     * Says the size if nobody has said one yet.
     *
     * @return what stands now
     */
    CompletableFuture<ClusterSize> agree(int expected, int cpMembers);

    /**
     * Changes the size if it is still of this version.
     *
     * @return what stands now: the change, or what came before it
     */
    CompletableFuture<ClusterSize> change(long version, int expected, int cpMembers);
}
