package io.carillon.engine.sim;

import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Outcome;
import java.time.Duration;

/** The handlers of one worker: each has effects on the target while it is at work, and ends in one way or another. */
final class Handlers {

    private static final AttemptError ERROR = new AttemptError("Error", "drawn", null);
    private static final Duration STEP = Duration.ofMillis(400);

    private final World world;
    private final SimWorker worker;
    private final Chance chance;

    Handlers(World world, SimWorker worker) {
        this.world = world;
        this.worker = worker;
        this.chance = world.chance.fork();
    }

    void begin(Work work) {
        boolean calm = world.mix.isCalm();
        boolean poison = world.isPoison(work.key.jobId()) && !calm;
        if (poison && chance.oneIn(2)) {
            worker.node.after(chance.millis(1, 500), () -> world.faults.workerKilled(worker));
        }
        boolean wild = chance.oneIn(6) && !calm;
        Duration length = chance.millis(5, calm ? 200 : chance.oneIn(4) ? 25_000 : 1_500);
        effects(work);
        worker.node.after(length, () -> {
            if (!work.stopped) {
                end(work, wild);
            }
        });
    }

    /** Some stop soon, some go on as if nothing had been said. */
    void cancel(Work work) {
        if (!work.stopped && !chance.oneIn(5)) {
            work.stopped = true;
            worker.node.after(chance.millis(5, 300), () -> worker.ended(work, new Outcome.Cancelled()));
        }
    }

    void leaseEnds(Work work) {
        work.stopped = true;
        worker.node.after(chance.millis(5, 300), () -> worker.givenBack(work));
    }

    private void effects(Work work) {
        if (!work.stopped && worker.holds(work)) {
            world.agenda.after(chance.micros(100, 3_000), () -> world.target.effect(work, worker));
            worker.node.after(STEP, () -> effects(work));
        }
    }

    private void end(Work work, boolean wild) {
        if (!worker.holds(work)) {
            return;
        }
        work.stopped = true;
        int how = wild ? chance.below(8) : 8;
        switch (how) {
            case 0 -> worker.ended(work, new Outcome.Failure(FailureKind.PERMANENT, ERROR, null));
            case 1, 2, 3, 4, 5 -> worker.ended(work, new Outcome.Failure(FailureKind.RETRYABLE, ERROR, null));
            case 6 -> worker.givenBack(work);
            case 7 -> worker.ended(work, new Outcome.Failure(FailureKind.TIMEOUT, ERROR, null));
            default -> {
                world.target.done(work);
                worker.ended(work, new Outcome.Success(null));
            }
        }
    }
}
