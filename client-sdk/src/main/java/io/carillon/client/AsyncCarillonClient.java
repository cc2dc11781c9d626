package io.carillon.client;

import io.carillon.client.call.Caller;
import io.carillon.proto.v1.BackfillJobRequest;
import io.carillon.proto.v1.CancelRunRequest;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobsRequest;
import io.carillon.proto.v1.DeadLetterServiceGrpc;
import io.carillon.proto.v1.DeleteJobRequest;
import io.carillon.proto.v1.ExplainRunRequest;
import io.carillon.proto.v1.ExplainTimeRequest;
import io.carillon.proto.v1.GetJobRequest;
import io.carillon.proto.v1.GetLedgerRequest;
import io.carillon.proto.v1.GetQuotaRequest;
import io.carillon.proto.v1.GetRedriveRequest;
import io.carillon.proto.v1.GetRunRequest;
import io.carillon.proto.v1.JobServiceGrpc;
import io.carillon.proto.v1.LedgerServiceGrpc;
import io.carillon.proto.v1.ListDeadLettersRequest;
import io.carillon.proto.v1.ListJobsRequest;
import io.carillon.proto.v1.ListRunsRequest;
import io.carillon.proto.v1.OwnerServiceGrpc;
import io.carillon.proto.v1.PauseJobRequest;
import io.carillon.proto.v1.PutJobRequest;
import io.carillon.proto.v1.RedriveDeadLettersRequest;
import io.carillon.proto.v1.RedriveRunRequest;
import io.carillon.proto.v1.ResumeJobRequest;
import io.carillon.proto.v1.StopRedriveRequest;
import io.carillon.proto.v1.TriggerJobRequest;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a {@link CarillonClient} as futures, which fail with a {@link CarillonException}. Cancelling a future gives
 * the call up. Dependent stages may run on a thread of the client: they must not block for long. Thread-safe.
 */
public final class AsyncCarillonClient {
    private final Caller caller;
    private final Function<StatusRuntimeException, ? extends RuntimeException> failure;

    /** @param failure what the futures fail with */
    AsyncCarillonClient(Caller caller, Function<StatusRuntimeException, ? extends RuntimeException> failure) {
        this.caller = caller;
        this.failure = failure;
    }

    public CompletableFuture<CreatedJob> createJob(JobRequest request) {
        CreateJobRequest wire = BatchWire.job(request, caller.clock());
        return call(JobServiceGrpc.getCreateJobMethod(), wire, AnswerWire::created);
    }

    /**
     * Creates up to 10,000 jobs in one call, each for itself.
     *
     * @return a result for each, in order
     */
    public CompletableFuture<List<JobResult>> createJobs(List<JobRequest> requests) {
        CreateJobsRequest wire = BatchWire.jobs(requests, caller.clock());
        return call(JobServiceGrpc.getCreateJobsMethod(), wire, answer -> BatchWire.results(wire, answer));
    }

    public CompletableFuture<Job> getJob(UUID jobId) {
        GetJobRequest wire =
                GetJobRequest.newBuilder().setJobId(jobId.toString()).build();
        return call(JobServiceGrpc.getGetJobMethod(), wire, AnswerWire::job);
    }

    /** @param cursor of the page before; null: the first page */
    public CompletableFuture<Page<Job>> listJobs(JobFilter filter, @Nullable String cursor) {
        ListJobsRequest.Builder wire = ListJobsRequest.newBuilder().setLimit(filter.pageSize());
        if (filter.ownerId() != null) {
            wire.setOwnerId(filter.ownerId());
        }
        if (filter.status() != null) {
            wire.setStatus(WireName.of(filter.status()));
        }
        if (filter.name() != null) {
            wire.setName(filter.name());
        }
        if (filter.pool() != null) {
            wire.setPool(filter.pool());
        }
        if (cursor != null) {
            wire.setCursor(cursor);
        }
        return call(JobServiceGrpc.getListJobsMethod(), wire.build(), AnswerWire::jobs);
    }

    /** @return the job as it is then */
    public CompletableFuture<Job> updateJob(JobUpdate update) {
        return call(JobServiceGrpc.getUpdateJobMethod(), update.toWire(), AnswerWire::job);
    }

    /**
     * @param request must name the job's id
     * @param expectedRevision of the job that must be there; null: any, or none
     */
    public CompletableFuture<PutJob> putJob(JobRequest request, @Nullable Long expectedRevision) {
        UUID jobId = Objects.requireNonNull(request.jobId(), "a job is put under an id of the client's");
        PutJobRequest.Builder wire =
                PutJobRequest.newBuilder().setJobId(jobId.toString()).setJob(SpecWire.toWire(request.spec()));
        if (expectedRevision != null) {
            wire.setExpectedRevision(expectedRevision);
        }
        return call(
                JobServiceGrpc.getPutJobMethod(),
                wire.build(),
                answer -> new PutJob(AnswerWire.job(answer.getJob()), answer.getCreated()));
    }

