package io.carillon.gateway.grpc;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.BatchRoom;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.Expected;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobDraft;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.api.Words;
import io.carillon.gateway.json.JsonFields;
import io.carillon.member.tracing.CallerTrace;
import io.carillon.proto.v1.BackfillJobRequest;
import io.carillon.proto.v1.BackfillJobResponse;
import io.carillon.proto.v1.BackfillRun;
import io.carillon.proto.v1.CancelRunRequest;
import io.carillon.proto.v1.CancelRunResponse;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobResponse;
import io.carillon.proto.v1.CreateJobsRequest;
import io.carillon.proto.v1.CreateJobsResponse;
import io.carillon.proto.v1.DeleteJobRequest;
import io.carillon.proto.v1.DeleteJobResponse;
import io.carillon.proto.v1.GetJobRequest;
import io.carillon.proto.v1.GetRunRequest;
import io.carillon.proto.v1.Job;
import io.carillon.proto.v1.JobServiceGrpc;
import io.carillon.proto.v1.JobSpec;
import io.carillon.proto.v1.ListJobsRequest;
import io.carillon.proto.v1.ListJobsResponse;
import io.carillon.proto.v1.ListRunsRequest;
import io.carillon.proto.v1.ListRunsResponse;
import io.carillon.proto.v1.PauseJobRequest;
import io.carillon.proto.v1.PauseJobResponse;
import io.carillon.proto.v1.PutJobRequest;
import io.carillon.proto.v1.PutJobResponse;
import io.carillon.proto.v1.ResumeJobRequest;
import io.carillon.proto.v1.ResumeJobResponse;
import io.carillon.proto.v1.Run;
import io.carillon.proto.v1.TriggerJobRequest;
import io.carillon.proto.v1.TriggerJobResponse;
import io.carillon.proto.v1.UpdateJobRequest;
import io.grpc.stub.StreamObserver;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** Jobs and runs over gRPC. Calls arrive on the transport's threads: what asks the database moves to the query threads. */
public final class JobEndpoint extends JobServiceGrpc.JobServiceImplBase {

    /** Of 10,000 jobs each; the Java client's feed has four under way. */
    static final int BATCHES_MAX = 8;
    /** Each has a few chunks at work. */
    static final int STREAMS_MAX = 4;

    private final BatchRoom batchRoom = new BatchRoom(BATCHES_MAX, "batches");
    private final BatchRoom streamRoom = new BatchRoom(STREAMS_MAX, "streams of jobs");
    private final JobDesk desk;
    private final BatchDesk batches;
    private final EditDesk edits;
    private final BackfillDesk backfills;
    private final History history;
    private final TimeSource time;
    private final GrpcCaller caller;
    private final Executor queries;

    /** @param caller of the call that is being handled on this thread */
    public JobEndpoint(JobDesks desks, TimeSource time, GrpcCaller caller, Executor queries) {
        this.desk = desks.jobs();
        this.batches = desks.batches();
        this.edits = desks.edits();
        this.backfills = desks.backfills();
        this.history = desks.history();
        this.time = time;
        this.caller = caller;
        this.queries = queries;
    }

    @Override
    public void createJob(CreateJobRequest request, StreamObserver<CreateJobResponse> responses) {
        Answer.with(responses, () -> {
            Violations violations = new Violations();
            JobId chosen = request.hasJobId() ? Ids.jobId("job_id", request.getJobId(), violations) : null;
            JobDraft draft = DraftWire.draft(request.getJob(), violations);
            return desk.create(caller.get(), chosen, draft, violations).thenApply(BatchWire::created);
        });
    }

    @Override
    public void createJobs(CreateJobsRequest request, StreamObserver<CreateJobsResponse> responses) {
        Principal principal = caller.get();
        Answer.with(responses, () -> {
            batchRoom.take();
            return createJobs(principal, request).whenComplete((done, failure) -> batchRoom.giveBack());
        });
    }

    @Override
    public StreamObserver<CreateJobsRequest> createJobStream(StreamObserver<CreateJobsResponse> responses) {
        Supplier<Principal> lasting = caller.lasting();
        return JobStream.open(responses, chunk -> createJobs(lasting.get(), chunk), streamRoom);
    }

    /** Thousands of jobs are judged beside the transport's threads, which have other calls to serve. */
    private CompletableFuture<CreateJobsResponse> createJobs(Principal principal, CreateJobsRequest request) {
        return CompletableFuture.completedFuture(request)
                .thenComposeAsync(
                        asked -> batches.create(principal, BatchWire.offers(asked), null), CallerTrace.keptOn(queries))
                .thenApply(BatchWire::results);
    }

