package io.carillon.engine.sim;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.LanePage;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.PastAttempt;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunWrite;
import io.carillon.domain.store.ShardStore;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeStore.Call;
import io.carillon.engine.testkit.FakeStore.Op;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * One member's way to the database. Calls take their time; some fail before they are carried out, some after, some are
 * carried out when nobody counts on it any more, some twice. Answers come to the member's process.
 */
final class StoreLink implements ShardStore, RowWriter {

    /** No statement lives longer; a gained shard is read again after more than that. */
    private static final Duration STATEMENT_MAX = Duration.ofSeconds(10);

    private final World world;
    private final Node node;
    private final Chance chance;
    private final FakeStore rows;
    private boolean away;

    StoreLink(World world, Node node) {
        this.world = world;
        this.node = node;
        this.chance = world.chance.fork();
        this.rows = new FakeStore(world.database.rows);
        rows.fate(this::decide);
    }

    void away(boolean value) {
        away = value;
    }

    boolean isAway() {
        return away || world.storeAway;
    }

    private void decide(Call call) {
        boolean write = call.op() == Op.WRITE_JOBS || call.op() == Op.WRITE_RUNS;
        boolean early = write && !world.epochsAreLocked && !world.mix.isCalm();
        if (early) {
            call.seeEpochsNow(world.database.rows);
        }
        boolean gain = call.op() == Op.GAIN;
        if (!gain && world.mix.hits(Fault.STORE_THROWS)) {
            throw new IllegalStateException("not even sent");
        }
        // The longer ago it has looked, the more it has missed.
        boolean slow = world.mix.hits(Fault.STORE_SLOW) || (early && chance.oneIn(5));
        Duration there = chance.micros(100, slow ? 2_000_000 : 2_000);
        Duration back = chance.micros(100, slow ? 1_000_000 : 2_000);
        if (isAway()) {
            // Refused at once, or unheard until the statement's time is over.
            Duration patience = chance.oneIn(2) ? there : chance.millis(1_000, (int) STATEMENT_MAX.toMillis());
            answerAfter(patience, call::fail);
        } else if (world.mix.hits(Fault.STORE_FAILS_BEFORE)) {
            answerAfter(there.plus(back), call::fail);
        } else if (world.mix.hits(Fault.STORE_FAILS_AFTER)) {
            world.agenda.after(there, () -> {
                call.commit();
                answerAfter(back, call::fail);
            });
        } else if (world.mix.hits(Fault.STORE_LATE)) {
            answerAfter(there.plus(back), call::fail);
            world.agenda.after(chance.millis(100, (int) STATEMENT_MAX.toMillis() - 100), call::commit);
        } else if (world.mix.hits(Fault.STORE_TWICE)) {
            world.agenda.after(there, () -> {
                call.commit();
                world.agenda.after(back, () -> {
                    call.repeat();
                    answerAfter(back, call::answer);
                });
            });
        } else {
            world.agenda.after(there, () -> {
                call.commit();
                answerAfter(back, call::answer);
            });
        }
    }

    private void answerAfter(Duration delay, Runnable answer) {
        world.agenda.after(delay, () -> node.run(answer));
    }

    // ---- ports

    @Override
    public CompletableFuture<Map<Integer, Long>> gain(Set<Integer> shards, String memberId) {
        if (world.without(Mutation.EPOCH_RAISE)) {
            Map<Integer, Long> unchanged = new TreeMap<>();
            long[] epochs = world.database.rows.epochs();
            shards.forEach(shard -> unchanged.put(shard, epochs[shard]));
            return CompletableFuture.completedFuture(unchanged);
        }
        return rows.gain(new TreeSet<>(shards), memberId);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRuns(Set<Integer> shards, int limit) {
        CompletableFuture<List<LiveRun>> live = rows.loadLiveRuns(shards, limit);
        return world.without(Mutation.LIVE_RUNS_OF_THE_LAST_OWNER)
                ? live.thenApply(rows -> rows.stream()
                        .filter(row -> row.run().state() == RunState.WAITING)
                        .toList())
                : live;
    }

    @Override
    public CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, Set<Long> lanes, int limit) {
        return rows.liveRunIds(shards, lanes, limit);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLaneHeads(Set<Integer> shards) {
        CompletableFuture<List<LiveRun>> live = rows.loadLaneHeads(shards);
        return world.without(Mutation.LIVE_RUNS_OF_THE_LAST_OWNER)
                ? live.thenApply(rows -> rows.stream()
                        .filter(row -> row.run().state() == RunState.WAITING)
                        .toList())
                : live;
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadWaiting(Set<Integer> shards, List<LanePage> pages, int limit) {
        return world.without(Mutation.PAGE_IN) ? new CompletableFuture<>() : rows.loadWaiting(shards, pages, limit);
    }

    @Override
    public CompletableFuture<Map<Long, Long>> countLive(Set<Integer> shards, Set<Long> lanes) {
        return rows.countLive(shards, lanes);
    }

    @Override
    public CompletableFuture<List<Job>> loadDueJobs(Set<Integer> shards, Instant from, Instant to, int limit) {
        return rows.loadDueJobs(shards, from, to, limit);
    }

    @Override
    public CompletableFuture<List<Job>> loadJobs(Collection<JobId> jobs) {
        return rows.loadJobs(List.copyOf(new TreeSet<>(jobs)));
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadRuns(Collection<RunId> runs) {
        return rows.loadRuns(List.copyOf(new TreeSet<>(runs)));
    }

    @Override
    public CompletableFuture<List<PastAttempt>> loadAttempts(Collection<RunId> runs, Collection<Long> tokens) {
        return rows.loadAttempts(List.copyOf(new TreeSet<>(runs)), tokens);
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRunsOf(JobId job) {
        return rows.loadLiveRunsOf(job);
    }

    @Override
    public CompletableFuture<List<Instant>> loadOwedAfter(JobId job) {
        return rows.loadOwedAfter(job);
    }

    @Override
    public CompletableFuture<List<RunId>> findRequestedRun(JobId job, String requestId) {
        return rows.findRequestedRun(job, requestId);
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeJobs(int shard, List<JobWrite> writes) {
        return rows.writeJobs(shard, writes);
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeRuns(List<RunWrite> writes) {
        return rows.writeRuns(writes);
    }
}
