package io.carillon.engine.shard;

/**
 * How much a loop has under way at once.
 *
 * @param batchMax rows of one write
 * @param runBatchesOutstandingMax writes of runs under way at once; what comes meanwhile makes the next batch
 * @param jobBatchesOutstandingMax writes of jobs under way at once, one a shard
 * @param requestsMax requests waiting for this loop; more are refused
 */
public record LoopBounds(int batchMax, int runBatchesOutstandingMax, int jobBatchesOutstandingMax, int requestsMax) {

    public static final LoopBounds DEFAULT = new LoopBounds(1_000, 2, 6, 200_000);
}
