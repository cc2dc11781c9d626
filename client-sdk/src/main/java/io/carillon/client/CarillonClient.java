package io.carillon.client;

import io.carillon.client.call.Caller;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates and looks after jobs of a Carillon cluster.
 *
 * <pre>{@code
 * try (CarillonClient client = CarillonClient.builder().target("localhost:9090").build()) {
 *     CreatedJob job = client.createJob(JobRequest.named("hello").cron("0 3 * * *").build());
 * }
 * }</pre>
 *
 * <p>Each call ends within the client's deadline, with its result or a {@link CarillonException}. Until then it is sent
 * again, to another member where there is one, when a member cannot be reached or does not answer: that is harmless, since
 * the client gives each job and each trigger an id of its own choice. Thread-safe; one instance serves a whole application.
 */
public final class CarillonClient implements AutoCloseable {
    private static final int DEAD_LETTERS_PAGE = 100;

    private final Caller caller;
    private final AsyncCarillonClient async;
    /** Its futures fail with the bare status, so that the exception is made on the thread that waits, with its stack. */
    private final AsyncCarillonClient bare;

    CarillonClient(Caller caller) {
        this.caller = caller;
        this.async = new AsyncCarillonClient(caller, ErrorMapping::toException);
        this.bare = new AsyncCarillonClient(caller, Function.identity());
    }

    public static ClientBuilder builder() {
        return new ClientBuilder();
    }

    /** The same calls as futures. */
    public AsyncCarillonClient async() {
        return async;
    }

    public CreatedJob createJob(JobRequest request) {
        return await(bare.createJob(request));
    }

    /**
     * Creates up to 10,000 jobs in one call, each for itself.
     *
     * @return a result for each, in order
     */
    public List<JobResult> createJobs(List<JobRequest> requests) {
        return await(bare.createJobs(requests));
    }

    /**
     * Creates any number of jobs, in chunks of 1,000 of which four are under way at once; blocks until all are answered. Each
     * chunk has the client's deadline.
     *
     * @param results told of each job, in order, on the calling thread
     * @throws CarillonException if a chunk was not answered: those after the last result may or may not have been created
     */
    public void createJobs(Iterator<JobRequest> requests, Consumer<JobResult> results) {
        new JobFeed(bare::createJobs, CarillonClient::await, results).run(requests);
    }

    public Job getJob(UUID jobId) {
        return await(bare.getJob(jobId));
    }

    /** The first page. */
    public Page<Job> listJobs(JobFilter filter) {
        return listJobs(filter, null);
    }

    /** @param cursor of the page before; null: the first page */
    public Page<Job> listJobs(JobFilter filter, @Nullable String cursor) {
        return await(bare.listJobs(filter, cursor));
    }

    /** All jobs that match, fetched page by page as the stream is used. */
    public Stream<Job> allJobs(JobFilter filter) {
        return Pages.stream(cursor -> listJobs(filter, cursor));
    }

    /**
     * Changes a part of a job. What the old definition owes up to now is settled, the new one owes what comes after.
     *
     * @return the job as it is then
     */
    public Job updateJob(JobUpdate update) {
        return await(bare.updateJob(update));
    }

    /** Creates the job under the request's id, or gives it this definition as a whole; the same one changes nothing. */
    public PutJob putJob(JobRequest request) {
        return await(bare.putJob(request, null));
    }

    /** Gives the job this definition if it is at this revision. */
    public PutJob putJob(JobRequest request, long expectedRevision) {
        return await(bare.putJob(request, expectedRevision));
    }

    /** Stops new runs; those queued, waiting for a retry or running go on. */
    public void pauseJob(UUID jobId) {
        pauseJob(jobId, false);
    }

    /** @param hold also keeps runs from starting that are queued or wait for a retry */
    public void pauseJob(UUID jobId, boolean hold) {
        await(bare.pauseJob(jobId, hold));
    }

    public void resumeJob(UUID jobId) {
        await(bare.resumeJob(jobId));
    }

    /** Cancels every run that is not running; a running one goes on to its end. */
    public void deleteJob(UUID jobId) {
        deleteJob(jobId, false);
    }

    /** @param cancelRunning false: a running run goes on to its end */
    public void deleteJob(UUID jobId, boolean cancelRunning) {
        await(bare.deleteJob(jobId, cancelRunning));
    }

    /** Makes a run now; the schedule does not move. @return its id */
    public UUID triggerJob(UUID jobId) {
        return triggerJob(TriggerRequest.of(jobId));
    }

    public UUID triggerJob(TriggerRequest request) {
        return await(bare.triggerJob(request));
    }

