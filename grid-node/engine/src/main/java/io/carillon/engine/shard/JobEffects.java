package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.JobDecision.Changed;
import io.carillon.domain.run.Run;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a durable change of a job does to the runs in memory. */
final class JobEffects {

    private final LoopContext loop;
    private final LiveRuns runs;
    private final Claims claims;
    private final Cancels cancels;
    private final Holds holds;

    JobEffects(LoopContext loop, LiveRuns runs, Claims claims, Cancels cancels, Holds holds) {
        this.loop = loop;
        this.runs = runs;
        this.claims = claims;
        this.cancels = cancels;
        this.holds = holds;
    }

    /** Its withdrawn runs leave, its new ones come: what the definition before still owed is made of that one. */
    void written(ShardState shard, @Nullable Job before, JobChange change) {
        change.withdrawn().forEach(ref -> {
            RunSlot run = shard.runs.get(ref.id());
            if (run != null) {
                runs.forget(run);
            }
        });
        claims.runsCreated(shard, before, change);
    }

    /** Holds the runs of a job that is held now, or lets them go; the caller hears of it when no start is under way. */
    void answerWhenSettled(ShardState shard, @Nullable Job before, Changed changed, Caller caller) {
        Job job = changed.change().job();
        if (job.status() == JobStatus.HELD) {
            answerWhenHeld(shard, job.id(), changed.reply(), caller);
            return;
        }
        if (before != null && before.status() == JobStatus.HELD) {
            holds.release(shard, job.id());
        }
        caller.answer(changed.reply());
    }

    /**
     * Answers a command that found its work done. Whoever did it may still wait for starts that were under way, or may have
     * been told of a doubt: this answer waits for them, too.
     */
    void answerWhenSettled(ShardState shard, Job job, JobReply reply, Caller caller) {
        switch (job.status()) {
            case ACTIVE, PAUSED -> {
                if (shard.heldJobs.contains(job.id())) {
                    // Somebody else has resumed it.
                    holds.release(shard, job.id());
                }
                caller.answer(reply);
            }
            case HELD -> answerWhenHeld(shard, job.id(), reply, caller);
            case DELETED -> answerWhenDeleted(shard, job.id(), reply, caller);
        }
    }

    private void answerWhenDeleted(ShardState shard, JobId job, JobReply reply, Caller caller) {
        Set<RunId> rest = inMemory(shard, job);
        if (!loop.lanes.anyPartial()) {
            answerWhenEnded(shard, rest, false, reply, caller);
            return;
        }
        loop.ask(() -> loop.ports.store().loadLiveRunsOf(job), (found, error) -> {
            if (!shard.active()) {
                caller.shardLost();
            } else if (found == null) {
                loop.ports.events().storeUnavailable();
                caller.storeUnavailable();
            } else {
                found.forEach(row -> rest.add(row.run().id()));
                answerWhenEnded(shard, rest, false, reply, caller);
            }
        });
    }

    private void answerWhenHeld(ShardState shard, JobId job, JobReply reply, Caller caller) {
        holds.hold(shard, job, caller::storeUnavailable, caller::shardLost, () -> caller.answer(reply));
    }

    private void answerWhenEnded(ShardState shard, Set<RunId> rest, boolean runningToo, JobReply reply, Caller caller) {
        cancels.endAll(
                shard, rest, runningToo, caller::storeUnavailable, caller::shardLost, () -> caller.answer(reply));
    }

    /**
     * Ends the runs of a job that is deleted now; the caller hears of it when that is durable.
     *
     * @param live its live runs when the decision was made
     */
    void jobDeleted(ShardState shard, Changed changed, List<Run> live, Caller caller) {
        // Those that are being redriven are live only now.
        Set<RunId> rest = inMemory(shard, changed.change().job().id());
        live.forEach(run -> rest.add(run.id()));
        changed.change().newRuns().forEach(created -> rest.add(created.run().id()));
        changed.change().withdrawn().forEach(ref -> rest.remove(ref.id()));
        answerWhenEnded(shard, rest, changed.cancelRunning(), changed.reply(), caller);
    }

    private static Set<RunId> inMemory(ShardState shard, JobId job) {
        Set<RunId> runs = new HashSet<>();
        shard.runs.values().stream()
                .filter(slot -> slot.run.jobId().equals(job))
                .forEach(slot -> runs.add(slot.run.id()));
        return runs;
    }
}
