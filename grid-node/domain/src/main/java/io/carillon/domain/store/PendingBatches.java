package io.carillon.domain.store;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The batches of job changes that are on their way through the map of jobs: how one partition operation over many keys
 * becomes one write.
 *
 * <p>The owner's loop registers a batch under its write id and then sets the new values, each carrying that id, by one
 * operation on the partition. The map's store, called once a key, finds the batch here and submits it at the first call;
 * the others find it done. A member that finds no batch has not decided this change (ownership moved, or the operation
 * is a late repeat) and refuses it. Thread-safe; local to a member.
 */
public interface PendingBatches {

    /**
     * @param writeId carried by every job of the batch, and by no other batch
     * @param shard of all the jobs
     * @param writes of different jobs, at least one
     * @return the outcome per write, in order, once the batch has been written or refused; fails with {@link
     *     StoreUnavailableException} if that is unknown, and stays open if nobody submits
     * @throws IllegalArgumentException if the id is registered, or a write does not carry it
     */
    CompletableFuture<List<RowOutcome>> register(UUID writeId, int shard, List<JobWrite> writes);

    Optional<Batch> find(UUID writeId);

    /** Forgets the batch; whoever registered it calls this when the operation has ended, however it ended. */
    void close(UUID writeId);

    /** A registered batch. */
    interface Batch {

        int shard();

        List<JobWrite> writes();

        /** Submits the batch at the first call, of any thread; every call returns the one outcome. */
        CompletableFuture<List<RowOutcome>> submit(RowWriter writer);

        /** Whether the outcome is known, and every write of it durable. Every key of the batch asks. */
        boolean durable();
    }
}