    /**
     * Makes a run for every occurrence of a window that has passed, whatever became of it then; the schedule does not move.
     * After a failure the same request, with the same request id, makes what is missing.
     */
    public Backfill backfillJob(BackfillRequest request) {
        return await(bare.backfillJob(request));
    }

    /** What {@link #backfillJob} would run; nothing is written. */
    public Backfill previewBackfill(BackfillRequest request) {
        return await(bare.previewBackfill(request));
    }

    /** The first page, newest run first. */
    public Page<Run> listRuns(RunFilter filter) {
        return listRuns(filter, null);
    }

    /** @param cursor of the page before; null: the first page */
    public Page<Run> listRuns(RunFilter filter, @Nullable String cursor) {
        return await(bare.listRuns(filter, cursor));
    }

    /** All runs that match, newest first, fetched page by page as the stream is used. */
    public Stream<Run> allRuns(RunFilter filter) {
        return Pages.stream(cursor -> listRuns(filter, cursor));
    }

    public Run getRun(UUID runId) {
        return await(bare.getRun(runId));
    }

    /** Tells the run's worker to stop, or keeps the run from starting. */
    public void cancelRun(UUID runId) {
        await(bare.cancelRun(runId));
    }

    /**
     * What became of the occurrences in a window of a job's time: of the pages' numbers, each is of its own times.
     *
     * @param from inclusive; null: the beginning of what history keeps
     * @param to exclusive; null: now
     * @param cursor of the page before; null: the first page
     */
    public JobLedger getLedger(UUID jobId, @Nullable Instant from, @Nullable Instant to, @Nullable String cursor) {
        return await(bare.getLedger(jobId, from, to, cursor));
    }

    /** Why a run is where it is. */
    public RunExplanation explainRun(UUID runId) {
        return await(bare.explainRun(runId));
    }

    /** Whether a job runs at an instant, past or future, and why not. */
    public TimeExplanation explainTime(UUID jobId, Instant at) {
        return await(bare.explainTime(jobId, at.toString()));
    }

    /** @param at on the clocks of the schedule's zone */
    public TimeExplanation explainTime(UUID jobId, LocalDateTime at) {
        return await(bare.explainTime(jobId, at.toString()));
    }

    /** All dead runs that match, newest first, fetched page by page as the stream is used. */
    public Stream<DeadLetter> allDeadLetters(DeadLetterFilter filter) {
        return Pages.stream(cursor -> listDeadLetters(filter, DEAD_LETTERS_PAGE, cursor));
    }

    /**
     * @param pageSize 1 to 1000; a page with large payloads ends earlier
     * @param cursor of the page before; null: the first page
     */
    public Page<DeadLetter> listDeadLetters(DeadLetterFilter filter, int pageSize, @Nullable String cursor) {
        return await(bare.listDeadLetters(filter, pageSize, cursor));
    }

    /** Takes a dead run back to the queue: its retries start over, its attempt numbers and tokens go on. */
    public void redriveRun(UUID runId) {
        await(bare.redriveRun(runId));
    }

    /** Takes all that match and have died by now back to the queue, in the background and at a bounded pace. */
    public Redrive redriveDeadLetters(DeadLetterFilter filter) {
        return await(bare.redriveDeadLetters(filter));
    }

    public Redrive getRedrive(UUID redriveId) {
        return await(bare.getRedrive(redriveId));
    }

    /** Ends a redrive before its end; what went back to the queue stays there. */
    public Redrive stopRedrive(UUID redriveId) {
        return await(bare.stopRedrive(redriveId));
    }

    public OwnerQuota getQuota(String ownerId) {
        return await(bare.getQuota(ownerId));
    }

    /** Replaces all limits of an owner. They may lie below what it has: then nothing more is let in. */
    public OwnerQuota setQuota(String ownerId, QuotaLimits limits) {
        return await(bare.setQuota(ownerId, limits));
    }

    /** Gives up the calls under way; they end as {@link CarillonException.Cancelled}. */
    @Override
    public void close() {
        caller.close();
    }

    /** Needs no timeout of its own: every call ends by its deadline. */
    private static <T> T await(CompletableFuture<T> call) {
        try {
            return call.get();
        } catch (InterruptedException e) {
            call.cancel(true);
            Thread.currentThread().interrupt();
            throw new CarillonException.Cancelled("interrupted", "interrupted while waiting for the answer", e);
        } catch (CancellationException e) {
            throw new CarillonException.Cancelled("cancelled", "the call was given up", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StatusRuntimeException status) {
                throw ErrorMapping.toException(status);
            }
            throw new CarillonException.Internal("internal", "the call failed: " + e.getCause(), e.getCause());
        }
    }
}
