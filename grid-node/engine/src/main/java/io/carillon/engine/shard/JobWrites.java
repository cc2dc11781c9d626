package io.carillon.engine.shard;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of jobs on their way to the store, in batches of one shard each, all or none.
 *
 * <p>A batch has one write id, which its decisions must carry: ask {@link #openId} before deciding. Of one shard one
 * batch is under way at a time. A batch whose outcome is unknown is repeated until the store answers, after a pause; it
 * need not be the store that is away, but the grid on the way of this shard, so the others go on.
 */
final class JobWrites {

    private static final Logger log = LoggerFactory.getLogger(JobWrites.class);

    /** What follows a write: {@code inDoubt} any number of times, then one of the others once. */
    interface Then {
        void durable(JobChange change);

        /** Nothing was written. The slot has not been touched: reload it where the outcome says so. */
        void refused(RowOutcome outcome);

        /** The store did not answer; the write is being repeated. */
        default void inDoubt() {}
    }

    private record Pending(JobSlot slot, JobWrite write, Then then) {}

    private static final class Batch {
        final ShardState shard;
        final UUID writeId;
        List<Pending> writes = new ArrayList<>();
        /** A change may carry hundreds of runs. */
        int rows;
        /** Tries in a row without an answer. */
        int failures;
        /** Not to be tried before. */
        Instant heldUntil = Instant.MIN;

        Batch(ShardState shard, UUID writeId) {
            this.shard = shard;
            this.writeId = writeId;
        }

        void add(Pending pending) {
            writes.add(pending);
            rows += Math.max(1, pending.write.change().newRuns().size());
        }
    }

    private final LoopContext loop;
    private final Recovery recovery;
    /** Batches that still take decisions, by shard, in order of opening: one grows until its turn comes. */
    private final Map<ShardState, Batch> open = new LinkedHashMap<>();
    /** Full batches, and those that must be repeated: they go first. */
    private final Deque<Batch> closed = new ArrayDeque<>();

    private final Map<Integer, Batch> underWay = new LinkedHashMap<>();
    private int waiting;

    JobWrites(LoopContext loop, Recovery recovery) {
        this.loop = loop;
        this.recovery = recovery;
    }

    /** The id of the batch that the next change of a job of this shard will belong to. */
    UUID openId(ShardState shard) {
        return openBatch(shard).writeId;
    }

    /** Takes a change decided under {@link #openId}. The slot must be busy; it stays so until the caller frees it. */
    void submit(JobSlot slot, long expectedVersion, JobChange change, Then then) {
        submit(slot, expectedVersion, change, null, then);
    }

    /** @param audit written with the change; null: it is nobody's */
    void submit(JobSlot slot, long expectedVersion, JobChange change, @Nullable AuditEntry audit, Then then) {
        Batch batch = openBatch(slot.shard);
        batch.add(new Pending(slot, new JobWrite(slot.shard.epoch, expectedVersion, change, audit), then));
        waiting++;
        if (batch.rows >= loop.settings.bounds().batchMax()) {
            open.remove(slot.shard);
            closed.add(batch);
        }
    }

    int waiting() {
        return waiting;
    }

    void flush() {
        if (closed.isEmpty() && open.isEmpty()) {
            return;
        }
        Instant now = loop.now();
        for (int turns = closed.size(); turns > 0 && roomUnderWay(); turns--) {
            Batch batch = closed.remove();
            if (mustWait(batch, now)) {
                closed.add(batch);
            } else {
                sendOrRefuse(batch);
            }
        }
        // A copy, since who is refused may decide again.
        for (Batch batch : roomUnderWay() ? List.copyOf(open.values()) : List.<Batch>of()) {
            if (roomUnderWay() && !mustWait(batch, now)) {
                open.remove(batch.shard);
                sendOrRefuse(batch);
            }
        }
    }

    private boolean roomUnderWay() {
        return underWay.size() < loop.settings.bounds().jobBatchesOutstandingMax();
    }

    private boolean mustWait(Batch batch, Instant now) {
        return batch.shard.active() && (underWay.containsKey(batch.shard.shard) || batch.heldUntil.isAfter(now));
    }

    private void sendOrRefuse(Batch batch) {
        if (!batch.shard.active()) {
            refuseAll(batch, RowOutcome.EPOCH_LOST);
        } else if (!batch.writes.isEmpty()) {
            send(batch);
        }
    }

    private Batch openBatch(ShardState shard) {
        return open.computeIfAbsent(shard, s -> new Batch(s, loop.newId()));
    }

    private void send(Batch batch) {
        underWay.put(batch.shard.shard, batch);
        List<JobWrite> writes = batch.writes.stream().map(Pending::write).toList();
        loop.ask(
                () -> loop.ports.writer().writeJobs(batch.shard.shard, writes),
                (outcomes, error) -> answered(batch, outcomes, error));
    }

    private void answered(Batch batch, @Nullable List<RowOutcome> outcomes, @Nullable Throwable error) {
        underWay.remove(batch.shard.shard);
        // None to blame and yet none tried says no more than no answer at all.
        if (outcomes == null || outcomes.stream().allMatch(RowOutcome.NOT_TRIED::equals)) {
            doubt(batch, error);
            return;
        }
        loop.gate.answered();
        batch.failures = 0;
        List<Pending> again = new ArrayList<>();
        List<Pending> writes = batch.writes;
        boolean epochLost = false;
        for (int i = 0; i < writes.size(); i++) {
            Pending each = writes.get(i);
            RowOutcome outcome = batch.shard.active() ? outcomes.get(i) : RowOutcome.EPOCH_LOST;
            each.slot.line.move();
            switch (outcome.kind()) {
                case APPLIED, ALREADY_APPLIED -> durable(each);
                case NOT_TRIED -> again.add(each);
                case EPOCH_LOST -> {
                    epochLost = true;
                    refused(each, outcome);
                }
                case VERSION_LOST, KEY_TAKEN, JOBS_FULL, EXACT_JOBS_FULL, OVER_MAX_RUNNING, REJECTED ->
                    refused(each, outcome);
            }
        }
        if (epochLost) {
            recovery.epochLost(batch.shard);
        }
        if (!again.isEmpty()) {
            batch.writes = again;
            closed.addFirst(batch);
        }
    }

    /** Whoever waits for this or for what stands behind it hears that the store is away. */
    private void doubt(Batch batch, @Nullable Throwable error) {
        Instant now = loop.now();
        loop.ports.events().storeUnavailable();
        log.debug("job writes in doubt shard={} n={}", batch.shard.shard, batch.writes.size(), error);
        closed.addFirst(batch);
        closed.stream().filter(behind -> behind.shard == batch.shard).forEach(JobWrites::tellDoubt);
        Batch growing = open.get(batch.shard);
        if (growing != null) {
            tellDoubt(growing);
        }
        loop.gate.failedOnItsWay(batch.shard.shard, now);
        batch.heldUntil = now.plus(StoreGate.pauseBefore(++batch.failures));
        // Only to turn the loop then.
        loop.at(batch.heldUntil, then -> {});
    }

    private static void tellDoubt(Batch batch) {
        for (Pending each : batch.writes) {
            each.then.inDoubt();
            each.slot.line.stand();
        }
    }

    private void durable(Pending each) {
        waiting--;
        JobChange change = each.write.change();
        each.slot.job = change.job();
        each.slot.rejections.reset();
        each.then.durable(change);
    }

    private void refused(Pending each, RowOutcome outcome) {
        waiting--;
        switch (outcome.kind()) {
            case VERSION_LOST -> loop.ports.events().versionLost();
            case REJECTED -> {
                log.error("store rejects job={} detail={}", each.slot.id, outcome.detail());
                loop.ports.events().rejected("job");
            }
            case APPLIED,
                    ALREADY_APPLIED,
                    EPOCH_LOST,
                    KEY_TAKEN,
                    JOBS_FULL,
                    EXACT_JOBS_FULL,
                    OVER_MAX_RUNNING,
                    NOT_TRIED -> {}
        }
        each.then.refused(outcome);
    }

    private void refuseAll(Batch batch, RowOutcome outcome) {
        batch.writes.forEach(each -> refused(each, outcome));
    }
}
