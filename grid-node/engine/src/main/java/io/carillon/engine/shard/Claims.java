package io.carillon.engine.shard;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.Claim;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.Lane;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.plan.Overlap;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.RowOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a due job to its claimed run: the run's row, the skips and the job's next due time in one write. Once it is
 * durable the run waits in memory for its due time.
 */
final class Claims {

    private static final Logger log = LoggerFactory.getLogger(Claims.class);

    /** With a clock this uncertain a run could be claimed for a time that is far from now. */
    private static final Duration CLOCK_ERROR_MAX = Duration.ofSeconds(10);

    /** Runs that make up for gaps, on their way to the store at once: a punctual claim waits for no more. */
    private static final int CATCH_UP_ROWS_MAX = 1_000;

    private final LoopContext loop;
    private final ClaimPlanner planner;
    private final DueJobs jobs;
    private final LiveRuns runs;
    private final JobWrites writes;
    private final JobReloads reloads;
    private int catchUpRows;

    Claims(LoopContext loop, ClaimPlanner planner, DueJobs jobs, LiveRuns runs, JobWrites writes, JobReloads reloads) {
        this.loop = loop;
        this.planner = planner;
        this.jobs = jobs;
        this.runs = runs;
        this.writes = writes;
        this.reloads = reloads;
    }

    /** Decides for the jobs whose claim is at hand, as many as the write path will soon take. */
    void decideDue(Instant now) {
        int room =
                2 * loop.settings.bounds().batchMax() * loop.settings.bounds().jobBatchesOutstandingMax()
                        - writes.waiting();
        boolean mayClaim = loop.ports.ownership().mayAct()
                && loop.gate.open(now)
                && loop.ports.time().errorBound().compareTo(CLOCK_ERROR_MAX) <= 0;
        for (JobSlot slot : jobs.takeDue(room)) {
            decide(slot, mayClaim, now);
            room--;
        }
        for (int turns = jobs.catchingUpCount();
                turns > 0 && room > 0 && catchUpRows < CATCH_UP_ROWS_MAX;
                turns--, room--) {
            decide(jobs.takeCatchingUp(), mayClaim, now);
        }
    }

    private void decide(JobSlot slot, boolean mayClaim, Instant now) {
        if (!slot.shard.active() || slot.shard.jobs.get(slot.id) != slot) {
            return;
        }
        if (slot.busy) {
            slot.duePending = true;
        } else if (mayClaim && mayHaveTurnsBeyond(slot)) {
            lookForTurns(slot);
        } else if (mayClaim) {
            decide(slot, now);
        } else {
            jobs.postpone(slot);
        }
    }

    /** Takes what was claimed with a job's change into memory: runs of its definition, or of the one before. */
    void runsCreated(ShardState shard, @Nullable Job before, JobChange change) {
        Instant now = loop.now();
        if (change.job().status() != JobStatus.HELD) {
            // Whoever resumed it, it was not this owner.
            shard.heldJobs.remove(change.job().id());
        }
        List<Run> out = new ArrayList<>(0);
        for (NewRun created : change.newRuns()) {
            JobDefinition definition = before != null && created.run().revision() == before.revision()
                    ? before.definition()
                    : change.job().definition();
            LiveRun row = new LiveRun(
                    created.run(),
                    definition,
                    created.payload() != null ? created.payload() : definition.payload(),
                    change.job().status(),
                    Lane.idOf(created.run(), change.job()));
            if (staysOut(shard, row)) {
                out.add(created.run());
            } else {
                runs.install(shard, row);
            }
            loop.ports
                    .events()
                    .claimed(
                            created.run().pool(), Duration.between(created.run().dueAt(), now));
        }
        if (!out.isEmpty()) {
            loop.ports.store().forget(out);
        }
        for (SkipRange skip : change.skips()) {
            loop.ports.events().skipped(skip.reason(), skip.n());
        }
    }

    /** It waits behind others of its lane that memory does not have. */
    private boolean staysOut(ShardState shard, LiveRun row) {
        boolean out = !row.jobDeleted()
                && !shard.runs.containsKey(row.run().id())
                && loop.lanes.staysOut(row.lane(), row.run());
        if (out) {
            shard.outOfMemory(row.run());
        }
        return out;
    }

