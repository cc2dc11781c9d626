package io.carillon.engine.shard;

import io.carillon.domain.job.Job;
import io.carillon.domain.plan.Lane;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.LiveRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How memory follows the store: a gained shard is read whole, and once more when nothing of its last owner can be under
 * way any longer; the window of due times is read slice by slice.
 */
final class Loading {

    private static final Logger log = LoggerFactory.getLogger(Loading.class);

    private static final Instant EVER = Instant.EPOCH;
    private static final Duration FULL_PASS_EVERY = Duration.ofMinutes(5);
    /** A slice that could not be read is asked for again after this. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private static final int ROWS_MAX = 1_000_000;

    /** Live runs that are read whole when shards are gained; of more, those that must be in memory are, and the rest as it can run. */
    private static final int LIVE_RUNS_MAX = 50_000;

    /** Whose runs are looked through by one statement, however many there are. */
    private static final int SHARDS_A_STATEMENT = 4;

    private final LoopContext loop;
    private final DueJobs jobs;
    private final LiveRuns runs;
    private Instant preloadedTo = EVER;
    private Instant fullPassAt = Instant.MAX;

    /** @param runs live ones; if not all, those that must be in memory and the heads of lanes */
    private record Rows(List<LiveRun> runs, boolean all, List<Job> jobs, Instant jobsTo) {}

    Loading(LoopContext loop, DueJobs jobs, LiveRuns runs) {
        this.loop = loop;
        this.jobs = jobs;
        this.runs = runs;
    }

    void start() {
        loop.after(loop.settings.rhythm().preloadEvery(), this::preload);
        fullPassAt = loop.now().plus(FULL_PASS_EVERY);
    }

    /** Reads gained shards, in phase LOADING, until the store answers; then they are active. */
    void gained(Collection<ShardState> gained) {
        List<ShardState> wanted = stillIn(ShardState.Phase.LOADING, gained);
        if (wanted.isEmpty()) {
            return;
        }
        read(wanted, (rows, error) -> {
            Instant now = loop.now();
            if (rows == null) {
                loop.ports.events().storeUnavailable();
                loop.at(now.plus(loop.gate.failed(now)), then -> gained(wanted));
                return;
            }
            loop.gate.answered();
            List<ShardState> loaded = stillIn(ShardState.Phase.LOADING, wanted);
            loaded.forEach(shard -> shard.phase = ShardState.Phase.ACTIVE);
            take(rows);
            // Slices read while the answer was on its way were read without these shards.
            preloadedTo = rows.jobsTo.isBefore(preloadedTo) ? rows.jobsTo : preloadedTo;
            log.info(
                    "shards loaded n={} live_runs={} all={} due_jobs={}",
                    loaded.size(),
                    rows.runs.size(),
                    rows.all,
                    rows.jobs.size());
            loop.after(loop.settings.rhythm().reloadAfterGain(), then -> readAgain(loaded));
        });
    }

    /** Forgets a shard: nothing of it may have an effect any more. */
    void drop(ShardState shard) {
        shard.phase = ShardState.Phase.DROPPED;
        loop.shards.remove(shard.shard, shard);
        for (RunSlot slot : List.copyOf(shard.runs.values())) {
            runs.leave(slot);
            slot.line.abandon();
        }
        for (JobSlot slot : List.copyOf(shard.jobs.values())) {
            slot.cancelAlarm();
            slot.line.abandon();
        }
        shard.clear();
    }

    /** Writes of the last owner that were under way at the gain have ended by now, one way or the other. */
    private void readAgain(Collection<ShardState> shards) {
        List<ShardState> wanted = stillIn(ShardState.Phase.ACTIVE, shards);
        if (wanted.isEmpty()) {
            return;
        }
        read(wanted, (rows, error) -> {
            if (rows == null) {
                loop.ports.events().storeUnavailable();
                loop.after(RETRY, then -> readAgain(wanted));
            } else {
                take(rows);
            }
        });
    }

    private void preload(Instant now) {
        jobs.ahead().forgetBefore(now);
        Set<Integer> active = ShardState.numbersOf(loop.activeShards());
        if (active.isEmpty()) {
            loop.after(loop.settings.rhythm().preloadEvery(), this::preload);
            return;
        }
        Instant to = now.plus(loop.settings.lookahead().horizon());
        boolean full = !now.isBefore(fullPassAt);
        Instant from = full ? EVER : preloadedTo;
        loop.ask(() -> loop.ports.store().loadDueJobs(active, from, to, ROWS_MAX), (found, error) -> {
            if (found == null) {
                loop.ports.events().storeUnavailable();
                loop.after(RETRY, this::preload);
                return;
            }
            loop.after(loop.settings.rhythm().preloadEvery(), this::preload);
            found.forEach(this::take);
            // A shard gained meanwhile may need an earlier slice.
            preloadedTo = preloadedTo.isBefore(from) ? preloadedTo : to;
            if (full) {
                fullPassAt = loop.now().plus(FULL_PASS_EVERY);
            }
        });
    }

    private void read(List<ShardState> states, BiConsumer<@Nullable Rows, @Nullable Throwable> then) {
        Set<Integer> shards = ShardState.numbersOf(states);
        Instant to = loop.now().plus(loop.settings.lookahead().horizon());
        int most = Math.min(LIVE_RUNS_MAX, loop.settings.bounds().waitingMax());
        loop.ask(
                () -> {
                    CompletableFuture<List<Job>> due = loop.ports.store().loadDueJobs(shards, EVER, to, ROWS_MAX);
                    return loop.ports
                            .store()
                            .loadLiveRuns(shards, most + 1)
                            .thenCompose(found -> found.size() <= most
                                    ? due.thenApply(jobs -> new Rows(found, true, jobs, to))
                                    : heads(List.copyOf(shards))
                                            .thenCombine(due, (some, jobs) -> new Rows(some, false, jobs, to)));
                },
                then);
    }

    /** One statement after the other. */
    private CompletableFuture<List<LiveRun>> heads(List<Integer> shards) {
        CompletableFuture<List<LiveRun>> all = CompletableFuture.completedFuture(new ArrayList<>());
        for (int from = 0; from < shards.size(); from += SHARDS_A_STATEMENT) {
            Set<Integer> part = Set.copyOf(shards.subList(from, Math.min(shards.size(), from + SHARDS_A_STATEMENT)));
            all = all.thenCompose(
                    found -> loop.ports.store().loadLaneHeads(part).thenApply(more -> {
                        found.addAll(more);
                        return found;
                    }));
        }
        return all;
    }

    private void take(Job job) {
        ShardState shard = loop.activeShard(job.shard());
        if (shard != null) {
            jobs.loaded(shard, job);
        }
    }

    private void take(Rows rows) {
        Map<Boolean, List<LiveRun>> parts =
                rows.runs.stream().collect(Collectors.partitioningBy(row -> !rows.all && isHead(row)));
        for (LiveRun head : parts.getOrDefault(true, List.of())) {
            if (loop.activeShard(head.run().shard()) != null) {
                loop.lanes.head(head);
            }
        }
        runs.installAll(parts.getOrDefault(false, List.of()));
        rows.jobs.forEach(this::take);
    }

    /** It, and what comes after it in its lane, is read when it can run. */
    private static boolean isHead(LiveRun row) {
        return row.lane() != Lane.NONE && row.run().state() == RunState.WAITING && !row.jobDeleted();
    }

    private static List<ShardState> stillIn(ShardState.Phase phase, Collection<ShardState> shards) {
        return shards.stream().filter(shard -> shard.phase == phase).toList();
    }
}
