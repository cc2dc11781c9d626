package io.carillon.engine.sim;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.plan.Overlap;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Runs that take turns do so, and what was not started in time is not started at all. */
final class Turns {

    private final World world;
    /** By job, the runs of its schedule that are at work, with whether they were made to take turns. */
    private final Map<JobId, Map<RunId, AtWork>> running = new HashMap<>();

    private record AtWork(long revision, boolean takesTurns) {
        /** Of two that were made before and after an edit, the newer definition says it. */
        boolean mustNotMeet(AtWork other) {
            return revision > other.revision ? takesTurns : other.takesTurns;
        }
    }

    Turns(World world) {
        this.world = world;
    }

    void moved(Run before, Run run) {
        JobDefinition definition =
                world.database.rows.revisionOf(run.jobId(), run.revision()).definition();
        if (run.state() == RunState.RUNNING && before.state() == RunState.WAITING) {
            startedInTime(before, run, definition);
        }
        if (definition.startBefore() != null && "expired".equals(run.reason())) {
            expiredInTime(run, definition.startBefore());
        }
        if (run.trigger() == Trigger.SCHEDULE) {
            takesItsTurn(run, new AtWork(run.revision(), Overlap.takesTurns(definition)));
        }
    }

    private void startedInTime(Run before, Run run, JobDefinition definition) {
        Duration startBefore = definition.startBefore();
        Instant startedAt = Objects.requireNonNull(run.startedAt());
        if (before.attempt() == 0
                && startBefore != null
                && !startedAt.isBefore(run.dueAt().plus(startBefore))) {
            world.violations.add("run " + run.id() + " is started too late");
        }
    }

    private void expiredInTime(Run run, Duration startBefore) {
        Instant endedAt = Objects.requireNonNull(run.endedAt());
        if (run.attempt() > 0 || endedAt.isBefore(run.dueAt().plus(startBefore))) {
            world.violations.add("run " + run.id() + " expires although it was or could be started");
        }
    }

    private void takesItsTurn(Run run, AtWork atWork) {
        Map<RunId, AtWork> ofJob = running.computeIfAbsent(run.jobId(), job -> new TreeMap<>());
        if (run.state() != RunState.RUNNING) {
            ofJob.remove(run.id());
            return;
        }
        boolean meets = ofJob.values().stream().anyMatch(atWork::mustNotMeet);
        if (ofJob.put(run.id(), atWork) == null && meets && world.epochsAreLocked) {
            world.violations.add("runs of job " + run.jobId() + " run at once: " + ofJob.keySet());
        }
    }
}
