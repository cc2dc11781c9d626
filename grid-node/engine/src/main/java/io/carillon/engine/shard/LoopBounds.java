package io.carillon.engine.shard;

/**
 * How much a loop has under way at once.
 *
 * @param batchMax rows of one write
 * @param runBatchesOutstandingMax writes of runs under way at once; what comes meanwhile makes the next batch
 * @param jobBatchesOutstandingMax writes of jobs under way at once, one a shard
 * @param requestsMax requests waiting for this loop; more are refused
 * @param waitingMax waiting runs in memory, apart from the few that must be there; more stay in the store until they can run
 */
public record LoopBounds(
        int batchMax, int runBatchesOutstandingMax, int jobBatchesOutstandingMax, int requestsMax, int waitingMax) {

    public static final LoopBounds DEFAULT = new LoopBounds(1_000, 2, 6, 200_000, 200_000);

    public LoopBounds {
        if (waitingMax < 1) {
            throw new IllegalArgumentException("waitingMax must be at least 1, was " + waitingMax);
        }
    }

    public LoopBounds withWaitingMax(int value) {
        return new LoopBounds(batchMax, runBatchesOutstandingMax, jobBatchesOutstandingMax, requestsMax, value);
    }
}
