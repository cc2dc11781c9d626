package io.carillon.engine.sim;

import io.carillon.domain.id.RunId;
import io.carillon.engine.port.Attempt;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What handlers act on: it remembers the highest token of each run and refuses what comes under a lower one. So it tells,
 * without asking the scheduler, when two were at work on one run: a worker that was awake all the time must have stopped
 * before.
 */
final class Target {

    /** A member hears of a step of the database's clock when it next reads it, and may have started work in between. */
    private static final long STEP_HEARD_OF_MICROS = 10_000_000;

    private final World world;
    private final Map<RunId, Long> highest = new HashMap<>();
    private final Set<Attempt> finished = new HashSet<>();

    Target(World world) {
        this.world = world;
    }

    void effect(Work work, SimWorker worker) {
        long token = work.key.fencingToken();
        long known = highest.merge(work.key.runId(), token, Math::max);
        if (token < known) {
            world.timeline.note("target refuses", work.key.runId(), token, known);
            if (!isExcused(work, worker)) {
                world.violations.add("two at work on run " + work.key.runId() + ": worker " + worker.node.name
                        + " went on under token " + token + " after " + known + " had begun");
            }
        }
    }

    /** The handler has done everything; the worker will say so. */
    void done(Work work) {
        finished.add(new Attempt(work.key.runId(), work.key.fencingToken()));
    }

    boolean isDone(RunId run, long token) {
        return finished.contains(new Attempt(run, token));
    }

    /** Where time itself has been unfair to the worker, the token is the only guard. */
    boolean isExcused(Work work, SimWorker worker) {
        Duration margin = World.ACCEPT_LEASE.dividedBy(10);
        long startedMicros = world.laws.startedMicros(work.key.runId(), work.key.fencingToken());
        boolean lateOnItsWay = work.receivedMicros - startedMicros > margin.toNanos() / 1_000;
        return lateOnItsWay
                || worker.node.hasBeenFrozenSince(work.receivedMicros)
                || world.clockSteppedSince(work.receivedMicros - STEP_HEARD_OF_MICROS);
    }
}
