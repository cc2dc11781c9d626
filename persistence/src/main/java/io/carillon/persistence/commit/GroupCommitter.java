package io.carillon.persistence.commit;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunWrite;
import io.carillon.domain.time.TimeSource;
import io.carillon.persistence.jdbc.StoreSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import javax.sql.DataSource;

/**
 * The write path: calls queue up, and whatever waits when a writer is free goes out as one transaction. Batches grow with
 * the load by themselves; moves of runs, whose calls are many and small, also wait a few milliseconds for one another while
 * they arrive fast.
 *
 * <p>Job changes and moves of runs have queues and threads of their own, so a wave of claims does not stand before the
 * results. A row's writes must not overlap: its owner submits the next one when it has the answer to the last.
 */
public final class GroupCommitter implements RowWriter, AutoCloseable {

    private final WriteLane<JobWrite> jobs;
    private final WriteLane<RunWrite> runs;

    private GroupCommitter(WriteLane<JobWrite> jobs, WriteLane<RunWrite> runs) {
        this.jobs = jobs;
        this.runs = runs;
    }

    /**
     * @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#writes}
     * @param exact whether a job of this definition counts as exact; asked on the writers' threads
     */
    public static GroupCommitter start(
            DataSource dataSource,
            StoreSettings settings,
            TimeSource time,
            CommitObserver observer,
            Predicate<JobDefinition> exact) {
        WriteLane<JobWrite> jobs = new WriteLane<>(
                CommitObserver.Kind.JOBS,
                new WriteQueue<>(
                        write -> write.change().job().id(), time, 0, settings.batchRowsMax(), settings.queuedRowsMax()),
                new JobBatchWriter(dataSource, exact),
                observer,
                time,
                settings.writeSocketTimeout());
        WriteLane<RunWrite> runs = new WriteLane<>(
                CommitObserver.Kind.RUNS,
                new WriteQueue<>(
                        write -> write.run().id(),
                        time,
                        settings.runLinger().toNanos(),
                        settings.batchRowsMax(),
                        settings.queuedRowsMax()),
                new RunBatchWriter(dataSource),
                observer,
                time,
                settings.writeSocketTimeout());
        jobs.start(settings.writers());
        runs.start(settings.writers());
        return new GroupCommitter(jobs, runs);
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeJobs(int shard, List<JobWrite> writes) {
        Set<JobId> seen = new HashSet<>();
        for (JobWrite write : writes) {
            Job job = write.change().job();
            if (job.shard() != shard || !seen.add(job.id())) {
                throw new IllegalArgumentException("job " + job.id() + " comes twice, or is not of shard " + shard);
            }
            JobRow.requireFreshRuns(write);
        }
        return submit(jobs, writes);
    }

    /** Each job is a call of its own, so that one that cannot be written does not take the others along. */
    @Override
    public CompletableFuture<List<RowOutcome>> createJobs(List<JobWrite> writes) {
        List<Submission<JobWrite>> calls = new ArrayList<>(writes.size());
        for (JobWrite write : writes) {
            JobRow.requireFreshRuns(write);
            calls.add(Submission.of(List.of(write)));
        }
        jobs.submitAll(calls);
        return CompletableFuture.allOf(calls.stream().map(Submission::answer).toArray(CompletableFuture[]::new))
                .thenApply(all ->
                        calls.stream().map(call -> call.answer().join().get(0)).toList());
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeRuns(List<RunWrite> writes) {
        return submit(runs, writes);
    }

    /** Rows that wait to be taken up, of both kinds. */
    public int queuedRows() {
        return jobs.queuedRows() + runs.queuedRows();
    }

    /** Writes what waits, bounded by the socket timeout of each kind, and ends the threads. */
    @Override
    public void close() {
        jobs.close();
        runs.close();
    }

    private static <W> CompletableFuture<List<RowOutcome>> submit(WriteLane<W> lane, List<W> writes) {
        if (writes.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        Submission<W> submission = Submission.of(writes);
        lane.submit(submission);
        return submission.answer();
    }
}
