package io.carillon.engine.sim;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.PastAttempt;
import io.carillon.domain.store.ShardStore;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The store as a loop reads it, where a mutation says so without some of what keeps memory right. */
final class MutatedStore implements ShardStore {

    private final World world;
    private final ShardStore store;
    private final Set<Integer> read = new HashSet<>();

    MutatedStore(World world, ShardStore store) {
        this.world = world;
        this.store = store;
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> gain(Set<Integer> shards, String memberId) {
        if (world.without(Mutation.EPOCH_RAISE)) {
            Map<Integer, Long> current = new HashMap<>();
            long[] epochs = world.database.rows.epochs();
            shards.forEach(shard -> current.put(shard, epochs[shard]));
            return CompletableFuture.completedFuture(current);
        }
        read.removeAll(shards);
        return store.gain(shards, memberId);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRuns(Set<Integer> shards, int limit) {
        if (read.containsAll(shards) && world.without(Mutation.SECOND_LOAD_AND_RECONCILE)) {
            return CompletableFuture.completedFuture(List.of());
        }
        return store.loadLiveRuns(shards, limit).thenApply(found -> {
            read.addAll(shards);
            return found;
        });
    }

    @Override
    public CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, int limit) {
        if (world.without(Mutation.SECOND_LOAD_AND_RECONCILE)) {
            return CompletableFuture.completedFuture(List.of());
        }
        return store.loadLiveRuns(shards, limit)
                .thenApply(found -> found.stream().map(row -> row.run().id()).toList());
    }

    @Override
    public CompletableFuture<List<Job>> loadDueJobs(Set<Integer> shards, Instant from, Instant to, int limit) {
        return store.loadDueJobs(shards, from, to, limit);
    }

    @Override
    public CompletableFuture<List<Job>> loadJobs(Collection<JobId> jobs) {
        return store.loadJobs(jobs);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadRuns(Collection<RunId> runs) {
        return store.loadRuns(runs);
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
    public CompletableFuture<List<RunId>> findRequestedRun(JobId job, String requestId) {
        return store.findRequestedRun(job, requestId);
    }
}
