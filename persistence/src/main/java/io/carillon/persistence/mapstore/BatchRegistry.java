package io.carillon.persistence.mapstore;

import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.PendingBatches;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The batches of this member that are on their way through the map of jobs. */
public final class BatchRegistry implements PendingBatches {

    private final ConcurrentMap<UUID, OpenBatch> batches = new ConcurrentHashMap<>();

    @Override
    public CompletableFuture<List<RowOutcome>> register(UUID writeId, int shard, List<JobWrite> writes) {
        for (JobWrite write : writes) {
            if (!write.change().job().writeId().equals(writeId)) {
                throw new IllegalArgumentException(
                        "job " + write.change().job().id() + " does not carry write id " + writeId);
            }
        }
        OpenBatch batch = new OpenBatch(shard, writes);
        if (batch.writes().isEmpty() || batches.putIfAbsent(writeId, batch) != null) {
            throw new IllegalArgumentException("batch " + writeId + " is empty or registered already");
        }
        return batch.outcome;
    }

    @Override
    public Optional<Batch> find(UUID writeId) {
        return Optional.ofNullable(batches.get(writeId));
    }

    @Override
    public void close(UUID writeId) {
        batches.remove(writeId);
    }

    /** Batches that are not closed yet. */
    public int open() {
        return batches.size();
    }

    private static final class OpenBatch implements Batch {
        private final int shard;
        private final List<JobWrite> writes;
        private final CompletableFuture<List<RowOutcome>> outcome = new CompletableFuture<>();
        private final AtomicBoolean submitted = new AtomicBoolean();
        private volatile boolean durable;

        OpenBatch(int shard, List<JobWrite> writes) {
            this.shard = shard;
            this.writes = List.copyOf(writes);
        }

        @Override
        public int shard() {
            return shard;
        }

        @Override
        public List<JobWrite> writes() {
            return writes;
        }

        @Override
        public boolean durable() {
            return durable;
        }

        @Override
        public CompletableFuture<List<RowOutcome>> submit(RowWriter writer) {
            if (submitted.compareAndSet(false, true)) {
                try {
                    var unused = writer.writeJobs(shard, writes).whenComplete(this::answer);
                } catch (RuntimeException e) {
                    outcome.completeExceptionally(e);
                }
            }
            return outcome;
        }

        private void answer(List<RowOutcome> outcomes, Throwable error) {
            if (error == null) {
                durable = outcomes.stream().allMatch(RowOutcome::durable);
                outcome.complete(outcomes);
            } else {
                outcome.completeExceptionally(error);
            }
        }
    }
}
