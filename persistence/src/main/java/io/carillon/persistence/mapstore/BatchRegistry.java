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
        OpenBatch batch = new OpenBatch(shard, List.copyOf(writes), new CompletableFuture<>(), new AtomicBoolean());
        if (batch.writes().isEmpty() || batches.putIfAbsent(writeId, batch) != null) {
            throw new IllegalArgumentException("batch " + writeId + " is empty or registered already");
        }
        return batch.outcome();
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

    private record OpenBatch(
            int shard, List<JobWrite> writes, CompletableFuture<List<RowOutcome>> outcome, AtomicBoolean submitted)
            implements Batch {

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
                outcome.complete(outcomes);
            } else {
                outcome.completeExceptionally(error);
            }
        }
    }
}
