package io.carillon.gateway.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.FieldMask;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import io.carillon.proto.v1.BackfillJobRequest;
import io.carillon.proto.v1.CancelRunRequest;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobsRequest;
import io.carillon.proto.v1.DeadLetterFilter;
import io.carillon.proto.v1.DeadLetterServiceGrpc;
import io.carillon.proto.v1.DeleteJobRequest;
import io.carillon.proto.v1.ErrorDetail;
import io.carillon.proto.v1.ExplainRunRequest;
import io.carillon.proto.v1.ExplainTimeRequest;
import io.carillon.proto.v1.FieldViolation;
import io.carillon.proto.v1.GetJobRequest;
import io.carillon.proto.v1.GetLedgerRequest;
import io.carillon.proto.v1.GetQuotaRequest;
import io.carillon.proto.v1.GetRedriveRequest;
import io.carillon.proto.v1.GetRunRequest;
import io.carillon.proto.v1.JobServiceGrpc;
import io.carillon.proto.v1.JobServiceGrpc.JobServiceBlockingStub;
import io.carillon.proto.v1.JobSpec;
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
import io.carillon.proto.v1.SetQuotaRequest;
import io.carillon.proto.v1.StopRedriveRequest;
import io.carillon.proto.v1.TriggerJobRequest;
import io.carillon.proto.v1.UpdateJobRequest;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call over gRPC that must be refused.
 *
 * @param field the one that is wrong; empty: none in particular
 */
public record BadGrpcCall(String name, Status.Code code, String type, String field, Function<Channel, Object> call) {

    private static final String STRANGER = "01890000-0000-7000-8000-00000000ffff";
    private static final long DEADLINE_SECONDS = 30;

    /** How it was refused. */
    public record Refusal(Status.Code code, String type, List<String> fields) {}

    /** @param job one that there is; its runs and redrives are not asked after */
    public static List<BadGrpcCall> all(String job) {
        List<BadGrpcCall> calls = new ArrayList<>();
        for (BadSpec bad : BadSpec.all()) {
            calls.add(invalid(
                    bad.field(),
                    "create",
                    stub -> stub.createJob(
                            CreateJobRequest.newBuilder().setJob(bad.spec()).build())));
            calls.add(invalid(
                    bad.field(),
                    "put",
                    stub -> stub.putJob(PutJobRequest.newBuilder()
                            .setJobId(STRANGER)
                            .setJob(bad.spec())
                            .build())));
        }
        calls.addAll(ofJobs(job));
        calls.addAll(ofUnknownThings());
        calls.addAll(ofLists());
        calls.addAll(ofOthers(job));
        return calls;
    }

    public Refusal refusal(Channel channel) {
        try {
            Object answer = call.apply(channel);
            throw new AssertionError(name + " was answered: " + answer);
        } catch (StatusRuntimeException failure) {
            return refusal(failure);
        }
    }

    @Override
    public String toString() {
        return name + " " + field;
    }

    static Refusal refusal(StatusRuntimeException failure) {
        ErrorDetail detail = detail(failure);
        return new Refusal(
                failure.getStatus().getCode(),
                detail.getType(),
                detail.getErrorsList().stream().map(FieldViolation::getField).toList());
    }

