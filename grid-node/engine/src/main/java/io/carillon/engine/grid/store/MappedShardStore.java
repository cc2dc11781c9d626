package io.carillon.engine.grid.store;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.LanePage;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.PastAttempt;
import io.carillon.domain.store.ShardStore;
import io.carillon.engine.grid.store.WriteThroughMaps.ReadMark;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What a shard's owner reads, on its way past the maps: they are told what the database has. */
public final class MappedShardStore implements ShardStore {

    private final ShardStore store;
    private final WriteThroughMaps maps;

    public MappedShardStore(ShardStore store, WriteThroughMaps maps) {
        this.store = store;
        this.maps = maps;
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> gain(Set<Integer> shards, String memberId) {
        return store.gain(shards, memberId);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRuns(Set<Integer> shards, int limit) {
        return published(() -> store.loadLiveRuns(shards, limit));
    }

    @Override
    public CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, int limit) {
        return store.liveRunIds(shards, limit);
    }

    @Override
    public CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, Set<Long> lanes, int limit) {
        return store.liveRunIds(shards, lanes, limit);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLaneHeads(Set<Integer> shards) {
        return store.loadLaneHeads(shards);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadWaiting(Set<Integer> shards, List<LanePage> pages, int limit) {
        return published(() -> store.loadWaiting(shards, pages, limit));
    }

    @Override
    public CompletableFuture<Map<Long, Long>> countLive(Set<Integer> shards, Set<Long> lanes) {
        return store.countLive(shards, lanes);
    }

    @Override
    public void forget(Collection<Run> runs) {
        maps.forgetRuns(runs);
    }

    @Override
    public CompletableFuture<List<Job>> loadDueJobs(Set<Integer> shards, Instant from, Instant to, int limit) {
        return store.loadDueJobs(shards, from, to, limit).thenApply(jobs -> {
            maps.publishLoaded(jobs);
            return jobs;
        });
    }

    /** Jobs are read one by one when memory is in doubt. */
    @Override
    public CompletableFuture<List<Job>> loadJobs(Collection<JobId> jobs) {
        return store.loadJobs(jobs).thenApply(found -> {
            maps.publishReloaded(found);
            return found;
        });
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadRuns(Collection<RunId> runs) {
        return published(() -> store.loadRuns(runs));
    }

    @Override
    public CompletableFuture<List<PastAttempt>> loadAttempts(Collection<RunId> runs, Collection<Long> tokens) {
        return store.loadAttempts(runs, tokens);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRunsOf(JobId job) {
        return store.loadLiveRunsOf(job);
    }

    @Override
    public CompletableFuture<List<Instant>> loadOwedAfter(JobId job) {
        return store.loadOwedAfter(job);
    }

    @Override
    public CompletableFuture<List<RunId>> findRequestedRun(JobId job, String requestId) {
        return store.findRequestedRun(job, requestId);
    }

    private CompletableFuture<List<LiveRun>> published(Supplier<CompletableFuture<List<LiveRun>>> read) {
        ReadMark before = maps.beforeReadingRuns();
        return read.get().thenApply(runs -> {
            maps.publishRead(runs.stream().map(LiveRun::run).toList(), before);
            return runs;
        });
    }
}
