package io.carillon.engine.shard;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * New jobs on their way to the store, in batches over all shards of this loop, each job for itself. Nothing in memory has a
 * new job yet, so nothing need keep in step with the write; that of a thousand jobs is one call instead of hundreds.
 *
 * <p>A batch has one write id, which its decisions must carry: ask {@link #openId} before deciding. While the batches allowed
 * are under way the next one grows. One whose outcome is unknown is repeated until the store answers, after a pause.
 */
final class JobCreations {

    private static final Logger log = LoggerFactory.getLogger(JobCreations.class);

    /** One in the making while another is committed. */
    private static final int OUTSTANDING_MAX = 2;

    private record Pending(JobSlot slot, JobWrite write, JobWrites.Then then) {}

    private static final class Batch {
        final UUID writeId;
        List<Pending> writes = new ArrayList<>();
        /** Tries in a row without an answer. */
        int failures;

        Batch(UUID writeId) {
            this.writeId = writeId;
        }
    }

    private final LoopContext loop;
    private final Recovery recovery;
    /** Those that still grow, but for the last one full. */
    private final Deque<Batch> growing = new ArrayDeque<>();

    private final Deque<Batch> repeats = new ArrayDeque<>();
    private Instant heldUntil = Instant.MIN;
    private int underWay;

    JobCreations(LoopContext loop, Recovery recovery) {
        this.loop = loop;
        this.recovery = recovery;
    }

    /** The id of the batch that the next new job will belong to. */
    UUID openId() {
        return openBatch().writeId;
    }

    /** As many wait as may; the store is slow, and whoever asks for one more should wait himself. */
    boolean full() {
        return growing.size() * (long) loop.settings.bounds().batchMax()
                > loop.settings.bounds().requestsMax();
    }

    /** Takes a job decided under {@link #openId}. The slot must be busy; it stays so until the caller frees it. */
    void submit(JobSlot slot, JobChange change, @Nullable AuditEntry audit, JobWrites.Then then) {
        openBatch().writes.add(new Pending(slot, new JobWrite(slot.shard.epoch, 0, change, audit), then));
    }

    void flush() {
        if (growing.isEmpty() && repeats.isEmpty()) {
            return;
        }
        if (heldUntil.isAfter(loop.now())) {
            return;
        }
        while (underWay < OUTSTANDING_MAX && !repeats.isEmpty()) {
            send(repeats.remove());
        }
        while (underWay < OUTSTANDING_MAX && !growing.isEmpty()) {
            Batch batch = growing.remove();
            if (!batch.writes.isEmpty()) {
                send(batch);
            }
        }
    }

    private Batch openBatch() {
        Batch last = growing.peekLast();
        if (last == null || last.writes.size() >= loop.settings.bounds().batchMax()) {
            last = new Batch(loop.newId());
            growing.add(last);
        }
        return last;
    }

    private void send(Batch batch) {
        List<Pending> lost =
                batch.writes.stream().filter(each -> !each.slot.shard.active()).toList();
        if (!lost.isEmpty()) {
            batch.writes.removeAll(lost);
            lost.forEach(each -> each.then.refused(RowOutcome.EPOCH_LOST));
            if (batch.writes.isEmpty()) {
                return;
            }
        }
        underWay++;
        List<JobWrite> writes = batch.writes.stream().map(Pending::write).toList();
        loop.ask(() -> loop.ports.writer().createJobs(writes), (outcomes, error) -> answered(batch, outcomes, error));
    }

    private void answered(Batch batch, @Nullable List<RowOutcome> outcomes, @Nullable Throwable error) {
        underWay--;
        if (outcomes == null || outcomes.stream().allMatch(RowOutcome.NOT_TRIED::equals)) {
            doubt(batch, error);
            return;
        }
        loop.gate.answered();
        batch.failures = 0;
        heldUntil = Instant.MIN;
        List<Pending> again = new ArrayList<>();
        List<ShardState> lost = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Pending each = batch.writes.get(i);
            RowOutcome outcome = each.slot.shard.active() ? outcomes.get(i) : RowOutcome.EPOCH_LOST;
            each.slot.line.move();
            switch (outcome.kind()) {
                case APPLIED, ALREADY_APPLIED -> durable(each);
                case NOT_TRIED -> again.add(each);
                case EPOCH_LOST -> {
                    lost.add(each.slot.shard);
                    each.then.refused(outcome);
                }
                case VERSION_LOST -> {
                    loop.ports.events().versionLost();
                    each.then.refused(outcome);
                }
                case KEY_TAKEN, JOBS_FULL, EXACT_JOBS_FULL, OVER_MAX_RUNNING -> each.then.refused(outcome);
                case REJECTED -> {
                    log.error("store rejects job={} detail={}", each.slot.id, outcome.detail());
                    loop.ports.events().rejected("job");
                    each.then.refused(outcome);
                }
            }
        }
        lost.stream().filter(ShardState::active).distinct().forEach(recovery::epochLost);
        if (!again.isEmpty()) {
            batch.writes = again;
            repeats.add(batch);
        }
    }

    private static void durable(Pending each) {
        each.slot.job = each.write.change().job();
        each.slot.rejections.reset();
        each.then.durable(each.write.change());
    }

    /** Whoever waits for this or for what stands behind it hears that the store is away. */
    private void doubt(Batch batch, @Nullable Throwable error) {
        Instant now = loop.now();
        loop.ports.events().storeUnavailable();
        log.debug("new jobs in doubt n={}", batch.writes.size(), error);
        repeats.add(batch);
        repeats.forEach(JobCreations::tellDoubt);
        growing.forEach(JobCreations::tellDoubt);
        loop.gate.failed(now);
        heldUntil = now.plus(StoreGate.pauseBefore(++batch.failures));
        // Only to turn the loop then.
        loop.at(heldUntil, then -> {});
    }

    private static void tellDoubt(Batch batch) {
        for (Pending each : batch.writes) {
            each.then.inDoubt();
            each.slot.line.stand();
        }
    }
}