    static ErrorDetail detail(StatusRuntimeException failure) {
        @Nullable Metadata trailers = failure.getTrailers();
        byte[] bytes = trailers == null ? null : trailers.get(WireProblems.DETAIL);
        try {
            return ErrorDetail.parseFrom(Objects.requireNonNull(bytes, () -> "no detail of " + failure));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private static List<BadGrpcCall> ofJobs(String job) {
        JobSpec daily = JobSpec.newBuilder().setName("n").setSchedule("@daily").build();
        return List.of(
                invalid(
                        "job_id",
                        "create",
                        stub -> stub.createJob(CreateJobRequest.newBuilder()
                                .setJobId("garbage")
                                .setJob(daily)
                                .build())),
                invalid(
                        "job_id",
                        "put",
                        stub -> stub.putJob(PutJobRequest.newBuilder()
                                .setJobId("garbage")
                                .setJob(daily)
                                .build())),
                invalid(
                        "must_not_exist",
                        "put",
                        stub -> stub.putJob(PutJobRequest.newBuilder()
                                .setJobId(STRANGER)
                                .setJob(daily)
                                .setExpectedRevision(1)
                                .setMustNotExist(true)
                                .build())),
                invalid("jobs", "create many", stub -> stub.createJobs(CreateJobsRequest.getDefaultInstance())),
                invalid("job_id", "update", stub -> stub.updateJob(UpdateJobRequest.getDefaultInstance())),
                invalid(
                        "update_mask",
                        "update",
                        stub -> stub.updateJob(update(job, "colour").build())),
                invalid(
                        "update_mask",
                        "update",
                        stub -> stub.updateJob(update(job, "timeout.seconds").build())),
                invalid(
                        "name",
                        "update",
                        stub -> stub.updateJob(update(job, "name").build())),
                invalid(
                        "priority",
                        "update",
                        stub -> stub.updateJob(UpdateJobRequest.newBuilder()
                                .setJobId(job)
                                .setJob(JobSpec.newBuilder().setPriority(11))
                                .build())),
                invalid(
                        "schedule",
                        "update",
                        stub -> stub.updateJob(UpdateJobRequest.newBuilder()
                                .setJobId(job)
                                .setJob(JobSpec.newBuilder().setSchedule("99 * * * *"))
                                .build())),
                invalid("job_id", "get", stub -> stub.getJob(GetJobRequest.getDefaultInstance())),
                invalid(
                        "job_id",
                        "delete",
                        stub -> stub.deleteJob(DeleteJobRequest.newBuilder()
                                .setJobId("1-1-1-1-1")
                                .build())),
                invalid("job_id", "pause", stub -> stub.pauseJob(PauseJobRequest.getDefaultInstance())),
                invalid("job_id", "resume", stub -> stub.resumeJob(ResumeJobRequest.getDefaultInstance())),
                invalid("job_id", "trigger", stub -> stub.triggerJob(TriggerJobRequest.getDefaultInstance())),
                invalid(
                        "payload_json",
                        "trigger",
                        stub -> stub.triggerJob(TriggerJobRequest.newBuilder()
                                .setJobId(job)
                                .setPayloadJson(ByteString.copyFromUtf8("nope"))
                                .build())),
                invalid(
                        "request_id",
                        "trigger",
                        stub -> stub.triggerJob(TriggerJobRequest.newBuilder()
                                .setJobId(job)
                                .setRequestId("")
                                .build())),
                invalid(
                        "request_id",
                        "trigger",
                        stub -> stub.triggerJob(TriggerJobRequest.newBuilder()
                                .setJobId(job)
                                .setRequestId("x".repeat(201))
                                .build())),
                invalid(
                        "job_id",
                        "backfill",
                        stub -> stub.backfillJob(BackfillJobRequest.newBuilder()
                                .setFrom(at(1))
                                .setTo(at(2))
                                .build())),
                invalid(
                        "from",
                        "backfill",
                        stub -> stub.backfillJob(backfill(job).clearFrom().build())),
                invalid(
                        "to",
                        "backfill",
                        stub -> stub.backfillJob(backfill(job).clearTo().build())),
                invalid(
                        "to",
                        "backfill",
                        stub -> stub.backfillJob(
                                backfill(job).setTo(at(4_000_000_000L)).build())),
                invalid(
                        "limit",
                        "backfill",
                        stub -> stub.backfillJob(backfill(job).setLimit(10_001).build())),
                invalid(
                        "limit",
                        "backfill",
                        stub -> stub.backfillJob(backfill(job).setLimit(-1).build())),
                invalid(
                        "request_id",
                        "backfill",
                        stub -> stub.backfillJob(backfill(job).setRequestId("").build())));
    }

    private static List<BadGrpcCall> ofUnknownThings() {
        return List.of(
                unknown(
                        "get job",
                        stub -> stub.getJob(
                                GetJobRequest.newBuilder().setJobId(STRANGER).build())),
                unknown(
                        "get run",
                        stub -> stub.getRun(
                                GetRunRequest.newBuilder().setRunId(STRANGER).build())),
                unknown(
                        "update",
                        stub -> stub.updateJob(UpdateJobRequest.newBuilder()
                                .setJobId(STRANGER)
                                .setJob(JobSpec.newBuilder().setPriority(3))
                                .build())));
    }

    private static List<BadGrpcCall> ofLists() {
        return List.of(
                invalid("run_id", "get run", stub -> stub.getRun(GetRunRequest.getDefaultInstance())),
                invalid(
                        "run_id",
                        "cancel",
                        stub -> stub.cancelRun(
                                CancelRunRequest.newBuilder().setRunId("x").build())),
                invalid(
                        "limit",
                        "jobs",
                        stub -> stub.listJobs(
                                ListJobsRequest.newBuilder().setLimit(-1).build())),
                invalid(
                        "status",
                        "jobs",
                        stub -> stub.listJobs(
                                ListJobsRequest.newBuilder().setStatus("").build())),
                invalid(
                        "name",
                        "jobs",
                        stub -> stub.listJobs(
                                ListJobsRequest.newBuilder().setName("\0").build())),
                invalid(
                        "owner_id",
                        "jobs",
                        stub -> stub.listJobs(
                                ListJobsRequest.newBuilder().setOwnerId("a\0").build())),
                invalid(
                        "cursor",
                        "jobs",
                        stub -> stub.listJobs(ListJobsRequest.newBuilder()
                                .setCursor("made-up")
                                .build())),
                invalid(
                        "limit",
                        "runs",
                        stub -> stub.listRuns(
                                ListRunsRequest.newBuilder().setLimit(1_001).build())),
                invalid(
                        "status",
                        "runs",
                        stub -> stub.listRuns(
                                ListRunsRequest.newBuilder().setStatus("done").build())),
                invalid(
                        "job_id",
                        "runs",
                        stub -> stub.listRuns(
                                ListRunsRequest.newBuilder().setJobId("x").build())),
                invalid(
                        "cursor",
                        "runs",
                        stub -> stub.listRuns(ListRunsRequest.newBuilder()
                                .setCursor("made-up")
                                .build())),
                invalid(
                        "from",
                        "runs",
                        stub -> stub.listRuns(
                                ListRunsRequest.newBuilder().setFrom(at(-5)).build())),
                invalid(
                        "to",
                        "runs",
                        stub -> stub.listRuns(ListRunsRequest.newBuilder()
                                .setTo(at(Long.MAX_VALUE))
                                .build())));
    }

    private static List<BadGrpcCall> ofOthers(String job) {
        return List.of(
                other(
                        "limit",
                        "dead letters",
                        channel -> letters(channel)
                                .listDeadLetters(ListDeadLettersRequest.newBuilder()
                                        .setLimit(-1)
                                        .build())),
                other(
                        "cursor",
                        "dead letters",
                        channel -> letters(channel)
                                .listDeadLetters(ListDeadLettersRequest.newBuilder()
                                        .setCursor("made-up")
                                        .build())),
                other(
                        "job_id",
                        "dead letters",
                        channel -> letters(channel)
                                .listDeadLetters(ListDeadLettersRequest.newBuilder()
                                        .setFilter(DeadLetterFilter.newBuilder().setJobId("x"))
                                        .build())),
                other(
                        "run_id",
                        "redrive",
                        channel -> letters(channel).redriveRun(RedriveRunRequest.getDefaultInstance())),
                other(
                        "filter",
                        "redrive many",
                        channel -> letters(channel).redriveDeadLetters(RedriveDeadLettersRequest.getDefaultInstance())),
                other(
                        "redrive_id",
                        "redrive many",
                        channel -> letters(channel)
                                .redriveDeadLetters(RedriveDeadLettersRequest.newBuilder()
                                        .setFilter(DeadLetterFilter.getDefaultInstance())
                                        .setRedriveId("x")
                                        .build())),
                other(
                        "redrive_id",
                        "get redrive",
                        channel -> letters(channel).getRedrive(GetRedriveRequest.getDefaultInstance())),
                other(
                        "redrive_id",
                        "stop redrive",
                        channel -> letters(channel).stopRedrive(StopRedriveRequest.getDefaultInstance())),
                other("job_id", "ledger", channel -> ledger(channel).getLedger(GetLedgerRequest.getDefaultInstance())),
                other(
                        "limit",
                        "ledger",
                        channel -> ledger(channel)
                                .getLedger(GetLedgerRequest.newBuilder()
                                        .setJobId(job)
                                        .setLimit(10_001)
                                        .build())),
                other(
                        "cursor",
                        "ledger",
                        channel -> ledger(channel)
                                .getLedger(GetLedgerRequest.newBuilder()
                                        .setJobId(job)
                                        .setCursor("made-up")
                                        .build())),
                other(
                        "run_id",
                        "explain run",
                        channel -> ledger(channel).explainRun(ExplainRunRequest.getDefaultInstance())),
                other(
                        "job_id",
                        "explain time",
                        channel -> ledger(channel)
                                .explainTime(ExplainTimeRequest.newBuilder()
                                        .setAt("2026-03-28T02:30")
                                        .build())),
                other(
                        "at",
                        "explain time",
                        channel -> ledger(channel)
                                .explainTime(ExplainTimeRequest.newBuilder()
                                        .setJobId(job)
                                        .setAt("soon")
                                        .build())),
                other(
                        "owner_id",
                        "get quota",
                        channel -> owners(channel).getQuota(GetQuotaRequest.getDefaultInstance())),
                other(
                        "owner_id",
                        "set quota",
                        channel -> owners(channel)
                                .setQuota(SetQuotaRequest.newBuilder()
                                        .setMaxJobs(1)
                                        .build())),
                other(
                        "max_jobs",
                        "set quota",
                        channel ->
                                owners(channel).setQuota(quota().setMaxJobs(-1).build())),
                other(
                        "max_running",
                        "set quota",
                        channel -> owners(channel)
                                .setQuota(quota().setMaxRunning(-1).build())),
                other(
                        "max_exact_jobs",
                        "set quota",
                        channel -> owners(channel)
                                .setQuota(quota().setMaxExactJobs(-1).build())));
    }

    private static BadGrpcCall invalid(String field, String name, Function<JobServiceBlockingStub, Object> call) {
        return other(field, name, channel -> call.apply(jobs(channel)));
    }

    private static BadGrpcCall other(String field, String name, Function<Channel, Object> call) {
        boolean outsized = field.equals("payload_json");
        return new BadGrpcCall(name, Status.Code.INVALID_ARGUMENT, outsized ? "" : "invalid_request", field, call);
    }

    private static BadGrpcCall unknown(String name, Function<JobServiceBlockingStub, Object> call) {
        return new BadGrpcCall(name, Status.Code.NOT_FOUND, "not_found", "", channel -> call.apply(jobs(channel)));
    }

    private static UpdateJobRequest.Builder update(String job, String path) {
        return UpdateJobRequest.newBuilder()
                .setJobId(job)
                .setUpdateMask(FieldMask.newBuilder().addPaths(path));
    }

    private static BackfillJobRequest.Builder backfill(String job) {
        return BackfillJobRequest.newBuilder().setJobId(job).setFrom(at(1)).setTo(at(2));
    }

    private static SetQuotaRequest.Builder quota() {
        return SetQuotaRequest.newBuilder().setOwnerId("a");
    }

    private static Timestamp at(long seconds) {
        return Timestamp.newBuilder().setSeconds(seconds).build();
    }

    private static JobServiceBlockingStub jobs(Channel channel) {
        return JobServiceGrpc.newBlockingStub(channel).withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    private static DeadLetterServiceGrpc.DeadLetterServiceBlockingStub letters(Channel channel) {
        return DeadLetterServiceGrpc.newBlockingStub(channel).withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    private static LedgerServiceGrpc.LedgerServiceBlockingStub ledger(Channel channel) {
        return LedgerServiceGrpc.newBlockingStub(channel).withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    private static OwnerServiceGrpc.OwnerServiceBlockingStub owners(Channel channel) {
        return OwnerServiceGrpc.newBlockingStub(channel).withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
}
