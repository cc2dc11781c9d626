package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.LiveRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
 * The comparison of memory with the store and with itself, a part of the shards at a time. In a healthy cluster it finds
 * nothing; what it finds it counts, and puts where it belongs.
 */
final class Reconcile {

    private static final Logger log = LoggerFactory.getLogger(Reconcile.class);

    /** Overdue by this much and not in memory, or not looked at: something was missed. */
    private static final Duration OVERDUE = Duration.ofSeconds(5);

    private static final int PARTS = 4;
    private static final int SUSPECTS_MAX = 1_000;

    /** To look at what waits in the store alone costs no more than this part of the time. */
    private static final int LOOKING_PART = 30;

    private static final Duration LOOKING_PAUSE_MAX = Duration.ofMinutes(5);

    private final LoopContext loop;
    private final DueJobs jobs;
    private final LiveRuns runs;
    private final LeaseWatch leases;
    private final Holds holds;
    private int part;
    /** While it takes long to look, it is looked less often. */
    private Instant missingAt = Instant.MIN;
    /** Of its own, or pauses could leave the same part out for ever. */
    private int missingPart;

    Reconcile(LoopContext loop, DueJobs jobs, LiveRuns runs, LeaseWatch leases, Holds holds) {
        this.loop = loop;
        this.jobs = jobs;
        this.runs = runs;
        this.leases = leases;
        this.holds = holds;
    }

    void start() {
        loop.after(loop.settings.rhythm().reconcileEvery(), this::compare);
    }

    private void compare(Instant now) {
        loop.after(loop.settings.rhythm().reconcileEvery(), this::compare);
        int current = part++ % PARTS;
        List<ShardState> compared = loop.activeShards().stream()
                .filter(state -> state.shard % PARTS == current)
                .toList();
        compared.forEach(shard -> lookThroughMemory(shard, now));
        if (!loop.gate.open(now)) {
            return;
        }
        lookForMissing(now);
        if (compared.isEmpty()) {
            return;
        }
        Set<Integer> shards = ShardState.numbersOf(compared);
        lookAtHeld(compared);
        int knownJobs = compared.stream().mapToInt(state -> state.jobs.size()).sum();
        loop.ask(() -> overdueJobs(shards, now, knownJobs + SUSPECTS_MAX), (found, error) -> {
            if (found != null) {
                found.forEach(this::takeOverdue);
            }
        });
    }

    private void lookForMissing(Instant now) {
        if (now.isBefore(missingAt)) {
            return;
        }
        int current = missingPart++ % PARTS;
        List<ShardState> compared = loop.activeShards().stream()
                .filter(state -> state.shard % PARTS == current)
                .toList();
        if (compared.isEmpty()) {
            return;
        }
        Set<Integer> shards = ShardState.numbersOf(compared);
        // With room for all that memory knows, what it does not know cannot be crowded out.
        int limit = compared.stream().mapToInt(state -> state.runs.size()).sum() + SUSPECTS_MAX;
        Set<Long> cold = loop.lanes.partialIds();
        BiConsumer<@Nullable List<RunId>, @Nullable Throwable> then = (found, error) -> {
            if (!cold.isEmpty()) {
                Instant answered = loop.now();
                Duration pause = Duration.between(now, answered).multipliedBy(LOOKING_PART);
                missingAt = answered.plus(pause.compareTo(LOOKING_PAUSE_MAX) > 0 ? LOOKING_PAUSE_MAX : pause);
            }
            if (found != null) {
                lookCloser(found.stream().filter(this::isMissing).collect(Collectors.toSet()));
            }
        };
        if (cold.isEmpty()) {
            loop.ask(() -> loop.ports.store().liveRunIds(shards, limit), then);
        } else {
            missingAt = Instant.MAX;
            loop.ask(() -> loop.ports.store().liveRunIds(shards, cold, limit), then);
        }
    }

