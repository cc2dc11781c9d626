package io.carillon.engine.shard;

import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.LiveRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How memory follows the store: a gained shard is read whole, and once more when nothing of its last owner can be under
 * way any longer; the window of due times is read slice by slice; a few shards at a time are compared with the store,
 * which in a healthy cluster finds nothing.
 */
final class Loading {

    private static final Logger log = LoggerFactory.getLogger(Loading.class);

    private static final Instant EVER = Instant.EPOCH;
    private static final Duration FULL_PASS_EVERY = Duration.ofMinutes(5);
    /** Overdue by this much and not in memory: something was missed. */
    private static final Duration OVERDUE = Duration.ofSeconds(5);

    private static final int ROWS_MAX = 1_000_000;
    private static final int SUSPECTS_MAX = 1_000;
    private static final int RECONCILE_PARTS = 4;

    private final LoopContext loop;
    private final DueJobs jobs;
    private final LiveRuns runs;
    private final LeaseWatch leases;
    private final BiConsumer<ShardState, Set<RunId>> endOrphans;
    private Instant preloadedTo = EVER;
    private Instant fullPassAt = Instant.MAX;
    private int reconcilePart;

    private record Rows(List<LiveRun> runs, List<Job> jobs) {}

    /** @param endOrphans ends waiting runs whose job was deleted before they could be cancelled */
    Loading(
            LoopContext loop,
            DueJobs jobs,
            LiveRuns runs,
            LeaseWatch leases,
            BiConsumer<ShardState, Set<RunId>> endOrphans) {
        this.loop = loop;
        this.jobs = jobs;
        this.runs = runs;
        this.leases = leases;
        this.endOrphans = endOrphans;
    }

    void start() {
        loop.after(loop.settings.preloadEvery(), this::preload);
        loop.after(loop.settings.reconcileEvery(), this::reconcile);
        fullPassAt = loop.now().plus(FULL_PASS_EVERY);
    }

    /** Reads gained shards, in phase LOADING, until the store answers; then they are active. */
    void gained(Collection<ShardState> gained) {
        List<ShardState> wanted = stillIn(ShardState.Phase.LOADING, gained);
        if (wanted.isEmpty()) {
            return;
        }
        loop.onAnswer(rowsOf(wanted), (rows, error) -> {
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
            log.info("shards loaded n={} live_runs={} due_jobs={}", loaded.size(), rows.runs.size(), rows.jobs.size());
            loop.after(loop.settings.reloadAfterGain(), then -> readAgain(loaded));
        });
    }

    /** Forgets a shard: nothing of it may have an effect any more. */
    void drop(ShardState shard) {
        shard.phase = ShardState.Phase.DROPPED;
        loop.shards.remove(shard.shard, shard);
        for (RunSlot slot : List.copyOf(shard.runs.values())) {
            runs.takeOut(slot);
            slot.waiting.forEach(Waiter::abandon);
        }
        for (JobSlot slot : List.copyOf(shard.jobs.values())) {
            slot.cancelAlarm();
            slot.waiting.forEach(Waiter::abandon);
        }
        shard.runs.clear();
        shard.jobs.clear();
    }

    /** Writes of the last owner that were under way at the gain have ended by now, one way or the other. */
    private void readAgain(Collection<ShardState> shards) {
        List<ShardState> wanted = stillIn(ShardState.Phase.ACTIVE, shards);
        if (wanted.isEmpty()) {
            return;
        }
        loop.onAnswer(rowsOf(wanted), (rows, error) -> {
            if (rows == null) {
                loop.after(loop.settings.reconcileEvery(), then -> readAgain(wanted));
            } else {
                take(rows);
            }
        });
    }

    private void preload(Instant now) {
        loop.after(loop.settings.preloadEvery(), this::preload);
        jobs.ahead().forgetBefore(now);
        Set<Integer> active = activeShards();
        if (active.isEmpty() || !loop.gate.open(now)) {
            return;
        }
        Instant to = now.plus(loop.settings.horizon());
        boolean full = !now.isBefore(fullPassAt);
        Instant from = full ? EVER : preloadedTo;
        loop.onAnswer(loop.ports.store().loadDueJobs(active, from, to, ROWS_MAX), (found, error) -> {
            if (found == null) {
                loop.ports.events().storeUnavailable();
                return;
            }
            found.forEach(this::take);
            preloadedTo = to;
            if (full) {
                fullPassAt = loop.now().plus(FULL_PASS_EVERY);
            }
        });
    }

