package io.carillon.engine.grid.store;

import com.hazelcast.map.IMap;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.PendingBatches;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunEntry;
import io.carillon.domain.store.RunWrite;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.engine.grid.key.JobKey;
import io.carillon.engine.grid.key.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write path of a shard's owner, through the maps.
 *
 * <p><b>Jobs, map first.</b> A batch of one shard travels as one operation on the shard's partition. It sets all values,
 * then the map's store finds the batch and has it written as one; only then do the values become visible. A batch that
 * is refused leaves no trace in memory.
 *
 * <p><b>Runs, SQL first.</b> They are written by the writer below, whatever their shards, and the map follows.
 *
 * <p>That all values of an operation are set before the first one is stored is how this Hazelcast version works, not
 * what it promises. It is checked with every batch; should it fail once, jobs are written SQL first as well from then
 * on.
 */
public final class WriteThroughMaps implements RowWriter {

    private static final Logger log = LoggerFactory.getLogger(WriteThroughMaps.class);

    /** Far above any statement's own limit: by then the writer has answered, or never will. */
    private static final long ANSWER_SECONDS = 30;

    /** Beyond what is read ahead, by default; a job that falls between is read by itself when it is claimed. */
    private static final Duration DUE_SOON = Duration.ofMinutes(5);

    private final IMap<JobKey, JobEntry> jobs;
    private final RowWriter rows;
    private final PendingBatches pending;
    private final OpenBatches open;
    private final MapMirror<JobKey, JobId, JobEntry> jobMirror;
    private final MapMirror<RunKey, RunId, RunEntry> runMirror;
    private final IntPredicate local;
    private final BatchMeters meters;
    private volatile boolean mapFirst = true;

