package io.carillon.domain.store;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.run.Run;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * What a shard's owner reads, and how it becomes the owner. Never blocks the caller; futures fail with {@link
 * StoreUnavailableException}. Thread-safe.
 */
public interface ShardStore {

    /**
     * Raises the epochs of these shards in one committed statement. From then on every write under an older epoch is
     * refused.
     *
     * @return the new epoch of each shard
     */
    CompletableFuture<Map<Integer, Long>> gain(Set<Integer> shards, String memberId);

    /** All runs of these shards that have not ended, by eligible time; of more than {@code limit} any so many. */
    CompletableFuture<List<LiveRun>> loadLiveRuns(Set<Integer> shards, int limit);

    /**
     * The ids of all runs of these shards that have not ended, in no order; at most {@code limit}. Asked for often, to be
     * compared with memory, so an implementation should read no more than the live index.
     */
    default CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, int limit) {
        return loadLiveRuns(shards, limit)
                .thenApply(found -> found.stream().map(live -> live.run().id()).toList());
    }

    /**
     * The same without runs that wait in one of these lanes. May cost as much as there are live runs.
     *
     * @param lanes ids
     */
    CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, Set<Long> lanes, int limit);

    /**
     * What memory must have of these shards however many runs wait: runs that run, wait in no lane, or are of a deleted job; and of
     * each lane the first run that waits.
     */
    CompletableFuture<List<LiveRun>> loadLaneHeads(Set<Integer> shards);

    /**
     * Waiting runs of these shards, in the order of their places.
     *
     * @param limit of each page
     */
    CompletableFuture<List<LiveRun>> loadWaiting(Set<Integer> shards, List<LanePage> pages, int limit);

    /** How many live runs of these shards each of these lanes has; one without any may be left out. */
    CompletableFuture<Map<Long, Long>> countLive(Set<Integer> shards, Set<Long> lanes);

    /** Memory does not keep these waiting runs any longer; their rows stay. */
    default void forget(Collection<Run> runs) {}

    /** Active jobs of these shards with {@code from <= nextDueAt < to}, by due time; at most {@code limit}. */
    CompletableFuture<List<Job>> loadDueJobs(Set<Integer> shards, Instant from, Instant to, int limit);

    /** These jobs as stored, deleted ones too; unknown ones are left out. */
    CompletableFuture<List<Job>> loadJobs(Collection<JobId> jobs);

    /** These runs as stored, ended ones too; unknown ones are left out. */
    CompletableFuture<List<LiveRun>> loadRuns(Collection<RunId> runs);

    /**
     * Those attempts of these runs that history keeps and that have one of these tokens: a token names one attempt at most,
     * so asking about many runs at once finds no more than each would alone.
     */
    CompletableFuture<List<PastAttempt>> loadAttempts(Collection<RunId> runs, Collection<Long> tokens);

    /** Runs of this job that have not ended. */
    CompletableFuture<List<LiveRun>> loadLiveRunsOf(JobId job);

    /** The last nominal time that the definition in force does not owe; empty if there is no such job. */
    CompletableFuture<List<Instant>> loadOwedAfter(JobId job);

    /** The run made for this request on this job, if there is one. */
    CompletableFuture<List<RunId>> findRequestedRun(JobId job, String requestId);
}
