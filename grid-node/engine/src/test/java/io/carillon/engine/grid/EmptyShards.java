package io.carillon.engine.grid;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.store.LanePage;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.PastAttempt;
import io.carillon.domain.store.ShardStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A database without jobs. */
final class EmptyShards implements ShardStore {

    @Override
    public CompletableFuture<Map<Integer, Long>> gain(Set<Integer> shards, String memberId) {
        Map<Integer, Long> epochs = new HashMap<>();
        shards.forEach(shard -> epochs.put(shard, 1L));
        return CompletableFuture.completedFuture(epochs);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRuns(Set<Integer> shards, int limit) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, Set<Long> lanes, int limit) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLaneHeads(Set<Integer> shards) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadWaiting(Set<Integer> shards, List<LanePage> pages, int limit) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<Map<Long, Long>> countLive(Set<Integer> shards, Set<Long> lanes) {
        return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public CompletableFuture<List<Job>> loadDueJobs(Set<Integer> shards, Instant from, Instant to, int limit) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<List<Job>> loadJobs(Collection<JobId> jobs) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadRuns(Collection<RunId> runs) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<List<PastAttempt>> loadAttempts(Collection<RunId> runs, Collection<Long> tokens) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRunsOf(JobId job) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<List<Instant>> loadOwedAfter(JobId job) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<List<RunId>> findRequestedRun(JobId job, String requestId) {
        return CompletableFuture.completedFuture(List.of());
    }
}
