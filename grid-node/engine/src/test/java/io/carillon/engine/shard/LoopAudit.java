package io.carillon.engine.shard;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.Lane;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.wheel.Timer;
import io.carillon.engine.testkit.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares a loop at rest (nothing under way, the store answering) with what must hold then: whatever waits in memory has
 * something that will wake it, and memory says what the store says.
 */
public final class LoopAudit {

    private final ShardLoop audited;
    private final Rows rows;
    private final Instant now;
    private final List<String> faults = new ArrayList<>();

    private LoopAudit(ShardLoop audited, Rows rows, Instant now) {
        this.audited = audited;
        this.rows = rows;
        this.now = now;
    }

    public static List<String> faultsOf(ShardLoop loop, Rows rows, Instant now) {
        LoopAudit audit = new LoopAudit(loop, rows, now);
        audit.writes();
        for (ShardState shard : loop.loop.shards.values()) {
            audit.demand(shard.active(), "shard " + shard.shard + " is " + shard.phase);
            shard.runs.values().forEach(audit::run);
            shard.jobs.values().forEach(audit::job);
        }
        audit.nothingIsMissing();
        audit.lanes();
        return audit.faults;
    }

    private void writes() {
        demand(audited.runWrites.waiting() == 0, "run writes wait: " + audited.runWrites.waiting());
        demand(audited.jobWrites.waiting() == 0, "job writes wait: " + audited.jobWrites.waiting());
    }

    private void run(RunSlot slot) {
        String what = "run " + slot.run.id() + " (" + slot.run.state() + ")";
        demand(!slot.busy, what + " is busy");
        demand(slot.line.size() == 0, what + " has " + slot.line.size() + " in line");
        demand(
                slot.inReady == audited.loop.ready.contains(slot.run.id()),
                what + " thinks it is in the ready order: " + slot.inReady);
        boolean alarm = pending(slot.alarm);
        switch (slot.run.state()) {
            case WAITING -> demand(alarm || slot.inReady || slot.held || slot.behind, what + " waits for nothing");
            case RUNNING -> demand(alarm && !slot.inReady, what + " has no end of its lease");
            case SUCCEEDED, DEAD, CANCELLED -> demand(false, what + " is still in memory");
        }
        demand(slot.handedTo == null || alarm, what + " is with " + slot.handedTo + " for ever");
        Optional<Run> stored = rows.run(slot.run.id());
        demand(stored.equals(Optional.of(slot.run)), what + ": memory " + slot.run + ", store " + stored);
    }

    private void lanes() {
        int waiting = 0;
        for (ShardState shard : audited.loop.shards.values()) {
            for (RunSlot slot : shard.runs.values()) {
                boolean counted = slot.inLane != null;
                waiting += counted ? 1 : 0;
                demand(
                        counted == (slot.isWaiting() && slot.lane != Lane.NONE),
                        "run " + slot.run.id() + " is counted among the waiting: " + counted);
            }
        }
        demand(
                waiting == audited.loop.lanes.waiting(),
                waiting + " runs wait in lanes, " + audited.loop.lanes.waiting() + " are counted");
    }

    private void job(JobSlot slot) {
        String what = "job " + slot.id;
        demand(!slot.busy, what + " is busy");
        demand(slot.line.size() == 0, what + " has " + slot.line.size() + " in line");
        demand(pending(slot.alarm) || slot.amongDue, what + " waits for nothing");
        Optional<Job> stored = rows.job(slot.id);
        demand(stored.equals(Optional.ofNullable(slot.job)), what + ": memory " + slot.job + ", store " + stored);
    }

    private void nothingIsMissing() {
        for (Run run : rows.runs()) {
            ShardState shard = audited.loop.activeShard(run.shard());
            if (shard != null && !run.state().terminal()) {
                demand(shard.runs.containsKey(run.id()) || mayBeOut(run), "not in memory: " + run);
            }
            if (shard != null && run.state() == RunState.WAITING) {
                boolean deleted = rows.job(run.jobId())
                        .map(job -> job.status() == JobStatus.DELETED)
                        .orElse(false);
                demand(!deleted, "waits although its job is deleted: " + run);
            }
        }
        // What lies between here and the horizon may not have been read yet.
        Instant soon = now.plus(audited.loop.settings.lookahead().claimAhead());
        for (Job job : rows.jobs()) {
            ShardState shard = audited.loop.activeShard(job.shard());
            if (shard != null
                    && job.status() == JobStatus.ACTIVE
                    && job.nextDueAt() != null
                    && !job.nextDueAt().isAfter(soon)) {
                demand(shard.jobs.containsKey(job.id()), "not in memory: " + job);
            }
        }
    }

    private boolean mayBeOut(Run run) {
        return audited.loop.lanes.mayBeOut(rows.live(run.id()));
    }

    private static boolean pending(@Nullable Timer<Alarm> alarm) {
        return alarm != null && alarm.isPending();
    }

    private void demand(boolean holds, String otherwise) {
        if (!holds) {
            faults.add(otherwise);
        }
    }
}
