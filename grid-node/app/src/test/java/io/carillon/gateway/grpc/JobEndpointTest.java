package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
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
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobRules;
import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.ScriptedOwners;
import io.carillon.gateway.api.StoredRows;
import io.carillon.proto.v1.CancelRunRequest;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobResponse;
import io.carillon.proto.v1.DelayList;
import io.carillon.proto.v1.DeleteJobRequest;
import io.carillon.proto.v1.ErrorDetail;
import io.carillon.proto.v1.ExponentialBackoff;
import io.carillon.proto.v1.FieldViolation;
import io.carillon.proto.v1.GetJobRequest;
import io.carillon.proto.v1.GetRunRequest;
import io.carillon.proto.v1.Job;
import io.carillon.proto.v1.JobServiceGrpc;
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
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JobEndpointTest {

    private final ScriptedOwners owners = new ScriptedOwners();
    private final StoredRows rows = new StoredRows();
    private final FixedTime time = new FixedTime();
    private final ExecutorService queries = Executors.newSingleThreadExecutor();
    private final JobRules rules = new JobRules(new ScheduleReader());
    private final JobDesk desk = new JobDesk(owners, rules, time, Runnable::run);
    private final History history = new History(rows, time);
    private final Wire wire = new Wire(new JobEndpoint(
            desk,
            new BatchDesk(owners, rules, time, Runnable::run),
            new EditDesk(desk, rules, history, time, queries),
            new BackfillDesk(desk, history, new ScheduleReader(), time, queries),
            history,
            time,
            () -> Principal.ANONYMOUS,
            queries));
    private final JobServiceBlockingStub jobs =
            JobServiceGrpc.newBlockingStub(wire.channel).withDeadlineAfter(30, TimeUnit.SECONDS);

    JobEndpointTest() {
        rows.jobs.addAll(List.of(Samples.plain(), Samples.full()));
        rows.runs.addAll(List.of(Samples.retried(), Samples.waiting()));
    }

    @AfterEach
    void close() throws InterruptedException {
        wire.close();
        queries.shutdownNow();
        owners.close();
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

    static Stream<Arguments> bad() {
        return Stream.of(
                bad("name", spec -> spec.setSchedule("@daily")),
                bad("name", spec -> spec.setName("x".repeat(201)).setSchedule("@daily")),
                bad("name", spec -> spec.setName("a\0b").setSchedule("@daily")),
                bad("schedule", spec -> spec.setName("n")),
                bad("schedule", spec -> spec.setName("n").setSchedule("61 * * * *")),
                bad("time_zone", spec -> spec.setName("n").setSchedule("@daily").setTimeZone("Mars")),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder().setSeconds(-1))),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE))),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder().setSeconds(253_402_300_800L))),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder()
                                        .setSeconds(253_402_300_799L)
                                        .setNanos(1_000))),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder().setNanos(-1))),
                bad("payload_json", spec -> daily(spec).setPayloadJson(ByteString.copyFromUtf8("{"))),
                bad("payload_json", spec -> daily(spec).setPayloadJson(ByteString.EMPTY)),
                bad("payload_json", spec -> daily(spec).setPayloadJson(ByteString.copyFrom(new byte[65_537]))),
                bad("timeout", spec -> daily(spec).setTimeout(seconds(0))),
                bad("timeout", spec -> daily(spec).setTimeout(seconds(86_401))),
                bad(
                        "timeout",
                        spec -> daily(spec)
                                .setTimeout(Duration.newBuilder().setSeconds(1).setNanos(-1))),
                bad("timeout", spec -> daily(spec).setTimeout(seconds(Long.MAX_VALUE))),
                bad("start_before", spec -> daily(spec).setStartBefore(seconds(-1))),
                bad("misfire_after", spec -> daily(spec).setMisfireAfter(seconds(-1))),
                bad("misfire", spec -> daily(spec).setMisfire("never")),
                bad("overlap", spec -> daily(spec).setOverlap("")),
                bad("timing", spec -> daily(spec).setTiming("later")),
                bad("jitter", spec -> daily(spec).setJitter(seconds(-1))),
                bad("priority", spec -> daily(spec).setPriority(10)),
                bad("key", spec -> daily(spec).setKey("")),
                bad("pool", spec -> daily(spec).setPool("\u0007")),
                bad("http.url", spec -> daily(spec).setHttp(io.carillon.proto.v1.HttpTarget.getDefaultInstance())),
                bad(
                        "http.method",
                        spec -> daily(spec)
                                .setHttp(io.carillon.proto.v1.HttpTarget.newBuilder()
                                        .setUrl("http://a/")
                                        .setMethod("BREW"))),
                bad(
                        "retry.max",
                        spec -> daily(spec).setRetry(RetrySpec.newBuilder().setMax(-1))),
                bad(
                        "retry.jitter",
                        spec -> daily(spec).setRetry(RetrySpec.newBuilder().setJitter(Double.NaN))),
                bad(
                        "retry.delays",
                        spec -> daily(spec).setRetry(RetrySpec.newBuilder().setDelays(DelayList.getDefaultInstance()))),
                bad(
                        "retry.delays[1]",
                        spec -> daily(spec)
                                .setRetry(RetrySpec.newBuilder()
                                        .setDelays(DelayList.newBuilder()
                                                .addDelays(seconds(1))
                                                .addDelays(seconds(0))))),
                bad(
                        "retry.exponential.initial",
                        spec -> daily(spec)
                                .setRetry(RetrySpec.newBuilder()
                                        .setExponential(ExponentialBackoff.getDefaultInstance()))),
                bad(
                        "retry.exponential.factor",
                        spec -> daily(spec)
                                .setRetry(RetrySpec.newBuilder()
                                        .setExponential(ExponentialBackoff.newBuilder()
                                                .setInitial(seconds(1))
                                                .setFactor(0.5)))),
                bad("labels.a", spec -> daily(spec).putLabels("a", "x".repeat(256))));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void a_bad_job_is_refused_by_the_name_of_its_field(String field, Consumer<JobSpec.Builder> change) {
        JobSpec.Builder spec = JobSpec.newBuilder();
        change.accept(spec);

        StatusRuntimeException failure = failure(stub ->
                stub.createJob(CreateJobRequest.newBuilder().setJob(spec).build()));

        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(detail(failure).getErrorsList())
                .extracting(FieldViolation::getField)
                .containsExactly(field);
        assertThat(owners.asked).isEmpty();
    }

    static Stream<Arguments> badCalls() {
        return Stream.of(
                call(
                        "job_id",
                        stub -> stub.createJob(CreateJobRequest.newBuilder()
                                .setJobId("garbage")
                                .setJob(JobSpec.newBuilder().setName("n").setSchedule("@daily"))
                                .build())),
                call("job_id", stub -> stub.getJob(GetJobRequest.getDefaultInstance())),
                call(
                        "job_id",
                        stub -> stub.deleteJob(DeleteJobRequest.newBuilder()
                                .setJobId("1-1-1-1-1")
                                .build())),
                call("job_id", stub -> stub.pauseJob(PauseJobRequest.getDefaultInstance())),
                call("job_id", stub -> stub.resumeJob(ResumeJobRequest.getDefaultInstance())),
                call("job_id", stub -> stub.triggerJob(TriggerJobRequest.getDefaultInstance())),
                call(
                        "payload_json",
                        stub -> stub.triggerJob(TriggerJobRequest.newBuilder()
                                .setJobId(Samples.PLAIN.toString())
                                .setPayloadJson(ByteString.copyFromUtf8("nope"))
                                .build())),
                call(
                        "request_id",
                        stub -> stub.triggerJob(TriggerJobRequest.newBuilder()
                                .setJobId(Samples.PLAIN.toString())
                                .setRequestId("")
                                .build())),
                call("run_id", stub -> stub.getRun(GetRunRequest.getDefaultInstance())),
                call(
                        "run_id",
                        stub -> stub.cancelRun(
                                CancelRunRequest.newBuilder().setRunId("x").build())),
                call(
                        "limit",
                        stub -> stub.listJobs(
                                ListJobsRequest.newBuilder().setLimit(-1).build())),
                call(
                        "limit",
                        stub -> stub.listRuns(
                                ListRunsRequest.newBuilder().setLimit(1_001).build())),
                call(
                        "status",
                        stub -> stub.listJobs(
                                ListJobsRequest.newBuilder().setStatus("").build())),
                call(
                        "status",
                        stub -> stub.listRuns(
                                ListRunsRequest.newBuilder().setStatus("done").build())),
                call(
                        "name",
                        stub -> stub.listJobs(
                                ListJobsRequest.newBuilder().setName("\0").build())),
                call(
                        "cursor",
                        stub -> stub.listJobs(ListJobsRequest.newBuilder()
                                .setCursor("made-up")
                                .build())),
                call(
                        "from",
                        stub -> stub.listRuns(ListRunsRequest.newBuilder()
                                .setFrom(Timestamp.newBuilder().setSeconds(-5))
                                .build())));
    }

    @ParameterizedTest
    @MethodSource("badCalls")
    void a_bad_call_is_refused_by_the_name_of_its_field(
            String field, Function<JobServiceBlockingStub, Object> badCall) {
        StatusRuntimeException failure = failure(badCall);
        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(detail(failure).getType()).isEqualTo("invalid_request");
        assertThat(detail(failure).getErrorsList())
                .extracting(FieldViolation::getField)
                .containsExactly(field);
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
        assertThat(detail(failure).getType()).isEqualTo(type);
        assertThat(detail(failure).hasRetryAfter()).isEqualTo(code == Status.Code.UNAVAILABLE);
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
        assertThat(detail(failure).getType()).isEqualTo("store_unavailable");
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

    private static ErrorDetail detail(StatusRuntimeException failure) {
        @Nullable Metadata trailers = failure.getTrailers();
        byte[] bytes = Objects.requireNonNull(Objects.requireNonNull(trailers).get(WireProblems.DETAIL));
        try {
            return ErrorDetail.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private static CreateJobRequest create(Consumer<JobSpec.Builder> change) {
        JobSpec.Builder spec = JobSpec.newBuilder();
        change.accept(spec);
        return CreateJobRequest.newBuilder().setJob(spec).build();
    }

    private static JobSpec.Builder daily(JobSpec.Builder spec) {
        return spec.setName("n").setSchedule("@daily");
    }

    private static Duration seconds(long seconds) {
        return Duration.newBuilder().setSeconds(seconds).build();
    }

    private static Arguments bad(String field, Consumer<JobSpec.Builder> change) {
        return arguments(field, change);
    }

    private static Arguments call(String field, Function<JobServiceBlockingStub, Object> badCall) {
        return arguments(field, badCall);
    }
}
