package io.carillon.engine.grid.ownership;

import java.util.Set;

/** Told of changes of ownership, one after the other on one thread; must not block. */
public interface OwnershipListener {

    void gained(Set<Integer> shards);

    void lost(Set<Integer> shards);

    /** A member has left the cluster, and its gateway with it. */
    void memberLeft(String memberId);
}
