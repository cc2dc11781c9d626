package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import io.carillon.domain.access.Principal;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.RunFilter;
import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.ScriptedOwners;
import io.carillon.gateway.api.StoredRows;
import io.carillon.proto.v1.CancelRunRequest;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobResponse;
import io.carillon.proto.v1.DeleteJobRequest;
import io.carillon.proto.v1.ExponentialBackoff;
import io.carillon.proto.v1.GetJobRequest;
import io.carillon.proto.v1.GetRunRequest;
import io.carillon.proto.v1.Job;
import io.carillon.proto.v1.JobServiceGrpc.JobServiceBlockingStub;
import io.carillon.proto.v1.JobSpec;
import io.carillon.proto.v1.ListJobsRequest;
import io.carillon.proto.v1.ListJobsResponse;
import io.carillon.proto.v1.ListRunsRequest;
import io.carillon.proto.v1.ListRunsResponse;
import io.carillon.proto.v1.PauseJobRequest;
import io.carillon.proto.v1.ResumeJobRequest;
import io.carillon.proto.v1.RetrySpec;
import io.carillon.proto.v1.Run;
import io.carillon.proto.v1.TriggerJobRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobEndpointTest {

    private final GrpcDoor door = new GrpcDoor();
    private final ScriptedOwners owners = door.owners;
    private final StoredRows rows = door.rows;
    private final JobServiceBlockingStub jobs = door.jobs();

    @AfterEach
    void close() throws InterruptedException {
        door.close();
    }

    @Test
    void a_job_with_a_name_and_a_schedule_gets_the_same_defaults_as_over_rest() {
        CreateJobResponse answer =
                jobs.createJob(create(spec -> spec.setName("hello").setSchedule("0 9 * * *")));

        assertThat(answer)
                .isEqualTo(CreateJobResponse.newBuilder()
                        .setJobId(created().jobId().toString())
                        .setNextRunAt(WireTime.timestamp(ScriptedOwners.NEXT))
                        .setRevision(1)
                        .build());
        JobDefinition plain = Samples.plain().job().definition();
        assertThat(created().definition())
                .isEqualTo(new JobDefinition(
                        "hello",
                        null,
                        "default",
                        new ScheduleSpec.Cron("0 9 * * *", "UTC"),
                        null,
                        "default",
                        "hello",
                        null,
                        RetryPolicy.DEFAULT,
                        plain.timeout(),
                        null,
                        plain.misfire(),
                        plain.misfireAfter(),
                        plain.overlap(),
                        plain.timing(),
                        null,
                        plain.priority(),
                        null,
                        null,
                        Map.of()));
    }

    @Test
    void every_field_is_taken() {
        jobs.createJob(CreateJobRequest.newBuilder()
                .setJobId(Samples.FULL.toString())
                .setJob(JobSpec.newBuilder()
                        .setName("n")
                        .setKey("k")
                        .setOwnerId("o")
                        .setSchedule("*/5 * * * *")
                        .setTimeZone("Europe/Berlin")
                        .setPayloadJson(ByteString.copyFromUtf8("{\"a\" : 1}"))
                        .setPool("p")
                        .setHandler("h")
                        .setHttp(io.carillon.proto.v1.HttpTarget.newBuilder()
                                .setUrl("https://example.org/x")
                                .putHeaders("X-A", "1"))
                        .setRetry(RetrySpec.newBuilder()
                                .setMax(7)
                                .setJitter(0.5)
                                .setExponential(ExponentialBackoff.newBuilder()
                                        .setInitial(Duration.newBuilder()
                                                .setSeconds(1)
                                                .setNanos(500_000_000))
                                        .setFactor(3)
                                        .setMax(seconds(600))))
                        .setTimeout(seconds(10))
                        .setStartBefore(seconds(20))
                        .setMisfire("run_all")
                        .setMisfireAfter(seconds(30))
                        .setOverlap("queue_one")
                        .setTiming("flexible")
                        .setJitter(seconds(40))
                        .setPriority(0)
                        .setStartsAt(Timestamp.newBuilder().setSeconds(1))
                        .setEndsAt(Timestamp.newBuilder().setSeconds(4_000_000_000L))
                        .putLabels("team_s", "blue"))
                .build());

        assertThat(created().jobId()).isEqualTo(Samples.FULL);
        assertThat(created().definition())
                .isEqualTo(new JobDefinition(
                        "n",
                        "k",
                        "o",
                        new ScheduleSpec.Cron("*/5 * * * *", "Europe/Berlin"),
                        Payload.ofJson("{\"a\" : 1}"),
                        "p",
                        "h",
                        new HttpTarget("https://example.org/x", "POST", Map.of("X-A", "1")),
                        new RetryPolicy(
                                7,
                                new Backoff.Exponential(
                                        java.time.Duration.ofMillis(1500), 3, java.time.Duration.ofMinutes(10), 0.5)),
                        java.time.Duration.ofSeconds(10),
                        java.time.Duration.ofSeconds(20),
                        MisfirePolicy.RUN_ALL,
                        java.time.Duration.ofSeconds(30),
                        OverlapPolicy.QUEUE_ONE,
                        Timing.FLEXIBLE,
                        java.time.Duration.ofSeconds(40),
                        0,
                        Instant.ofEpochSecond(1),
                        Instant.ofEpochSecond(4_000_000_000L),
                        Map.of("team_s", "blue")));
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND, NOT_FOUND, not_found",
        "DELETED, FAILED_PRECONDITION, job_deleted",
        "ID_TAKEN, ALREADY_EXISTS, id_taken",
        "KEY_TAKEN, ALREADY_EXISTS, key_taken",
        "JOBS_FULL, RESOURCE_EXHAUSTED, quota_exceeded",
        "EXACT_JOBS_FULL, RESOURCE_EXHAUSTED, quota_exceeded",
        "NEVER_DUE, INVALID_ARGUMENT, invalid_request",
        "NOT_CANCELLABLE, FAILED_PRECONDITION, run_not_cancellable",
        "NOT_DEAD, FAILED_PRECONDITION, run_not_dead",
        "STORE_UNAVAILABLE, UNAVAILABLE, store_unavailable",
        "NOT_OWNER, UNAVAILABLE, shard_moving",
        "OVERLOADED, UNAVAILABLE, overloaded",
    })
    void a_refusal_of_the_owner_has_its_status(Refusal refusal, Status.Code code, String type) {
        owners.answerNext(new JobReply.Refused(refusal, "because"));

        StatusRuntimeException failure =
                failure(stub -> stub.createJob(create(spec -> spec.setName("n").setSchedule("@daily"))));

        assertThat(failure.getStatus().getCode()).isEqualTo(code);
        assertThat(BadGrpcCall.detail(failure).getType()).isEqualTo(type);
        assertThat(BadGrpcCall.detail(failure).hasRetryAfter()).isEqualTo(code == Status.Code.UNAVAILABLE);
    }

    @Test
    void what_is_shown_can_be_sent_again() {
        for (var sample : List.of(Samples.plain(), Samples.full())) {
            Job job = jobs.getJob(GetJobRequest.newBuilder()
                    .setJobId(sample.job().id().toString())
                    .build());
            jobs.createJob(CreateJobRequest.newBuilder().setJob(job.getSpec()).build());
            assertThat(created().definition()).isEqualTo(sample.job().definition());
        }
    }

    @Test
    void a_job_is_shown_with_its_state() {
        Job job = jobs.getJob(
                GetJobRequest.newBuilder().setJobId(Samples.FULL.toString()).build());
        assertThat(job.getStatus()).isEqualTo("paused");
        assertThat(job.getRevision()).isEqualTo(7);
        assertThat(job.getNextRunAt().getSeconds() - job.getNextNominalAt().getSeconds())
                .isEqualTo(17);
        assertThat(job.getLastRun().getRunId()).isEqualTo(Samples.RETRIED.toString());
        assertThat(job.getLastRun().getStatus()).isEqualTo("succeeded");
    }

    @Test
    void a_run_is_shown_with_its_failed_attempts_and_its_result() {
        Run run = jobs.getRun(
                GetRunRequest.newBuilder().setRunId(Samples.RETRIED.toString()).build());
        assertThat(run.getStatus()).isEqualTo("succeeded");
        assertThat(run.getTerminal()).isTrue();
        assertThat(run.getFencingToken()).isEqualTo(43);
        assertThat(run.getAttemptsList()).hasSize(1);
        assertThat(run.getAttempts(0).getEnd()).isEqualTo("failed");
        assertThat(run.getAttempts(0).getError().getMessage()).isEqualTo("connection reset");
        assertThat(run.getResultJson().toStringUtf8()).isEqualTo("{\"rows\":3}");
        assertThat(run.getProgress().getFraction()).isEqualTo(0.25);
        assertThat(run.getProgress().getMessage()).isEqualTo("rows 1 to 3");
        assertThat(run.getCheckpoint().getBytes()).isEqualTo(17);
        assertThat(run.getLogsList()).singleElement().satisfies(log -> {
            assertThat(log.getDropped()).isEqualTo(7);
            assertThat(log.getLines(0).getText()).isEqualTo("connecting");
        });
    }

    @Test
    void lists_have_cursors() {
        ListJobsResponse first =
                jobs.listJobs(ListJobsRequest.newBuilder().setLimit(2).build());
        assertThat(first.getJobsCount()).isEqualTo(2);
        ListJobsResponse last = jobs.listJobs(
                ListJobsRequest.newBuilder().setCursor(first.getNextCursor()).build());
        assertThat(last.getNextCursor()).isEmpty();
        assertThat(rows.limit).isEqualTo(100);

        ListRunsResponse runs = jobs.listRuns(ListRunsRequest.newBuilder()
                .setJobId(Samples.FULL.toString())
                .setStatus("succeeded")
                .build());
        assertThat(runs.getRunsCount()).isEqualTo(1);
        assertThat(rows.runFilter).isEqualTo(new RunFilter(Samples.FULL, null, null, RunStatus.SUCCEEDED, null, null));
    }

    @Test
    void what_is_not_there_is_not_found() {
        String stranger = "01890000-0000-7000-8000-00000000ffff";
        assertThat(failure(stub -> stub.getJob(
                                GetJobRequest.newBuilder().setJobId(stranger).build()))
                        .getStatus()
                        .getCode())
                .isEqualTo(Status.Code.NOT_FOUND);
        assertThat(failure(stub -> stub.getRun(
                                GetRunRequest.newBuilder().setRunId(stranger).build()))
                        .getStatus()
                        .getCode())
                .isEqualTo(Status.Code.NOT_FOUND);
    }

    @Test
    void without_the_store_calls_may_be_repeated() {
        rows.away = true;
        StatusRuntimeException failure = failure(stub -> stub.listJobs(ListJobsRequest.getDefaultInstance()));
        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(BadGrpcCall.detail(failure).getType()).isEqualTo("store_unavailable");
    }

    @Test
    void what_is_not_foreseen_is_internal_and_keeps_its_particulars_to_itself() {
        owners.answerNext(new JobReply.Done());
        StatusRuntimeException failure =
                failure(stub -> stub.createJob(create(spec -> spec.setName("n").setSchedule("@daily"))));
        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
        assertThat(failure.getStatus().getDescription()).doesNotContain("Exception", "Done");
    }

    @Test
    void commands_reach_their_owner() {
        String job = Samples.PLAIN.toString();
        jobs.pauseJob(PauseJobRequest.newBuilder().setJobId(job).setHold(true).build());
        jobs.resumeJob(ResumeJobRequest.newBuilder().setJobId(job).build());
        jobs.deleteJob(DeleteJobRequest.newBuilder()
                .setJobId(job)
                .setCancelRunning(true)
                .build());
        jobs.cancelRun(CancelRunRequest.newBuilder()
                .setRunId(Samples.WAITING.toString())
                .build());
        jobs.triggerJob(
                TriggerJobRequest.newBuilder().setJobId(job).setRequestId("r").build());

        Principal anonymous = Principal.ANONYMOUS;
        assertThat(owners.asked)
                .containsExactly(
                        new JobCommand.Pause(anonymous, Samples.PLAIN, true),
                        new JobCommand.Resume(anonymous, Samples.PLAIN),
                        new JobCommand.Delete(anonymous, Samples.PLAIN, true),
                        new JobCommand.CancelRun(anonymous, Samples.WAITING),
                        new JobCommand.TriggerNow(anonymous, Samples.PLAIN, null, "r"));
    }

    private StatusRuntimeException failure(Function<JobServiceBlockingStub, Object> badCall) {
        return Objects.requireNonNull(catchThrowableOfType(StatusRuntimeException.class, () -> badCall.apply(jobs)));
    }

    private JobCommand.Create created() {
        return (JobCommand.Create) owners.asked.get(owners.asked.size() - 1);
    }

    private static CreateJobRequest create(Consumer<JobSpec.Builder> change) {
        JobSpec.Builder spec = JobSpec.newBuilder();
        change.accept(spec);
        return CreateJobRequest.newBuilder().setJob(spec).build();
    }

    private static Duration seconds(long seconds) {
        return Duration.newBuilder().setSeconds(seconds).build();
    }
}
