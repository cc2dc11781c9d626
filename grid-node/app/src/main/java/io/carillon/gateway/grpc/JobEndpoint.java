package io.carillon.gateway.grpc;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobDraft;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.api.Words;
import io.carillon.gateway.json.JsonFields;
import io.carillon.proto.v1.CancelRunRequest;
import io.carillon.proto.v1.CancelRunResponse;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobResponse;
import io.carillon.proto.v1.DeleteJobRequest;
import io.carillon.proto.v1.DeleteJobResponse;
import io.carillon.proto.v1.GetJobRequest;
import io.carillon.proto.v1.GetRunRequest;
import io.carillon.proto.v1.Job;
import io.carillon.proto.v1.JobServiceGrpc;
import io.carillon.proto.v1.ListJobsRequest;
import io.carillon.proto.v1.ListJobsResponse;
import io.carillon.proto.v1.ListRunsRequest;
import io.carillon.proto.v1.ListRunsResponse;
import io.carillon.proto.v1.PauseJobRequest;
import io.carillon.proto.v1.PauseJobResponse;
import io.carillon.proto.v1.ResumeJobRequest;
import io.carillon.proto.v1.ResumeJobResponse;
import io.carillon.proto.v1.Run;
import io.carillon.proto.v1.TriggerJobRequest;
import io.carillon.proto.v1.TriggerJobResponse;
import io.grpc.stub.StreamObserver;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Jobs and runs over gRPC. Calls arrive on the transport's threads: what asks the database moves to the query threads. */
public final class JobEndpoint extends JobServiceGrpc.JobServiceImplBase {

    private static final String NO_UUID = "must be a UUID";

    private final JobDesk desk;
    private final History history;
    private final TimeSource time;
    private final Supplier<Principal> caller;
    private final Executor queries;

    /** @param caller of the call that is being handled on this thread */
    public JobEndpoint(JobDesk desk, History history, TimeSource time, Supplier<Principal> caller, Executor queries) {
        this.desk = desk;
        this.history = history;
        this.time = time;
        this.caller = caller;
        this.queries = queries;
    }

    @Override
    public void createJob(CreateJobRequest request, StreamObserver<CreateJobResponse> responses) {
        Answer.with(responses, () -> {
            Violations violations = new Violations();
            JobId chosen = request.hasJobId() ? jobId(request.getJobId(), violations) : null;
            JobDraft draft = DraftWire.draft(request.getJob(), violations);
            return desk.create(caller.get(), chosen, draft, violations).thenApply(JobEndpoint::created);
        });
    }

    @Override
    public void getJob(GetJobRequest request, StreamObserver<Job> responses) {
        read(responses, principal -> {
            JobView job = history.job(principal, jobId(request.getJobId()));
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
            int limit = limit(request.getLimit(), violations);
            JobFilter filter = new JobFilter(
                    request.hasOwnerId() ? text("owner_id", request.getOwnerId(), violations) : null,
                    status,
                    request.hasName() ? text("name", request.getName(), violations) : null,
                    request.hasPool() ? text("pool", request.getPool(), violations) : null);
            String cursor = cursor(request.getCursor(), violations);
            check(violations);
            Page<JobView> page = history.jobs(principal, filter, limit, cursor);
            Instant now = time.now();
            ListJobsResponse.Builder answer =
                    ListJobsResponse.newBuilder().setNextCursor(Objects.requireNonNullElse(page.nextCursor(), ""));
            page.items().forEach(job -> answer.addJobs(JobWire.job(job, now)));
            return answer.build();
        });
    }

    @Override
    public void deleteJob(DeleteJobRequest request, StreamObserver<DeleteJobResponse> responses) {
        Answer.with(
                responses,
                () -> desk.delete(caller.get(), jobId(request.getJobId()), request.getCancelRunning())
                        .thenApply(done -> DeleteJobResponse.getDefaultInstance()));
    }

    @Override
    public void pauseJob(PauseJobRequest request, StreamObserver<PauseJobResponse> responses) {
        Answer.with(
                responses,
                () -> desk.pause(caller.get(), jobId(request.getJobId()), request.getHold())
                        .thenApply(done -> PauseJobResponse.getDefaultInstance()));
    }

