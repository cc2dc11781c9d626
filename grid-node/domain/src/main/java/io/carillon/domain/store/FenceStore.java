package io.carillon.domain.store;

import java.util.concurrent.CompletableFuture;

/** The floor under fencing tokens: no token at or above {@code hi} is handed out before {@code hi} is raised here. */
public interface FenceStore {

    /** The floor as stored. */
    CompletableFuture<Long> floor();

    /**
     * Raises the floor to at least {@code atLeast}, committed, never lowering it.
     *
     * @return the floor now
     */
    CompletableFuture<Long> raise(long atLeast);

    /**
     * Takes a block of tokens from the database itself, for when the grid cannot hand one out: raises the floor by
     * {@code size}.
     *
     * @return the first token of the block
     */
    CompletableFuture<Long> takeBlock(int size);
}