    WriteThroughMaps(
            IMap<JobKey, JobEntry> jobs,
            RowWriter rows,
            PendingBatches pending,
            OpenBatches open,
            MapMirror<JobKey, JobId, JobEntry> jobMirror,
            MapMirror<RunKey, RunId, RunEntry> runMirror,
            IntPredicate local,
            BatchMeters meters) {
        this.jobs = jobs;
        this.rows = rows;
        this.pending = pending;
        this.open = open;
        this.jobMirror = jobMirror;
        this.runMirror = runMirror;
        this.local = local;
        this.meters = meters;
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeJobs(int shard, List<JobWrite> writes) {
        if (writes.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        if (!local.test(shard)) {
            return CompletableFuture.completedFuture(moved(writes));
        }
        CompletableFuture<List<RowOutcome>> outcomes = mapFirst ? mapFirst(shard, writes) : sqlFirst(shard, writes);
        return outcomes.thenApply(known -> {
            publish(writes, known);
            return known;
        });
    }

    /**
     * SQL first. The map follows with what is due soon, since a claim of what it does not have would read each job by itself;
     * what is due later comes when it is read ahead of its time. Of a shard that has moved away nothing is sent.
     */
    @Override
    public CompletableFuture<List<RowOutcome>> createJobs(List<JobWrite> writes) {
        int[] here = IntStream.range(0, writes.size())
                .filter(i -> local.test(writes.get(i).change().job().shard()))
                .toArray();
        if (here.length == writes.size()) {
            return followed(writes, rows.createJobs(writes), WriteThroughMaps::isDueSoon);
        }
        List<RowOutcome> all = new ArrayList<>(moved(writes));
        List<JobWrite> sent = Arrays.stream(here).mapToObj(writes::get).toList();
        return followed(sent, rows.createJobs(sent), WriteThroughMaps::isDueSoon)
                .thenApply(outcomes -> {
                    for (int i = 0; i < here.length; i++) {
                        all.set(here[i], outcomes.get(i));
                    }
                    return all;
                });
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeRuns(List<RunWrite> writes) {
        return rows.writeRuns(writes).thenApply(outcomes -> {
            for (int i = 0; i < outcomes.size(); i++) {
                if (outcomes.get(i).durable()) {
                    mirror(writes.get(i).run());
                }
            }
            return outcomes;
        });
    }

    /** Jobs as read from the database; entries that are newer stay. */
    void publishLoaded(Collection<Job> loaded) {
        loaded.forEach(job -> jobMirror.put(job.id(), JobEntry.durable(job)));
    }

    /** Jobs as read from the database because memory was in doubt; they replace what is there. */
    void publishReloaded(Collection<Job> reloaded) {
        reloaded.forEach(job -> jobMirror.force(job.id(), JobEntry.durable(job)));
    }

    /** To be taken before runs are read, and given back with them. */
    ReadMark beforeReadingRuns() {
        return new ReadMark(runMirror.removals());
    }

    /** Runs as read from the database; those that may have ended meanwhile are left out. */
    void publishRead(Collection<Run> read, ReadMark before) {
        for (Run run : read) {
            if (!run.state().terminal()) {
                runMirror.putRead(run.id(), RunEntry.durable(run), before.removals);
            }
        }
    }

    /** Runs that wait in the store alone from now on; what has been written of them since stays. */
    void forgetRuns(Collection<Run> runs) {
        runs.forEach(run -> runMirror.remove(run.id(), run.version()));
    }

    /** How far removals had come. */
    static final class ReadMark {
        private final long[] removals;

        private ReadMark(long[] removals) {
            this.removals = removals;
        }
    }

    /** A run as this member has written it. */
    private void mirror(Run run) {
        if (run.state().terminal()) {
            runMirror.remove(run.id(), run.version());
        } else {
            runMirror.put(run.id(), RunEntry.durable(run));
        }
    }

    /** Sends to the maps what waits. To be called by one thread, a few times a second. */
    public void flush() {
        jobMirror.flush();
        runMirror.flush();
    }

    /** Empties the maps, here and everywhere; no row is touched. What does not answer is replaced when it is read. */
    public void forget() {
        jobMirror.forget();
        runMirror.forget();
    }

    private CompletableFuture<List<RowOutcome>> mapFirst(int shard, List<JobWrite> writes) {
        meters.mapFirst();
        JobBatch batch = new JobBatch(writes);
        CompletableFuture<List<RowOutcome>> written = pending.register(batch.writeId(), shard, writes);
        open.open(batch);
        Set<JobKey> keys = new HashSet<>(writes.size() * 2);
        writes.forEach(write -> keys.add(new JobKey(write.change().job().id())));
        CompletableFuture<List<RowOutcome>> answer = new CompletableFuture<>();
        try {
            var unused = jobs.submitToKeys(keys, new SetJobs(batch))
                    .whenComplete((done, error) -> ended(shard, batch, written, error, answer));
        } catch (RuntimeException e) {
            ended(shard, batch, written, e, answer);
        }
        return answer;
    }

    /** The operation has ended; what counts is whether the batch had been handed to the writer by then. */
    private void ended(
            int shard,
            JobBatch batch,
            CompletableFuture<List<RowOutcome>> written,
            @Nullable Throwable error,
            CompletableFuture<List<RowOutcome>> answer) {
        pending.close(batch.writeId());
        open.close(batch);
        meters.ended(batch);
        if (batch.outOfOrder() && mapFirst) {
            mapFirst = false;
            log.error("a batch was stored before it was decided whole; jobs are written SQL first from now on");
        }
        if (batch.stored()) {
            settle(written.orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS), answer);
        } else if (batch.conflict() != null) {
            answer.complete(stopped(batch));
        } else if (error == null) {
            // Every value was there already: an earlier try of this batch had come through.
            answer.complete(batch.writes().stream()
                    .map(any -> RowOutcome.ALREADY_APPLIED)
                    .toList());
        } else if (!local.test(shard)) {
            answer.complete(moved(batch.writes()));
        } else {
            meters.unanswered();
            answer.completeExceptionally(
                    new StoreUnavailableException("the map of jobs did not take the batch of shard " + shard, error));
        }
    }

    private static void settle(
            CompletableFuture<List<RowOutcome>> written, CompletableFuture<List<RowOutcome>> answer) {
        var unused = written.whenComplete((outcomes, error) -> {
            if (error == null) {
                answer.complete(outcomes);
            } else if (error instanceof StoreUnavailableException) {
                answer.completeExceptionally(error);
            } else {
                answer.completeExceptionally(new StoreUnavailableException("the batch has no answer", error));
            }
        });
    }

    private static List<RowOutcome> stopped(JobBatch batch) {
        return batch.writes().stream()
                .map(write -> write.change().job().id().equals(batch.conflict())
                        ? RowOutcome.VERSION_LOST
                        : RowOutcome.NOT_TRIED)
                .toList();
    }

    /** The shard's partition has another owner, who raises the epoch now or did: nothing decided here counts. */
    private static List<RowOutcome> moved(List<JobWrite> writes) {
        return writes.stream().map(any -> RowOutcome.EPOCH_LOST).toList();
    }

    private CompletableFuture<List<RowOutcome>> sqlFirst(int shard, List<JobWrite> writes) {
        meters.sqlFirst();
        return followed(writes, rows.writeJobs(shard, writes), any -> true);
    }

    private static boolean isDueSoon(Job created) {
        Instant due = created.nextDueAt();
        return due != null && !due.isAfter(created.createdAt().plus(DUE_SOON));
    }

    /** The map follows what has become durable. */
    private CompletableFuture<List<RowOutcome>> followed(
            List<JobWrite> writes, CompletableFuture<List<RowOutcome>> written, Predicate<Job> wanted) {
        return written.thenApply(outcomes -> {
            for (int i = 0; i < outcomes.size(); i++) {
                Job job = writes.get(i).change().job();
                if (outcomes.get(i).durable() && wanted.test(job)) {
                    jobMirror.put(job.id(), JobEntry.durable(job));
                }
            }
            return outcomes;
        });
    }

    private void publish(List<JobWrite> writes, List<RowOutcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i).durable()) {
                JobChange change = writes.get(i).change();
                change.withdrawn().forEach(withdrawn -> runMirror.remove(withdrawn.id(), withdrawn.version()));
                change.newRuns().forEach(created -> mirror(created.run()));
            }
        }
    }
}
