package io.carillon.domain.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The write path to the durable store. Never blocks the caller; thread-safe.
 *
 * <p>Futures complete on a thread of the writer and must not be made to wait there. A future that fails with {@link
 * StoreUnavailableException} leaves the outcome open: the same write, with the same write id, may be submitted again
 * until it gets an answer.
 */
public interface RowWriter {

    /**
     * Writes job changes of ONE shard, all or none.
     *
     * @return an outcome per write, in order: either all are durable, or none is and the guilty ones say why while the
     *     rest are {@link RowOutcome.Kind#NOT_TRIED}
     */
    CompletableFuture<List<RowOutcome>> writeJobs(int shard, List<JobWrite> writes);

    /**
     * Creates jobs of any shards, each on its own.
     *
     * @param writes of different jobs, that must not exist
     * @return an outcome per write, in order; if it fails, some may have been written
     */
    default CompletableFuture<List<RowOutcome>> createJobs(List<JobWrite> writes) {
        List<CompletableFuture<List<RowOutcome>>> answers = new ArrayList<>(writes.size());
        for (JobWrite write : writes) {
            answers.add(writeJobs(write.change().job().shard(), List.of(write)));
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(all ->
                        answers.stream().map(answer -> answer.join().get(0)).toList());
    }

    /**
     * Writes moves of runs of any shards, each on its own. No start is written by which more runs of an owner would run than
     * its {@code max_running}: see {@link RowOutcome.Kind#OVER_MAX_RUNNING}.
     *
     * @return an outcome per write, in order
     */
    CompletableFuture<List<RowOutcome>> writeRuns(List<RunWrite> writes);
}
