package io.carillon.engine.shard;

import java.time.Duration;

/**
 * The times and bounds of a shard loop.
 *
 * @param horizon how far ahead due times are kept in memory
 * @param claimAhead how long before its due time a run is claimed, at least
 * @param claimsPerSecond the pace at which jobs due in one second are claimed ahead; a larger wave begins earlier
 * @param leaseDuration of a confirmed attempt
 * @param acceptLease how long a worker may take to confirm an assignment
 * @param handOffTimeout after which a run handed to a gateway without a start is offered again
 * @param preloadEvery how often the next slice of due times is read
 * @param reconcileEvery how often a part of the shards is compared with the store
 * @param reloadAfterGain when a gained shard is read once more: longer than any statement of its last owner can last
 * @param batchMax rows of one write
 * @param runBatchesOutstandingMax writes of runs under way at once; what comes meanwhile makes the next batch
 * @param jobBatchesOutstandingMax writes of jobs under way at once, one a shard
 * @param requestsMax requests waiting for this loop; more are refused
 * @param patience with workers and queues
 */
public record LoopSettings(
        Duration horizon,
        Duration claimAhead,
        int claimsPerSecond,
        Duration leaseDuration,
        Duration acceptLease,
        Duration handOffTimeout,
        Duration preloadEvery,
        Duration reconcileEvery,
        Duration reloadAfterGain,
        int batchMax,
        int runBatchesOutstandingMax,
        int jobBatchesOutstandingMax,
        int requestsMax,
        Patience patience) {

    public static final LoopSettings DEFAULT = new LoopSettings(
            Duration.ofSeconds(60),
            // Off the beat: people schedule at whole seconds, where claims for later would meet the starts of now.
            Duration.ofMillis(2_550),
            1_500,
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(11),
            1_000,
            2,
            6,
            200_000,
            Patience.DEFAULT);

    public LoopSettings withLease(Duration lease) {
        return new LoopSettings(
                horizon,
                claimAhead,
                claimsPerSecond,
                lease,
                acceptLease,
                handOffTimeout,
                preloadEvery,
                reconcileEvery,
                reloadAfterGain,
                batchMax,
                runBatchesOutstandingMax,
                jobBatchesOutstandingMax,
                requestsMax,
                patience);
    }

    public LoopSettings withHorizon(Duration value) {
        return new LoopSettings(
                value,
                claimAhead,
                claimsPerSecond,
                leaseDuration,
                acceptLease,
                handOffTimeout,
                preloadEvery,
                reconcileEvery,
                reloadAfterGain,
                batchMax,
                runBatchesOutstandingMax,
                jobBatchesOutstandingMax,
                requestsMax,
                patience);
    }

    public LoopSettings withHandOffTimeout(Duration value) {
        return new LoopSettings(
                horizon,
                claimAhead,
                claimsPerSecond,
                leaseDuration,
                acceptLease,
                value,
                preloadEvery,
                reconcileEvery,
                reloadAfterGain,
                batchMax,
                runBatchesOutstandingMax,
                jobBatchesOutstandingMax,
                requestsMax,
                patience);
    }

    public LoopSettings withPatience(Patience value) {
        return new LoopSettings(
                horizon,
                claimAhead,
                claimsPerSecond,
                leaseDuration,
                acceptLease,
                handOffTimeout,
                preloadEvery,
                reconcileEvery,
                reloadAfterGain,
                batchMax,
                runBatchesOutstandingMax,
                jobBatchesOutstandingMax,
                requestsMax,
                value);
    }
}