    /** Running attempts whose end nobody noticed, and waiting runs that wait nowhere. */
    private void lookThroughMemory(ShardState shard, Instant now) {
        Instant overdue = now.minus(OVERDUE);
        int missed = 0;
        List<RunSlot> strays = new ArrayList<>(0);
        for (RunSlot slot : List.copyOf(shard.runs.values())) {
            if (leases.wasMissed(slot, overdue, now)) {
                missed++;
            } else if (runs.isStray(slot)) {
                strays.add(slot);
            }
        }
        if (missed > 0) {
            log.warn("ends of leases were missed shard={} n={}", shard.shard, missed);
            loop.ports.events().reconciled("lease_missed", missed);
        }
        if (!strays.isEmpty()) {
            log.warn(
                    "waiting runs waited nowhere shard={} n={} first={}",
                    shard.shard,
                    strays.size(),
                    strays.get(0).run.id());
            loop.ports.events().reconciled("run_stray", strays.size());
            alarmIfLate(strays.stream().map(slot -> slot.run).toList(), now);
            strays.forEach(runs::place);
        }
    }

    /** A run may have been read while its job was resumed, and been taken in as held after that. */
    private void lookAtHeld(List<ShardState> compared) {
        Map<JobId, List<RunSlot>> held = compared.stream()
                .flatMap(shard -> shard.runs.values().stream())
                .filter(slot -> slot.held)
                .collect(Collectors.groupingBy(slot -> slot.run.jobId()));
        if (held.isEmpty()) {
            return;
        }
        loop.ask(() -> loop.ports.store().loadJobs(held.keySet()), (found, error) -> {
            if (found != null) {
                found.stream()
                        .filter(job -> job.status() != JobStatus.HELD)
                        .flatMap(job -> held.getOrDefault(job.id(), List.of()).stream())
                        .filter(slot -> slot.shard.active() && !slot.shard.heldJobs.contains(slot.run.jobId()))
                        .forEach(holds::release);
            }
        });
    }

    /** A run that should have been queued for so long was forgotten by something that is not allowed to forget. */
    private void alarmIfLate(List<Run> found, Instant now) {
        Instant latest = now.minus(loop.settings.patience().queueDeadline());
        List<Run> late = found.stream()
                .filter(run -> run.state() == RunState.WAITING)
                .filter(run -> !run.eligibleAt().isAfter(latest))
                .toList();
        if (!late.isEmpty()) {
            log.error(
                    "queued runs were found nowhere in memory n={} first={} queued_since={}",
                    late.size(),
                    late.get(0).id(),
                    late.get(0).eligibleAt());
            loop.ports.events().queueDeadlinePassed(late.size());
        }
    }

    private CompletableFuture<List<Job>> overdueJobs(Set<Integer> shards, Instant now, int limit) {
        return loop.ports.store().loadDueJobs(shards, Instant.EPOCH, now.minus(OVERDUE), limit);
    }

    private boolean isMissing(RunId run) {
        ShardState shard = loop.activeShard(run.shard());
        return shard != null && !shard.runs.containsKey(run);
    }

    /**
     * Its row may have been made by a write that this loop has no answer to yet. Whoever waits for the answer takes the run into
     * memory; if nobody does, it is missing at the next comparison as well.
     */
    private boolean isOnItsWay(Run run) {
        ShardState shard = loop.activeShard(run.shard());
        JobSlot job = shard == null ? null : shard.jobs.get(run.jobId());
        return job != null && job.busy;
    }

    /** A run may have ended between the row's reading and now: look twice. */
    private void lookCloser(Set<RunId> suspects) {
        if (suspects.isEmpty()) {
            return;
        }
        loop.ask(() -> loop.ports.store().loadRuns(suspects), (found, error) -> {
            if (found == null) {
                return;
            }
            List<LiveRun> live = found.stream()
                    .filter(row -> !row.run().state().terminal())
                    .filter(row -> isMissing(row.run().id()) && !loop.lanes.mayBeOut(row) && !isOnItsWay(row.run()))
                    .toList();
            if (!live.isEmpty()) {
                log.warn(
                        "live runs were missing in memory n={} first={}",
                        live.size(),
                        live.get(0).run().id());
                loop.ports.events().reconciled("run_missing", live.size());
                alarmIfLate(live.stream().map(LiveRun::run).toList(), loop.now());
                runs.installAll(live);
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
}