    @Override
    public void resumeJob(ResumeJobRequest request, StreamObserver<ResumeJobResponse> responses) {
        Answer.with(
                responses,
                () -> desk.resume(caller.get(), jobId(request.getJobId()))
                        .thenApply(done -> ResumeJobResponse.getDefaultInstance()));
    }

    @Override
    public void triggerJob(TriggerJobRequest request, StreamObserver<TriggerJobResponse> responses) {
        Answer.with(responses, () -> {
            Violations violations = new Violations();
            JobId job = jobId(request.getJobId(), violations);
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
    public void listRuns(ListRunsRequest request, StreamObserver<ListRunsResponse> responses) {
        read(responses, principal -> {
            Violations violations = new Violations();
            RunFilter filter = runFilter(request, violations);
            int limit = limit(request.getLimit(), violations);
            String cursor = cursor(request.getCursor(), violations);
            check(violations);
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
        read(responses, principal -> RunWire.run(history.run(principal, runId(request.getRunId())), time.now()));
    }

    @Override
    public void cancelRun(CancelRunRequest request, StreamObserver<CancelRunResponse> responses) {
        Answer.with(
                responses,
                () -> desk.cancelRun(caller.get(), runId(request.getRunId()))
                        .thenApply(done -> CancelRunResponse.getDefaultInstance()));
    }

    private <T> void read(StreamObserver<T> responses, Function<Principal, T> query) {
        Principal principal = caller.get();
        Answer.with(responses, () -> CompletableFuture.supplyAsync(() -> query.apply(principal), queries));
    }

    private static CreateJobResponse created(JobReply.Created created) {
        CreateJobResponse.Builder answer = CreateJobResponse.newBuilder()
                .setJobId(created.jobId().toString())
                .setRevision(created.revision())
                .setExisted(created.existed());
        if (created.nextRunAt() != null) {
            answer.setNextRunAt(WireTime.timestamp(created.nextRunAt()));
        }
        return answer.build();
    }

    private static RunFilter runFilter(ListRunsRequest request, Violations violations) {
        RunStatus status = request.hasStatus() ? Words.runStatus(request.getStatus()) : null;
        if (request.hasStatus() && status == null) {
            violations.add("status", "must be scheduled, queued, running, succeeded, failed, dead or cancelled");
        }
        return new RunFilter(
                request.hasJobId() ? jobId(request.getJobId(), violations) : null,
                request.hasOwnerId() ? text("owner_id", request.getOwnerId(), violations) : null,
                request.hasPool() ? text("pool", request.getPool(), violations) : null,
                status,
                request.hasFrom() ? WireTime.instant("from", request.getFrom(), violations) : null,
                request.hasTo() ? WireTime.instant("to", request.getTo(), violations) : null);
    }

    private static int limit(int limit, Violations violations) {
        if (limit < 0 || limit > History.LIMIT_MAX) {
            violations.add("limit", "must be from 1 to " + History.LIMIT_MAX + ", or 0 for the default");
        }
        return limit == 0 ? History.LIMIT_DEFAULT : limit;
    }

    private static @Nullable String cursor(String cursor, Violations violations) {
        return cursor.isEmpty() ? null : text("cursor", cursor, violations);
    }

    /** Anything may be looked for but what the database cannot hold. */
    private static String text(String field, String text, Violations violations) {
        if (text.indexOf('\0') >= 0) {
            violations.add(field, "must not contain control characters");
        }
        return text;
    }

    private static @Nullable JobId jobId(String text, Violations violations) {
        try {
            return JobId.parse(text);
        } catch (IllegalArgumentException e) {
            violations.add("job_id", NO_UUID);
            return null;
        }
    }

    private static JobId jobId(String text) {
        try {
            return JobId.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("job_id", NO_UUID).toException();
        }
    }

    private static RunId runId(String text) {
        try {
            Uuids.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("run_id", NO_UUID).toException();
        }
        try {
            return RunId.parse(text);
        } catch (IllegalArgumentException e) {
            throw History.notFound("no run " + text);
        }
    }

    private static void check(Violations violations) {
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
    }
}
