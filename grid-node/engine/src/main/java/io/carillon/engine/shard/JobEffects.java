package io.carillon.engine.shard;

import io.carillon.domain.id.RunId;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.JobDecision.Changed;
import io.carillon.domain.run.Run;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a durable change of a job does to the runs in memory. */
final class JobEffects {

    private final LiveRuns runs;
    private final Claims claims;
    private final Cancels cancels;

    JobEffects(LiveRuns runs, Claims claims, Cancels cancels) {
        this.runs = runs;
        this.claims = claims;
        this.cancels = cancels;
    }

    /** Its withdrawn runs leave, its new ones come. */
    void written(ShardState shard, JobChange change) {
        change.withdrawn().forEach(ref -> {
            RunSlot run = shard.runs.get(ref.id());
            if (run != null) {
                runs.forget(run);
            }
        });
        claims.runsCreated(shard, change);
    }

    /**
     * Ends the runs of a job that is deleted now; the caller hears of it when that is durable.
     *
     * @param live its live runs when the decision was made
     */
    void jobDeleted(ShardState shard, Changed changed, List<Run> live, Caller caller) {
        Set<RunId> rest = new HashSet<>();
        live.forEach(run -> rest.add(run.id()));
        changed.change().newRuns().forEach(created -> rest.add(created.run().id()));
        changed.change().withdrawn().forEach(ref -> rest.remove(ref.id()));
        cancels.endAll(
                shard, rest, changed.cancelRunning(), caller::storeUnavailable, () -> caller.answer(changed.reply()));
    }
}
