package io.carillon.engine.sim;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RunWrite;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.gateway.ResultAck;
import io.carillon.engine.gateway.ResultAck.Verdict;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Fences;
import io.carillon.engine.testkit.RowWatch;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold whenever something is committed, given out or said. */
final class Laws implements RowWatch {

    private record Start(long epoch, long micros) {}

    private final World world;
    private final Map<JobId, OccurrenceBook> books = new HashMap<>();
    private final Map<Attempt, Start> starts = new HashMap<>();
    private final Turns turns;
    private final Set<Attempt> pushed = new HashSet<>();
    private final Set<Attempt> accepted = new HashSet<>();
    private final Set<Long> tokens = new HashSet<>();
    private int brokenLaws;

    Laws(World world) {
        this.world = world;
        this.turns = new Turns(world);
    }

    OccurrenceBook book(JobId job) {
        return books.computeIfAbsent(job, id -> new OccurrenceBook(world, id));
    }

    /** By how much any member's clock may be off. */
    Duration clockErrorMax() {
        return world.allMembers().stream()
                .map(member -> member.time.errorBound())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO)
                .plusMillis(1);
    }

    // ---- rows

    @Override
    public void jobWritten(@Nullable Job before, JobWrite write) {
        Job job = write.change().job();
        world.timeline.note(
                "job",
                job.id(),
                job.status(),
                job.version(),
                write.epoch(),
                write.change().newRuns().size(),
                write.change().withdrawn().size(),
                write.change().skips().size());
        book(job.id()).written(before, write.change());
        long ofSmallOwner = world.database.rows.jobsOf(World.SMALL_OWNER);
        if (ofSmallOwner > World.SMALL_OWNER_JOBS_MAX) {
            world.violations.add(
                    "owner " + World.SMALL_OWNER + " has " + ofSmallOwner + ", more jobs than it may have");
        }
        look();
    }

    @Override
    public void runMoved(Run before, RunWrite write) {
        Run run = write.run();
        world.timeline.note(
                "run",
                run.id(),
                run.state(),
                run.version(),
                write.epoch(),
                run.fencingToken(),
                run.lastEnd(),
                String.valueOf(run.workerId()));
        turns.moved(before, run);
        Attempt attempt = new Attempt(run.id(), run.fencingToken());
        if (before.state() == RunState.WAITING && run.state() == RunState.RUNNING) {
            starts.put(attempt, new Start(write.epoch(), world.agenda.nowMicros()));
            // Without the lock, a start of the last owner may still come; and a run that is redriven in the moment in
            // which
            // its job is deleted is ended when its row has been looked at again.
            if (world.epochsAreLocked && world.clients.isHeld(run.jobId()) && !"redriven".equals(before.reason())) {
                world.violations.add("run " + run.id() + " starts although its job is held or deleted");
            }
        }
        long ofSmallOwner = world.database.rows.runningOf(World.SMALL_OWNER);
        if (ofSmallOwner > world.smallOwnerMaxRunning) {
            world.violations.add(
                    "owner " + World.SMALL_OWNER + " has " + ofSmallOwner + ", more runs at once than it may have");
        }
        if (run.state() == RunState.SUCCEEDED && !world.target.isDone(run.id(), run.fencingToken())) {
            world.violations.add("run " + run.id() + " has succeeded, and its target knows nothing of it");
        }
        Start start = starts.get(attempt);
        if (run.lastEnd() == AttemptEnd.LAPSED && start != null && start.epoch == write.epoch()) {
            if (!pushed.contains(attempt)) {
                world.violations.add("the attempt " + attempt + " lapses, and no worker was given it");
            }
        }
        // A cancelled run has no entry; if an owner that was not told of its loss has made one that the grid then lost,
        // its
        // end, which is near, comes sooner.
        boolean mayEndSooner = run.cancelRequestedAt() != null && world.leases.everLostSome();
        if (run.lastEnd() == AttemptEnd.LAPSED && !mayEndSooner) {
            lapsed(attempt);
        }
        look();
    }

    /** Whoever renews a lease in time keeps it. */
    private void lapsed(Attempt attempt) {
        for (SimWorker worker : world.workers()) {
            Work work = worker.rightfully(attempt.runId(), attempt.fencingToken());
            if (work != null && !world.target.isExcused(work, worker)) {
                world.violations.add(attempt + " was taken from worker " + worker.node.name + ", which had it");
            }
        }
    }

    private void look() {
        int broken = world.database.rows.brokenLaws().size();
        for (; brokenLaws < broken; brokenLaws++) {
            world.violations.add(world.database.rows.brokenLaws().get(brokenLaws));
        }
    }

    /** True time at which this attempt was started. */
    long startedMicros(RunId run, long token) {
        Start start = starts.get(new Attempt(run, token));
        return start == null ? Long.MAX_VALUE : start.micros;
    }

    // ---- tokens

    /** No token is given out twice, and none that does not rise. */
    Fences tokens(Fences fences) {
        return new Fences() {
            @Override
            public long next(long last) {
                long token = fences.next(world.without(Mutation.TOKEN_DISCARD) ? 0 : last);
                if (token != NONE) {
                    given(token, last);
                }
                return token;
            }

            @Override
            public boolean atHand() {
                return fences.atHand();
            }
        };
    }

    private void given(long token, long last) {
        if (token <= last) {
            world.violations.add("token " + token + " is given out after " + last);
        }
        if (!tokens.add(token)) {
            world.violations.add("token " + token + " is given out twice");
        }
    }

    // ---- workers

    void pushed(Assignment assignment) {
        Run run = assignment.run();
        Attempt attempt = new Attempt(run.id(), run.fencingToken());
        world.timeline.note("pushed", run.id(), run.fencingToken());
        if (!starts.containsKey(attempt)) {
            world.violations.add("pushed before it is durable: " + attempt);
        }
        pushed.add(attempt);
    }

    void acknowledged(ResultAck ack) {
        Attempt attempt = new Attempt(ack.run().runId(), ack.run().fencingToken());
        world.timeline.note("acknowledged", attempt.runId(), attempt.fencingToken(), ack.verdict());
        if (ack.verdict() == Verdict.STALE) {
            return;
        }
        boolean durable = world.database.rows.versionsOf(attempt.runId()).stream()
                .anyMatch(version -> version.fencingToken() == attempt.fencingToken()
                        && version.lastEnd().reported());
        if (!durable) {
            world.violations.add("an end is acknowledged and not kept: " + attempt);
        }
        if (ack.verdict() == Verdict.ACCEPTED && !accepted.add(attempt)) {
            world.violations.add("accepted twice: " + attempt);
        }
    }
}