    private void reconcile(Instant now) {
        loop.after(loop.settings.reconcileEvery(), this::reconcile);
        int part = reconcilePart++ % RECONCILE_PARTS;
        Set<Integer> shards = activeShards().stream()
                .filter(shard -> shard % RECONCILE_PARTS == part)
                .collect(Collectors.toSet());
        if (shards.isEmpty() || !loop.gate.open(now)) {
            return;
        }
        loop.onAnswer(loop.ports.store().loadLiveRuns(shards, SUSPECTS_MAX), (found, error) -> {
            if (found != null) {
                lookCloser(missing(found));
            }
        });
        loop.onAnswer(
                loop.ports.store().loadDueJobs(shards, EVER, now.minus(OVERDUE), SUSPECTS_MAX), (found, error) -> {
                    if (found != null) {
                        found.forEach(this::takeOverdue);
                    }
                });
    }

    private Set<RunId> missing(List<LiveRun> rows) {
        Set<RunId> missing = new HashSet<>();
        for (LiveRun row : rows) {
            ShardState shard = loop.activeShard(row.run().shard());
            if (shard != null && !shard.runs.containsKey(row.run().id())) {
                missing.add(row.run().id());
            }
        }
        return missing;
    }

    /** A run may have ended, or its claim's answer been on its way, between the row's reading and now: look twice. */
    private void lookCloser(Set<RunId> suspects) {
        if (suspects.isEmpty()) {
            return;
        }
        loop.onAnswer(loop.ports.store().loadRuns(suspects), (found, error) -> {
            if (found == null) {
                return;
            }
            List<LiveRun> live = found.stream()
                    .filter(row -> !row.run().state().terminal())
                    .filter(row -> missing(List.of(row)).contains(row.run().id()))
                    .toList();
            if (!live.isEmpty()) {
                log.warn(
                        "live runs were missing in memory n={} first={}",
                        live.size(),
                        live.get(0).run().id());
                loop.ports.events().reconciled("run_missing", live.size());
                take(new Rows(live, List.of()));
            }
        });
    }

    private void takeOverdue(Job job) {
        ShardState shard = loop.activeShard(job.shard());
        if (shard != null && !shard.jobs.containsKey(job.id())) {
            loop.ports.events().reconciled("job_overdue", 1);
            jobs.loaded(shard, job);
        }
    }

    private void take(Job job) {
        ShardState shard = loop.activeShard(job.shard());
        if (shard != null) {
            jobs.loaded(shard, job);
        }
    }

    private void take(Rows rows) {
        List<RunSlot> running = new ArrayList<>();
        for (LiveRun row : rows.runs) {
            ShardState shard = loop.activeShard(row.run().shard());
            if (shard == null) {
                continue;
            }
            RunSlot slot = runs.install(shard, row.run(), row.definition(), row.payload());
            if (slot.run.state() == RunState.RUNNING) {
                running.add(slot);
            } else if (row.jobDeleted()) {
                endOrphans.accept(shard, Set.of(row.run().id()));
            }
        }
        leases.lookAtAll(running);
        rows.jobs.forEach(this::take);
    }

    private CompletableFuture<Rows> rowsOf(List<ShardState> states) {
        Set<Integer> shards = states.stream().map(state -> state.shard).collect(Collectors.toSet());
        Instant to = loop.now().plus(loop.settings.horizon());
        return loop.ports
                .store()
                .loadLiveRuns(shards, ROWS_MAX)
                .thenCombine(loop.ports.store().loadDueJobs(shards, EVER, to, ROWS_MAX), Rows::new);
    }

    private Set<Integer> activeShards() {
        return loop.shards.values().stream()
                .filter(ShardState::active)
                .map(state -> state.shard)
                .collect(Collectors.toSet());
    }

    private static List<ShardState> stillIn(ShardState.Phase phase, Collection<ShardState> shards) {
        return shards.stream().filter(shard -> shard.phase == phase).toList();
    }
}
