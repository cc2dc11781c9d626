package io.carillon.engine.grid.fence;

import java.util.concurrent.CompletableFuture;

/**
 * A number that all members share. It may be lost (0), go back, or not answer; nothing worse: a compare-and-set is
 * never applied to another value than the expected one.
 */
interface TokenCounter {

    CompletableFuture<Long> read();

    /** A repeat of one that had been applied is false. */
    CompletableFuture<Boolean> compareAndSet(long expected, long next);
}