    private void decide(JobSlot slot, Instant now) {
        Job job = slot.job;
        Instant dueAt = job == null ? null : job.nextDueAt();
        boolean late = job != null && ClaimPlanner.isLate(job, now);
        if (job != null && ClaimPlanner.mustWait(job, now, liveOf(slot, now), slot.heldUp(now))) {
            slot.holdUp(now);
            jobs.postpone(slot);
            return;
        }
        Optional<Claim> claim = job == null || dueAt == null ? Optional.empty() : plan(slot, job, dueAt, now);
        if (job == null || claim.isEmpty()) {
            jobs.place(slot);
            return;
        }
        slot.busy = true;
        boolean piecewise = late && claim.get().more();
        if (piecewise) {
            slot.holdUp(now);
        } else {
            slot.letGo();
        }
        int rows = ClaimPlanner.isCatchingUp(job, now)
                ? claim.get().change().newRuns().size()
                : 0;
        catchUpRows += rows;
        writes.submit(slot, job.version(), claim.get().change(), new JobWrites.Then() {
            @Override
            public void durable(JobChange change) {
                catchUpRows -= rows;
                runsCreated(slot.shard, job, change);
                jobs.leaves(slot, claim.get().backlog());
                if (piecewise) {
                    jobs.freeForLater(slot);
                } else {
                    slot.duePending = claim.get().more();
                    jobs.free(slot);
                }
            }

            @Override
            public void refused(RowOutcome outcome) {
                catchUpRows -= rows;
                afterRefusal(slot, outcome);
            }
        });
    }

    /**
     * Runs that take turns are all in memory. But those of a definition before, which did not, may be in the store alone, and
     * have left memory before this slot was there to count them.
     */
    private boolean mayHaveTurnsBeyond(JobSlot slot) {
        Job job = slot.job;
        return job != null
                && job.revision() > 1
                && Overlap.takesTurns(job.definition())
                && slot.turnsCountedAt != job.version()
                && loop.lanes.anyPartial();
    }

    private void lookForTurns(JobSlot slot) {
        Job job = Objects.requireNonNull(slot.job);
        slot.busy = true;
        loop.ask(() -> loop.ports.store().loadLiveRunsOf(slot.id), (found, error) -> {
            if (!slot.shard.active()) {
                return;
            }
            if (found == null) {
                loop.ports.events().storeUnavailable();
                jobs.freeForLater(slot);
                return;
            }
            slot.turnsCountedAt = job.version();
            slot.runsBeyond = (int) found.stream()
                    .map(LiveRun::run)
                    .filter(run -> Overlap.counts(run, loop.now()) && !slot.shard.runs.containsKey(run.id()))
                    .count();
            slot.duePending = true;
            jobs.free(slot);
        });
    }

    /** The runs of its schedule that the planner has to know of. */
    private static int liveOf(JobSlot slot, Instant now) {
        JobRuns runs = slot.shard.runsOf(slot.id);
        if (runs == null || slot.job == null) {
            return slot.runsBeyond;
        }
        int here = Overlap.takesTurns(slot.job.definition()) ? runs.counting(now) : runs.ofTheSchedule();
        return here + slot.runsBeyond;
    }

    /** A job that cannot be decided on, its schedule no longer readable, must not stop those behind it. */
    private Optional<Claim> plan(JobSlot slot, Job job, Instant dueAt, Instant now) {
        try {
            return planner.claim(
                    job, now, aheadFor(dueAt, now), liveOf(slot, now), slot.heldUp(now), writes.openId(slot.shard));
        } catch (RuntimeException e) {
            log.error("no claim can be decided for job={}, it is parked", job.id(), e);
            loop.ports.events().rejected("job");
            slot.rejections.park();
            return Optional.empty();
        }
    }

    /** A wave's jobs ring early to spread the work; such a job's own due time is then further ahead than usual. */
    private Duration aheadFor(Instant nextDueAt, Instant now) {
        Duration usual = loop.settings.lookahead().claimAhead();
        Duration own = Duration.between(now, nextDueAt);
        Duration wanted = own.compareTo(usual) > 0 ? own : usual;
        return wanted.compareTo(jobs.ahead().limit()) > 0 ? jobs.ahead().limit() : wanted;
    }

    private void afterRefusal(JobSlot slot, RowOutcome outcome) {
        switch (outcome.kind()) {
            case EPOCH_LOST -> {}
            case REJECTED -> {
                slot.rejections.refused();
                jobs.freeForLater(slot);
            }
            case APPLIED,
                    ALREADY_APPLIED,
                    VERSION_LOST,
                    KEY_TAKEN,
                    JOBS_FULL,
                    EXACT_JOBS_FULL,
                    OVER_MAX_RUNNING,
                    NOT_TRIED -> {
                Job before = slot.job;
                reloads.reload(slot, () -> readAgain(slot, before), () -> {});
            }
        }
    }

    /** Refused although memory was right: deciding the same again would go round in circles. */
    private void readAgain(JobSlot slot, @Nullable Job before) {
        if (before != null && before.equals(slot.job)) {
            slot.rejections.refused();
            jobs.freeForLater(slot);
        } else {
            slot.rejections.reset();
            jobs.free(slot);
        }
    }
}