    @Override
    public void getJob(GetJobRequest request, StreamObserver<Job> responses) {
        read(responses, principal -> {
            JobView job = history.job(principal, Ids.jobId(request.getJobId()));
            return JobWire.job(job, time.now());
        });
    }

    @Override
    public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> responses) {
        read(responses, principal -> {
            Violations violations = new Violations();
            String status = request.hasStatus() ? request.getStatus() : null;
            if (status != null && !Words.isJobStatus(status)) {
                violations.add("status", "must be active, paused, deleted or completed");
            }
            int limit = RequestFields.limit(request.getLimit(), violations);
            JobFilter filter = new JobFilter(
                    request.hasOwnerId() ? RequestFields.text("owner_id", request.getOwnerId(), violations) : null,
                    status,
                    request.hasName() ? RequestFields.text("name", request.getName(), violations) : null,
                    request.hasPool() ? RequestFields.text("pool", request.getPool(), violations) : null);
            String cursor = RequestFields.cursor(request.getCursor(), violations);
            RequestFields.check(violations);
            Page<JobView> page = history.jobs(principal, filter, limit, cursor);
            Instant now = time.now();
            ListJobsResponse.Builder answer =
                    ListJobsResponse.newBuilder().setNextCursor(Objects.requireNonNullElse(page.nextCursor(), ""));
            page.items().forEach(job -> answer.addJobs(JobWire.job(job, now)));
            return answer.build();
        });
    }

    @Override
    public void updateJob(UpdateJobRequest request, StreamObserver<Job> responses) {
        Answer.with(responses, () -> {
            Expected expected =
                    request.hasExpectedRevision() ? Expected.revision(request.getExpectedRevision()) : Expected.NOTHING;
            EditDesk.Edit edit = current -> {
                Violations violations = new Violations();
                return written(SpecMask.applied(JobWire.spec(current), request, violations), violations);
            };
            return edits.update(caller.get(), Ids.jobId(request.getJobId()), edit, expected)
                    .thenApply(job -> JobWire.job(job, time.now()));
        });
    }

    @Override
    public void putJob(PutJobRequest request, StreamObserver<PutJobResponse> responses) {
        Answer.with(responses, () -> {
            if (request.hasExpectedRevision() && request.getMustNotExist()) {
                throw Problem.invalid("must_not_exist", "cannot be asked together with expected_revision")
                        .toException();
            }
            Expected expected = request.hasExpectedRevision()
                    ? Expected.revision(request.getExpectedRevision())
                    : request.getMustNotExist() ? Expected.NO_JOB : Expected.NOTHING;
            return edits.put(
                            caller.get(),
                            Ids.jobId(request.getJobId()),
                            written(request.getJob(), new Violations()),
                            expected)
                    .thenApply(put -> PutJobResponse.newBuilder()
                            .setJob(JobWire.job(put.job(), time.now()))
                            .setCreated(put.created())
                            .build());
        });
    }

    private static EditDesk.Written written(JobSpec spec, Violations violations) {
        return new EditDesk.Written(DraftWire.draft(spec, violations), violations);
    }

    @Override
    public void deleteJob(DeleteJobRequest request, StreamObserver<DeleteJobResponse> responses) {
        Answer.with(
                responses,
                () -> desk.delete(caller.get(), Ids.jobId(request.getJobId()), request.getCancelRunning())
                        .thenApply(done -> DeleteJobResponse.getDefaultInstance()));
    }

    @Override
    public void pauseJob(PauseJobRequest request, StreamObserver<PauseJobResponse> responses) {
        Answer.with(
                responses,
                () -> desk.pause(caller.get(), Ids.jobId(request.getJobId()), request.getHold())
                        .thenApply(done -> PauseJobResponse.getDefaultInstance()));
    }

    @Override
    public void resumeJob(ResumeJobRequest request, StreamObserver<ResumeJobResponse> responses) {
        Answer.with(
                responses,
                () -> desk.resume(caller.get(), Ids.jobId(request.getJobId()))
                        .thenApply(done -> ResumeJobResponse.getDefaultInstance()));
    }

    @Override
    public void triggerJob(TriggerJobRequest request, StreamObserver<TriggerJobResponse> responses) {
        Answer.with(responses, () -> {
            Violations violations = new Violations();
            JobId job = Ids.jobId("job_id", request.getJobId(), violations);
            Payload payload = request.hasPayloadJson()
                    ? JsonFields.payload("payload", request.getPayloadJson().toByteArray(), violations)
                    : null;
            String requestId = request.hasRequestId() ? request.getRequestId() : null;
            if (job == null) {
                throw Problem.invalid(violations.list()).toException();
            }
            return desk.trigger(caller.get(), job, payload, requestId, violations)
                    .thenApply(triggered -> TriggerJobResponse.newBuilder()
                            .setRunId(triggered.runId().toString())
                            .build());
        });
    }

    @Override
    public void backfillJob(BackfillJobRequest request, StreamObserver<BackfillJobResponse> responses) {
        Answer.with(responses, () -> {
            Violations violations = new Violations();
            BackfillDesk.Wanted wanted = new BackfillDesk.Wanted(
                    request.hasFrom() ? WireTime.instant("from", request.getFrom(), violations) : null,
                    request.hasTo() ? WireTime.instant("to", request.getTo(), violations) : null,
                    request.getLimit() == 0 ? null : request.getLimit(),
                    request.hasRequestId() ? request.getRequestId() : null);
            JobId job = Ids.jobId(request.getJobId());
            return backfills
                    .backfill(caller.get(), job, wanted, request.getPreview(), violations)
                    .thenApply(JobEndpoint::backfilled);
        });
    }

    private static BackfillJobResponse backfilled(BackfillDesk.Answer made) {
        BackfillJobResponse.Builder answer = BackfillJobResponse.newBuilder();
        for (BackfillDesk.Made run : made.runs()) {
            BackfillRun.Builder wire = answer.addRunsBuilder().setNominalAt(WireTime.timestamp(run.nominalAt()));
            if (run.runId() != null) {
                wire.setRunId(run.runId().toString());
            }
        }
        if (made.continueFrom() != null) {
            answer.setContinueFrom(WireTime.timestamp(made.continueFrom()));
        }
        return answer.build();
    }

    @Override
    public void listRuns(ListRunsRequest request, StreamObserver<ListRunsResponse> responses) {
        read(responses, principal -> {
            Violations violations = new Violations();
            RunFilter filter = runFilter(request, violations);
            int limit = RequestFields.limit(request.getLimit(), violations);
            String cursor = RequestFields.cursor(request.getCursor(), violations);
            RequestFields.check(violations);
            Page<RunView> page = history.runs(principal, filter, limit, cursor);
            Instant now = time.now();
            ListRunsResponse.Builder answer =
                    ListRunsResponse.newBuilder().setNextCursor(Objects.requireNonNullElse(page.nextCursor(), ""));
            page.items().forEach(run -> answer.addRuns(RunWire.run(run, now)));
            return answer.build();
        });
    }

    @Override
    public void getRun(GetRunRequest request, StreamObserver<Run> responses) {
        read(responses, principal -> RunWire.run(history.run(principal, Ids.runId(request.getRunId())), time.now()));
    }

    @Override
    public void cancelRun(CancelRunRequest request, StreamObserver<CancelRunResponse> responses) {
        Answer.with(
                responses,
                () -> desk.cancelRun(caller.get(), Ids.runId(request.getRunId()))
                        .thenApply(done -> CancelRunResponse.getDefaultInstance()));
    }

    private <T> void read(StreamObserver<T> responses, Function<Principal, T> query) {
        Principal principal = caller.get();
        Answer.with(responses, () -> CompletableFuture.supplyAsync(() -> query.apply(principal), queries));
    }

    private static RunFilter runFilter(ListRunsRequest request, Violations violations) {
        RunStatus status = request.hasStatus() ? Words.runStatus(request.getStatus()) : null;
        if (request.hasStatus() && status == null) {
            violations.add("status", "must be scheduled, queued, running, succeeded, failed, dead or cancelled");
        }
        return new RunFilter(
                request.hasJobId() ? Ids.jobId("job_id", request.getJobId(), violations) : null,
                request.hasOwnerId() ? RequestFields.text("owner_id", request.getOwnerId(), violations) : null,
                request.hasPool() ? RequestFields.text("pool", request.getPool(), violations) : null,
                status,
                request.hasFrom() ? WireTime.instant("from", request.getFrom(), violations) : null,
                request.hasTo() ? WireTime.instant("to", request.getTo(), violations) : null);
    }
}
