package io.carillon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.carillon.proto.v1.BackfillJobRequest;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.ErrorDetail;
import io.carillon.proto.v1.ListJobsRequest;
import io.carillon.proto.v1.ListJobsResponse;
import io.carillon.proto.v1.PauseJobRequest;
import io.carillon.proto.v1.PutJobRequest;
import io.carillon.proto.v1.TriggerJobRequest;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class CarillonClientTest {
    private static final UUID JOB = UUID.fromString("01890000-0000-7000-8000-000000000001");
    private static final JobRequest REQUEST =
            JobRequest.named("n").oneOff(Instant.EPOCH).build();

    private final List<AutoCloseable> open = new ArrayList<>();
    private ScriptedJobService member;
    private ScriptedJobService other;

    @BeforeAll
    static void be_patient_on_a_busy_machine() {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
    }

    @BeforeEach
    void start_members(TestInfo test) {
        member = opened(new ScriptedJobService(test.getDisplayName() + "-1"));
        other = opened(new ScriptedJobService(test.getDisplayName() + "-2"));
    }

    @AfterEach
    void close_everything() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void job_and_request_ids_are_chosen_by_the_client_and_time_ordered() {
        CarillonClient client = client(member);

        CreatedJob created = client.createJob(REQUEST);
        client.createJob(REQUEST);
        client.triggerJob(JOB);

        assertThat(created.jobId().version()).isEqualTo(7);
        assertThat(created.jobId().variant()).isEqualTo(2);
        assertThat(member.requestsOf(CreateJobRequest.class))
                .extracting(CreateJobRequest::getJobId)
                .doesNotHaveDuplicates()
                .first()
                .isEqualTo(created.jobId().toString());
        assertThat(member.requestsOf(TriggerJobRequest.class))
                .singleElement()
                .satisfies(trigger -> assertThat(trigger.getRequestId()).isNotEmpty());
    }

    @Test
    void ids_of_the_user_are_kept() {
        CarillonClient client = client(member);

        client.createJob(JobRequest.named("n").jobId(JOB).oneOff(Instant.EPOCH).build());
        client.triggerJob(TriggerRequest.of(JOB).withRequestId("mine").withPayload("[1]"));

        assertThat(member.requestsOf(CreateJobRequest.class))
                .extracting(CreateJobRequest::getJobId)
                .containsExactly(JOB.toString());
        assertThat(member.requestsOf(TriggerJobRequest.class)).singleElement().satisfies(trigger -> {
            assertThat(trigger.getRequestId()).isEqualTo("mine");
            assertThat(trigger.getPayloadJson().toStringUtf8()).isEqualTo("[1]");
        });
    }

    @Test
    void repeated_create_carries_the_same_job_id() {
        member.then(Status.UNAVAILABLE).then(Status.UNAVAILABLE);

        CreatedJob created = client(member).createJob(REQUEST);

        assertThat(member.requestsOf(CreateJobRequest.class))
                .hasSize(3)
                .extracting(CreateJobRequest::getJobId)
                .containsOnly(created.jobId().toString());
    }

    @Test
    void repeated_trigger_carries_the_same_request_id() {
        member.then(Status.UNAVAILABLE);

        client(member).triggerJob(JOB);

        assertThat(member.requestsOf(TriggerJobRequest.class)).hasSize(2);
        assertThat(member.requestsOf(TriggerJobRequest.class).stream()
                        .map(TriggerJobRequest::getRequestId)
                        .distinct())
                .hasSize(1);
    }

    @Test
    void member_that_does_not_answer_is_passed_over_within_the_deadline() {
        member.thenSilence();
        other.thenSilence();
        CarillonClient client = opened(builder(member, other)
                .deadline(Duration.ofSeconds(30))
                .attemptTimeout(Duration.ofMillis(100))
                .build());

        assertThat(client.createJob(REQUEST).revision()).isEqualTo(1);
        assertThat(member.requests.size() + other.requests.size()).isEqualTo(3);
    }

    @Test
    void call_fails_over_when_a_member_is_gone() {
        member.close();
        CarillonClient client = client(member, other);

        for (int i = 0; i < 10; i++) {
            client.createJob(REQUEST);
        }

        assertThat(other.requestsOf(CreateJobRequest.class)).hasSize(10);
    }

    @Test
    void calls_are_spread_over_the_members() {
        CarillonClient client = client(member, other);

        for (int i = 0; i < 10; i++) {
            client.createJob(REQUEST);
        }

        assertThat(member.requests).hasSize(5);
        assertThat(other.requests).hasSize(5);
    }

    @Test
    void deadline_bounds_all_attempts_together() {
        for (int i = 0; i < 1_000; i++) {
            member.then(Status.UNAVAILABLE.withDescription("store down"));
        }
        CarillonClient client =
                opened(builder(member).deadline(Duration.ofMillis(400)).build());

        assertThatThrownBy(() -> client.createJob(REQUEST))
                .isInstanceOf(CarillonException.Unavailable.class)
                .hasMessage("store down");
        assertThat(member.requests).hasSizeBetween(2, 10);
    }

    @Test
    void silence_ends_at_the_deadline() {
        member.thenSilence().thenSilence().thenSilence().thenSilence();
        CarillonClient client =
                opened(builder(member).deadline(Duration.ofMillis(300)).build());

        CarillonException failure = catchThrowableOfType(CarillonException.class, () -> client.createJob(REQUEST));

        assertThat(failure).isInstanceOf(CarillonException.Unavailable.class);
        assertThat(failure.type()).isEqualTo("deadline_exceeded");
    }

    @Test
    void refusal_is_not_repeated_and_names_the_fields() {
        member.then(
                Status.INVALID_ARGUMENT,
                ErrorDetail.newBuilder()
                        .setType("validation")
                        .setDetail("1 field is wrong")
                        .addErrors(io.carillon.proto.v1.FieldViolation.newBuilder()
                                .setField("name")
                                .setMessage("must not be empty"))
                        .build());

        CarillonException failure = catchThrowableOfType(
                CarillonException.class, () -> client(member).createJob(REQUEST));

        assertThat(failure).isInstanceOfSatisfying(CarillonException.Invalid.class, invalid -> {
            assertThat(invalid.type()).isEqualTo("validation");
            assertThat(invalid.violations()).containsExactly(new FieldViolation("name", "must not be empty"));
        });
        assertThat(failure.getStackTrace())
                .as("the stack of the caller")
                .anyMatch(frame -> frame.getClassName().equals(CarillonClientTest.class.getName()));
        assertThat(member.requests).hasSize(1);
    }

    @Test
    void future_fails_with_the_typed_exception() {
        member.then(Status.NOT_FOUND);

        assertThatThrownBy(() -> client(member).async().pauseJob(JOB, false).get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(CarillonException.NotFound.class);
    }

    @Test
    void answer_that_makes_no_sense_is_an_internal_error() {
        member.thenAnswer(io.carillon.proto.v1.Run.newBuilder().setRunId("?").build());

        assertThatThrownBy(() -> client(member).getRun(JOB)).isInstanceOf(CarillonException.Internal.class);
    }

    @Test
    void flags_reach_the_member() {
        client(member).pauseJob(JOB, true);

        assertThat(member.requestsOf(PauseJobRequest.class))
                .extracting(PauseJobRequest::getHold)
                .containsExactly(true);
    }

    @Test
    void a_job_is_changed_put_and_backfilled() {
        CarillonClient client = client(member);
        assertThat(client.updateJob(JobUpdate.of(JOB).priority(3)).revision()).isEqualTo(2);
        assertThat(client.putJob(new JobRequest(JOB, REQUEST.spec())).created()).isTrue();
        client.putJob(new JobRequest(JOB, REQUEST.spec()), 7);
        assertThat(member.requestsOf(PutJobRequest.class))
                .extracting(PutJobRequest::hasExpectedRevision)
                .containsExactly(false, true);
        assertThatThrownBy(() -> client.putJob(REQUEST)).isInstanceOf(NullPointerException.class);

        Instant from = Instant.parse("2026-01-01T00:00:00Z");
        BackfillRequest window = BackfillRequest.of(JOB, from, from.plusSeconds(60));
        assertThat(client.backfillJob(window))
                .isEqualTo(new Backfill(List.of(new Backfill.Made(null, from)), from.plusSeconds(60)));
        client.previewBackfill(window.withLimit(5));
        assertThat(member.requestsOf(BackfillJobRequest.class))
                .extracting(BackfillJobRequest::hasRequestId, BackfillJobRequest::getPreview)
                .containsExactly(tuple(true, false), tuple(false, true));
    }

    @Test
    void a_stale_revision_is_a_conflict() {
        member.then(Status.ABORTED);
        assertThatThrownBy(() -> client(member).updateJob(JobUpdate.of(JOB).ifRevision(1)))
                .isInstanceOf(CarillonException.Conflict.class);
    }

    @Test
    void all_jobs_are_fetched_page_by_page_as_they_are_used() {
        member.thenAnswer(page("c1", "a", "b")).thenAnswer(page("c2")).thenAnswer(page("", "c"));
        JobFilter filter =
                JobFilter.ALL.ofOwner("acme").inStatus(JobStatus.PAUSED).withPageSize(2);

        assertThat(client(member).allJobs(filter).map(job -> job.spec().name())).containsExactly("a", "b", "c");

        List<ListJobsRequest> asked = member.requestsOf(ListJobsRequest.class);
        assertThat(asked).extracting(ListJobsRequest::getCursor).containsExactly("", "c1", "c2");
        assertThat(asked).allSatisfy(request -> {
            assertThat(request.getOwnerId()).isEqualTo("acme");
            assertThat(request.getStatus()).isEqualTo("paused");
            assertThat(request.getLimit()).isEqualTo(2);
        });
    }

    @Test
    void later_pages_are_not_fetched_unless_needed() {
        member.thenAnswer(page("c1", "a", "b"));

        assertThat(client(member).allJobs(JobFilter.ALL).findFirst()).isPresent();
        assertThat(member.requests).hasSize(1);
    }

    @Test
    void close_ends_calls_under_way_and_refuses_new_ones() {
        member.thenSilence();
        CarillonClient client = client(member);
        CompletableFuture<CreatedJob> waiting = client.async().createJob(REQUEST);
        await().until(() -> !member.requests.isEmpty());

        client.close();

        assertThat(waiting).isCompletedExceptionally();
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(CarillonException.Cancelled.class);
        assertThatThrownBy(() -> client.createJob(REQUEST)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void close_ends_a_call_that_waits_for_its_next_attempt() {
        ErrorDetail later = ErrorDetail.newBuilder()
                .setRetryAfter(Wire.duration(Duration.ofSeconds(5)))
                .build();
        member.then(Status.UNAVAILABLE, later);
        CarillonClient client = client(member);
        CompletableFuture<CreatedJob> waiting = client.async().createJob(REQUEST);
        await().until(() -> !member.requests.isEmpty());

        client.close();

        assertThatThrownBy(waiting::join).hasCauseInstanceOf(CarillonException.Cancelled.class);
    }

    @Test
    void cancelled_future_gives_the_call_up() {
        for (int i = 0; i < 100; i++) {
            member.then(Status.UNAVAILABLE);
        }
        CompletableFuture<CreatedJob> call = client(member).async().createJob(REQUEST);
        await().until(() -> !member.requests.isEmpty());

        call.cancel(true);

        int sent = member.requests.size();
        await().during(Duration.ofMillis(300)).until(() -> member.requests.size() <= sent + 1);
    }

    @Test
    void interrupted_caller_is_released_and_stays_interrupted() throws Exception {
        member.thenSilence();
        CarillonClient client = client(member);
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                client.createJob(REQUEST);
            } catch (CarillonException e) {
                outcome.complete(Thread.currentThread().isInterrupted() ? e : new AssertionError("flag lost"));
            }
        });
        caller.start();
        await().until(() -> !member.requests.isEmpty());

        caller.interrupt();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(CarillonException.Cancelled.class);
    }

    private static ListJobsResponse page(String nextCursor, String... names) {
        ListJobsResponse.Builder page = ListJobsResponse.newBuilder().setNextCursor(nextCursor);
        for (String name : names) {
            page.addJobs(io.carillon.proto.v1.Job.newBuilder()
                    .setJobId(JOB.toString())
                    .setStatus("active")
                    .setSpec(io.carillon.proto.v1.JobSpec.newBuilder()
                            .setName(name)
                            .setSchedule("@daily")));
        }
        return page.build();
    }

    private CarillonClient client(ScriptedJobService... members) {
        return opened(builder(members).build());
    }

    private static ClientBuilder builder(ScriptedJobService... members) {
        ClientBuilder builder = CarillonClient.builder().channels(InProcessChannelBuilder::forName);
        for (ScriptedJobService each : members) {
            builder.target(each.name());
        }
        return builder;
    }

    private <C extends AutoCloseable> C opened(C closeable) {
        open.add(closeable);
        return closeable;
    }
}
