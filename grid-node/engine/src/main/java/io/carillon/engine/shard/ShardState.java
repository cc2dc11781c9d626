package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.run.Run;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One owned shard: what memory knows of it, disposable at any time. */
final class ShardState {

    enum Phase {
        /** The epoch is raised, the rows are being read. */
        LOADING,
        ACTIVE,
        /** Lost; what is still under way for it has no effect any more. */
        DROPPED
    }

    final int shard;
    final long epoch;
    Phase phase = Phase.LOADING;
    final Map<JobId, JobSlot> jobs = new HashMap<>();
    final Map<RunId, RunSlot> runs = new HashMap<>();
    private final Map<JobId, JobRuns> runsByJob = new HashMap<>();

    /** Held since the shard is served here; a row that was read before says otherwise. */
    final Set<JobId> heldJobs = new HashSet<>();

    ShardState(int shard, long epoch) {
        this.shard = shard;
        this.epoch = epoch;
    }

    void add(RunSlot slot) {
        RunSlot before = runs.get(slot.run.id());
        if (before != slot) {
            if (before != null) {
                remove(before);
            }
            runs.put(slot.run.id(), slot);
            runsByJob.computeIfAbsent(slot.run.jobId(), job -> new JobRuns()).add(slot);
        }
    }

    /** Nothing happens if it has left already. */
    void remove(RunSlot slot) {
        if (runs.remove(slot.run.id(), slot)) {
            JobId job = slot.run.jobId();
            JobRuns ofJob = runsByJob.get(job);
            if (ofJob != null) {
                ofJob.remove(slot);
                if (ofJob.isEmpty()) {
                    runsByJob.remove(job);
                }
            }
        }
    }

    /** A waiting run is in the store alone from now on. */
    void outOfMemory(Run run) {
        JobSlot job = jobs.get(run.jobId());
        if (job != null && run.trigger() == Trigger.SCHEDULE) {
            job.runsBeyond++;
        }
    }

    /** One that was in the store alone is in memory from now on. */
    void intoMemory(Run run) {
        JobSlot job = jobs.get(run.jobId());
        if (job != null && run.trigger() == Trigger.SCHEDULE) {
            job.runsBeyond = Math.max(0, job.runsBeyond - 1);
        }
    }

    void clear() {
        runs.clear();
        runsByJob.clear();
        jobs.clear();
    }

    /** The live runs of a job; null if there are none. */
    @Nullable
    JobRuns runsOf(JobId job) {
        return runsByJob.get(job);
    }

    static Set<Integer> numbersOf(Collection<ShardState> shards) {
        return shards.stream().map(state -> state.shard).collect(Collectors.toUnmodifiableSet());
    }

    boolean active() {
        return phase == Phase.ACTIVE;
    }
}