    /** @param hold also keeps runs from starting that are queued or wait for a retry */
    public CompletableFuture<Void> pauseJob(UUID jobId, boolean hold) {
        PauseJobRequest wire = PauseJobRequest.newBuilder()
                .setJobId(jobId.toString())
                .setHold(hold)
                .build();
        return callForNothing(JobServiceGrpc.getPauseJobMethod(), wire);
    }

    public CompletableFuture<Void> resumeJob(UUID jobId) {
        ResumeJobRequest wire =
                ResumeJobRequest.newBuilder().setJobId(jobId.toString()).build();
        return callForNothing(JobServiceGrpc.getResumeJobMethod(), wire);
    }

    /** @param cancelRunning false: a running run goes on to its end */
    public CompletableFuture<Void> deleteJob(UUID jobId, boolean cancelRunning) {
        DeleteJobRequest wire = DeleteJobRequest.newBuilder()
                .setJobId(jobId.toString())
                .setCancelRunning(cancelRunning)
                .build();
        return callForNothing(JobServiceGrpc.getDeleteJobMethod(), wire);
    }

    /** @return the id of the new run */
    public CompletableFuture<UUID> triggerJob(TriggerRequest request) {
        String requestId = request.requestId() != null
                ? request.requestId()
                : Uuid7.next(caller.clock()).toString();
        TriggerJobRequest.Builder wire = TriggerJobRequest.newBuilder()
                .setJobId(request.jobId().toString())
                .setRequestId(requestId);
        if (request.payload() != null) {
            wire.setPayloadJson(Wire.json(request.payload()));
        }
        return call(JobServiceGrpc.getTriggerJobMethod(), wire.build(), answer -> UUID.fromString(answer.getRunId()));
    }

    public CompletableFuture<Backfill> backfillJob(BackfillRequest request) {
        String requestId = request.requestId() != null
                ? request.requestId()
                : Uuid7.next(caller.clock()).toString();
        return backfill(backfillToWire(request).setRequestId(requestId));
    }

    /** Only says what would run. */
    public CompletableFuture<Backfill> previewBackfill(BackfillRequest request) {
        return backfill(backfillToWire(request).setPreview(true));
    }

    private CompletableFuture<Backfill> backfill(BackfillJobRequest.Builder wire) {
        return call(JobServiceGrpc.getBackfillJobMethod(), wire.build(), AnswerWire::backfill);
    }

    private static BackfillJobRequest.Builder backfillToWire(BackfillRequest request) {
        return BackfillJobRequest.newBuilder()
                .setJobId(request.jobId().toString())
                .setFrom(Wire.timestamp(request.from()))
                .setTo(Wire.timestamp(request.to()))
                .setLimit(request.limit());
    }

    /** @param cursor of the page before; null: the first page */
    public CompletableFuture<Page<Run>> listRuns(RunFilter filter, @Nullable String cursor) {
        ListRunsRequest.Builder wire = ListRunsRequest.newBuilder().setLimit(filter.pageSize());
        if (filter.jobId() != null) {
            wire.setJobId(filter.jobId().toString());
        }
        if (filter.ownerId() != null) {
            wire.setOwnerId(filter.ownerId());
        }
        if (filter.pool() != null) {
            wire.setPool(filter.pool());
        }
        if (filter.status() != null) {
            wire.setStatus(WireName.of(filter.status()));
        }
        if (filter.from() != null) {
            wire.setFrom(Wire.timestamp(filter.from()));
        }
        if (filter.to() != null) {
            wire.setTo(Wire.timestamp(filter.to()));
        }
        if (cursor != null) {
            wire.setCursor(cursor);
        }
        return call(JobServiceGrpc.getListRunsMethod(), wire.build(), AnswerWire::runs);
    }

    public CompletableFuture<Run> getRun(UUID runId) {
        GetRunRequest wire =
                GetRunRequest.newBuilder().setRunId(runId.toString()).build();
        return call(JobServiceGrpc.getGetRunMethod(), wire, AnswerWire::run);
    }

    public CompletableFuture<Void> cancelRun(UUID runId) {
        CancelRunRequest wire =
                CancelRunRequest.newBuilder().setRunId(runId.toString()).build();
        return callForNothing(JobServiceGrpc.getCancelRunMethod(), wire);
    }

