package io.carillon.engine.shard;

import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RunWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves of runs on their way to the store, in batches over all shards of the loop.
 *
 * <p>A batch leaves at once while few are under way; under load the next one grows meanwhile. A write whose outcome is
 * unknown is repeated, the same one, until the store answers: its run stays busy so long.
 */
final class RunWrites {

    private static final Logger log = LoggerFactory.getLogger(RunWrites.class);

    /** What follows a write: {@code inDoubt} any number of times, then one of the others once. */
    interface Then {
        void durable(Moved moved);

        /**
         * Nothing was written; the slot may have been reloaded or its shard dropped. With {@link
         * RowOutcome.Kind#OVER_MAX_RUNNING} nothing is wrong with it: it is free, and to be placed again.
         */
        void refused(RowOutcome outcome);

        /** Written, but the shard has left this loop meanwhile. As far as this owner is concerned nothing was. */
        default void durableForAnother(Moved moved) {
            refused(RowOutcome.EPOCH_LOST);
        }

        /** The store did not answer; the write is being repeated. */
        default void inDoubt() {}
    }

    private static final class Pending {
        final RunSlot slot;
        final RunWrite write;
        final Moved moved;
        final Then then;

        /** When a try of it was found to have no answer; until {@link #LATE_MAX} after that it may still be carried out. */
        Instant doubtedAt = Instant.EPOCH;

        Pending(RunSlot slot, RunWrite write, Moved moved, Then then) {
            this.slot = slot;
            this.write = write;
            this.moved = moved;
            this.then = then;
        }
    }

    /** No statement lives longer. */
    private static final Duration LATE_MAX = Rhythm.DEFAULT.reloadAfterGain();

    private final LoopContext loop;
    private final Recovery recovery;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private int outstanding;
    private boolean paused;

    RunWrites(LoopContext loop, Recovery recovery) {
        this.loop = loop;
        this.recovery = recovery;
    }

    /** Takes the slot: it is busy until the write has an answer. */
    void submit(RunSlot slot, Moved moved, Then then) {
        slot.busy = true;
        RunWrite write = new RunWrite(slot.shard.epoch, moved.run(), moved.attempt(), moved.result(), moved.alert());
        pending.add(new Pending(slot, write, moved, then));
    }

    int waiting() {
        return pending.size();
    }

    void flush() {
        while (!paused
                && !pending.isEmpty()
                && outstanding < loop.settings.bounds().runBatchesOutstandingMax()) {
            List<Pending> batch = new ArrayList<>(
                    Math.min(pending.size(), loop.settings.bounds().batchMax()));
            while (batch.size() < loop.settings.bounds().batchMax() && !pending.isEmpty()) {
                Pending next = pending.remove();
                if (next.slot.shard.active()) {
                    batch.add(next);
                } else {
                    finish(next, RowOutcome.EPOCH_LOST);
                }
            }
            send(batch);
        }
    }

    private void send(List<Pending> batch) {
        if (batch.isEmpty()) {
            return;
        }
        outstanding++;
        List<RunWrite> writes = new ArrayList<>(batch.size());
        for (Pending each : batch) {
            writes.add(each.write);
        }
        loop.ask(() -> loop.ports.writer().writeRuns(writes), (outcomes, error) -> answered(batch, outcomes, error));
    }

    private void answered(List<Pending> batch, @Nullable List<RowOutcome> outcomes, @Nullable Throwable error) {
        outstanding--;
        if (outcomes == null) {
            doubt(batch, error);
            return;
        }
        loop.gate.answered();
        for (int i = 0; i < batch.size(); i++) {
            finish(batch.get(i), outcomes.get(i));
        }
    }

    /** Whoever waits for these or for what stands behind them hears that the store is away. */
    private void doubt(List<Pending> batch, @Nullable Throwable error) {
        Instant now = loop.now();
        loop.ports.events().storeUnavailable();
        log.debug("run writes in doubt n={}", batch.size(), error);
        for (int i = batch.size() - 1; i >= 0; i--) {
            batch.get(i).doubtedAt = now;
            pending.addFirst(batch.get(i));
        }
        for (Pending each : pending) {
            each.then.inDoubt();
            each.slot.line.stand();
        }
        if (!paused) {
            paused = true;
            loop.at(now.plus(loop.gate.failed(now)), then -> paused = false);
        }
    }

    private void finish(Pending each, RowOutcome outcome) {
        RunSlot slot = each.slot;
        if (!slot.shard.active()) {
            if (outcome.durable()) {
                each.then.durableForAnother(each.moved);
            } else {
                each.then.refused(RowOutcome.EPOCH_LOST);
            }
            slot.line.abandon();
            return;
        }
        if (outcome.kind() == RowOutcome.Kind.OVER_MAX_RUNNING) {
            loop.ports.events().overMaxRunning(slot.run.pool());
            loop.atLimit.refused(slot.run.ownerId());
            if (loop.now().isBefore(each.doubtedAt.plus(LATE_MAX))) {
                // All other refusals are for ever. After this one an earlier try may be carried out yet, when there is
                // room,
                // and nobody would know of the attempt.
                loop.at(each.doubtedAt.plus(LATE_MAX), now -> pending.add(each));
                return;
            }
        }
        slot.line.move();
        switch (outcome.kind()) {
            case APPLIED, ALREADY_APPLIED -> {
                Run run = each.write.run();
                Run before = slot.run;
                slot.run = run;
                loop.lanes.follow(slot);
                slot.busy = false;
                slot.rejections.reset();
                loop.ports.events().moved(before, each.moved);
                loop.atLimit.moved(run.ownerId(), each.moved.transition());
                each.then.durable(each.moved);
                recovery.release(slot);
            }
            case EPOCH_LOST -> {
                each.then.refused(outcome);
                recovery.epochLost(slot.shard);
            }
            case OVER_MAX_RUNNING -> {
                slot.busy = false;
                each.then.refused(outcome);
                recovery.release(slot);
            }
            case VERSION_LOST, NOT_TRIED, KEY_TAKEN, JOBS_FULL, EXACT_JOBS_FULL -> {
                loop.ports.events().versionLost();
                slot.rejections.refused();
                each.then.refused(outcome);
                recovery.reload(slot);
            }
            case REJECTED -> {
                log.error("store rejects run={} detail={}", slot.run.id(), outcome.detail());
                loop.ports.events().rejected("run");
                slot.rejections.refused();
                each.then.refused(outcome);
                recovery.reload(slot);
            }
        }
    }
}