    /**
     * @param from inclusive; null: the beginning of what history keeps
     * @param to exclusive; null: now
     * @param cursor of the page before; null: the first page
     */
    public CompletableFuture<JobLedger> getLedger(
            UUID jobId, @Nullable Instant from, @Nullable Instant to, @Nullable String cursor) {
        GetLedgerRequest.Builder wire = GetLedgerRequest.newBuilder().setJobId(jobId.toString());
        if (from != null) {
            wire.setFrom(Wire.timestamp(from));
        }
        if (to != null) {
            wire.setTo(Wire.timestamp(to));
        }
        if (cursor != null) {
            wire.setCursor(cursor);
        }
        return call(LedgerServiceGrpc.getGetLedgerMethod(), wire.build(), LedgerWire::ledger);
    }

    public CompletableFuture<RunExplanation> explainRun(UUID runId) {
        ExplainRunRequest wire =
                ExplainRunRequest.newBuilder().setRunId(runId.toString()).build();
        return call(LedgerServiceGrpc.getExplainRunMethod(), wire, LedgerWire::run);
    }

    /** @param at an RFC 3339 time, or a local one of the schedule's zone */
    public CompletableFuture<TimeExplanation> explainTime(UUID jobId, String at) {
        ExplainTimeRequest wire = ExplainTimeRequest.newBuilder()
                .setJobId(jobId.toString())
                .setAt(at)
                .build();
        return call(LedgerServiceGrpc.getExplainTimeMethod(), wire, LedgerWire::time);
    }

    /** @param cursor of the page before; null: the first page */
    public CompletableFuture<Page<DeadLetter>> listDeadLetters(
            DeadLetterFilter filter, int pageSize, @Nullable String cursor) {
        ListDeadLettersRequest.Builder wire = ListDeadLettersRequest.newBuilder()
                .setFilter(DeadLetterWire.filter(filter))
                .setLimit(pageSize);
        if (cursor != null) {
            wire.setCursor(cursor);
        }
        return call(DeadLetterServiceGrpc.getListDeadLettersMethod(), wire.build(), DeadLetterWire::page);
    }

    public CompletableFuture<Void> redriveRun(UUID runId) {
        RedriveRunRequest wire =
                RedriveRunRequest.newBuilder().setRunId(runId.toString()).build();
        return callForNothing(DeadLetterServiceGrpc.getRedriveRunMethod(), wire);
    }

    public CompletableFuture<Redrive> redriveDeadLetters(DeadLetterFilter filter) {
        RedriveDeadLettersRequest wire = RedriveDeadLettersRequest.newBuilder()
                .setFilter(DeadLetterWire.filter(filter))
                .setRedriveId(Uuid7.next(caller.clock()).toString())
                .build();
        return call(DeadLetterServiceGrpc.getRedriveDeadLettersMethod(), wire, DeadLetterWire::redrive);
    }

    public CompletableFuture<Redrive> getRedrive(UUID redriveId) {
        GetRedriveRequest wire = GetRedriveRequest.newBuilder()
                .setRedriveId(redriveId.toString())
                .build();
        return call(DeadLetterServiceGrpc.getGetRedriveMethod(), wire, DeadLetterWire::redrive);
    }

    public CompletableFuture<Redrive> stopRedrive(UUID redriveId) {
        StopRedriveRequest wire = StopRedriveRequest.newBuilder()
                .setRedriveId(redriveId.toString())
                .build();
        return call(DeadLetterServiceGrpc.getStopRedriveMethod(), wire, DeadLetterWire::redrive);
    }

    public CompletableFuture<OwnerQuota> getQuota(String ownerId) {
        GetQuotaRequest wire = GetQuotaRequest.newBuilder().setOwnerId(ownerId).build();
        return call(OwnerServiceGrpc.getGetQuotaMethod(), wire, QuotaWire::quota);
    }

    public CompletableFuture<OwnerQuota> setQuota(String ownerId, QuotaLimits limits) {
        return call(OwnerServiceGrpc.getSetQuotaMethod(), QuotaWire.request(ownerId, limits), QuotaWire::quota);
    }

    private <Q, A, T> CompletableFuture<T> call(MethodDescriptor<Q, A> method, Q wire, Function<A, T> answer) {
        return caller.call(method, wire, answer, failure);
    }

    @SuppressWarnings("NullAway") // Void has no value but null.
    private <Q, A> CompletableFuture<Void> callForNothing(MethodDescriptor<Q, A> method, Q wire) {
        return caller.call(method, wire, answer -> null, failure);
    }
}
