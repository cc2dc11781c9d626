package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobRules;
import io.carillon.gateway.api.ScriptedOwners;
import io.carillon.gateway.api.StoredRows;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobResult;
import io.carillon.proto.v1.CreateJobsRequest;
import io.carillon.proto.v1.CreateJobsResponse;
import io.carillon.proto.v1.FieldViolation;
import io.carillon.proto.v1.JobServiceGrpc;
import io.carillon.proto.v1.JobSpec;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobBatchTest {

    private final ScriptedOwners owners = new ScriptedOwners();
    private final FixedTime time = new FixedTime();
    private final JobRules rules = new JobRules(new ScheduleReader());
    private final ExecutorService queries = Executors.newFixedThreadPool(4);
    private final Wire wire = new Wire(endpoint(queries));

    private JobEndpoint endpoint(Executor threads) {
        JobDesk desk = new JobDesk(owners, rules, time, Runnable::run);
        History history = new History(new StoredRows(), time);
        return new JobEndpoint(
                new JobDesks(
                        desk,
                        new BatchDesk(owners, rules, time, Runnable::run),
                        new EditDesk(desk, rules, history, time, threads),
                        new BackfillDesk(desk, history, new ScheduleReader(), time, threads),
                        history),
                time,
                () -> Principal.ANONYMOUS,
                threads);
    }

    /** What a client hears. */
    private static final class Heard implements StreamObserver<CreateJobsResponse> {
        final List<CreateJobsResponse> answers = new ArrayList<>();
        final CompletableFuture<List<CreateJobsResponse>> end = new CompletableFuture<>();

        @Override
        public void onNext(CreateJobsResponse answer) {
            answers.add(answer);
        }

        @Override
        public void onError(Throwable error) {
            end.completeExceptionally(error);
        }

        @Override
        public void onCompleted() {
            end.complete(answers);
        }

        List<CreateJobsResponse> all() throws InterruptedException, ExecutionException, TimeoutException {
            return end.get(30, TimeUnit.SECONDS);
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        wire.close();
        queries.shutdownNow();
        owners.close();
    }

    @Test
    void each_job_has_its_result_in_its_place() {
        owners.answerNext(new JobReply.Refused(Refusal.KEY_TAKEN, "taken"));
        CreateJobsResponse answer = JobServiceGrpc.newBlockingStub(wire.channel)
                .withDeadlineAfter(30, TimeUnit.SECONDS)
                .createJobs(CreateJobsRequest.newBuilder()
                        .addJobs(job("a"))
                        .addJobs(CreateJobRequest.newBuilder().setJobId("17"))
                        .addJobs(job("b"))
                        .build());

        assertThat(answer.getResultsList())
                .extracting(CreateJobResult::getResultCase)
                .containsExactly(
                        CreateJobResult.ResultCase.ERROR,
                        CreateJobResult.ResultCase.ERROR,
                        CreateJobResult.ResultCase.CREATED);
        assertThat(answer.getResults(0).getError().getCode()).isEqualTo(Status.Code.ALREADY_EXISTS.value());
        assertThat(answer.getResults(0).getError().getDetail().getType()).isEqualTo("key_taken");
        assertThat(answer.getResults(1).getError().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
        assertThat(answer.getResults(1).getError().getDetail().getErrorsList())
                .extracting(FieldViolation::getField)
                .contains("job_id", "name");
        assertThat(answer.getResults(2).getCreated().hasNextRunAt()).isTrue();
    }

    @Test
    void a_stream_is_answered_chunk_by_chunk_in_order()
            throws InterruptedException, ExecutionException, TimeoutException {
        Heard heard = new Heard();
        StreamObserver<CreateJobsRequest> chunks =
                JobServiceGrpc.newStub(wire.channel).createJobStream(heard);
        for (int n = 1; n <= 20; n++) {
            CreateJobsRequest.Builder chunk = CreateJobsRequest.newBuilder();
            for (int i = 0; i < n; i++) {
                chunk.addJobs(job("job-" + n));
            }
            chunks.onNext(chunk.build());
        }
        chunks.onCompleted();

        List<CreateJobsResponse> answers = heard.all();
        assertThat(answers).hasSize(20);
        for (int n = 1; n <= 20; n++) {
            assertThat(answers.get(n - 1).getResultsCount()).isEqualTo(n);
        }
        assertThat(owners.asked)
                .hasSize(210)
                .allSatisfy(asked -> assertThat(asked).isInstanceOf(JobCommand.Create.class));
    }

    @Test
    void an_empty_chunk_ends_the_stream_with_the_reason() throws InterruptedException, TimeoutException {
        Heard heard = new Heard();
        StreamObserver<CreateJobsRequest> chunks =
                JobServiceGrpc.newStub(wire.channel).createJobStream(heard);
        chunks.onNext(CreateJobsRequest.newBuilder().addJobs(job("a")).build());
        chunks.onNext(CreateJobsRequest.getDefaultInstance());

        StatusRuntimeException failure = failureOf(heard);
        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.getStatus().getDescription()).contains("jobs: must hold 1 job or more");
        assertThat(heard.answers).hasSize(1);
    }

    @Test
    void no_more_chunks_are_taken_in_than_are_at_work()
            throws InterruptedException, ExecutionException, TimeoutException {
        queries.shutdown();
        List<Runnable> held = new ArrayList<>();
        Wire slow = new Wire(endpoint(task -> {
            synchronized (held) {
                held.add(task);
            }
        }));
        try {
            Heard heard = new Heard();
            StreamObserver<CreateJobsRequest> chunks =
                    JobServiceGrpc.newStub(slow.channel).createJobStream(heard);
            for (int n = 0; n < 10; n++) {
                chunks.onNext(CreateJobsRequest.newBuilder().addJobs(job("a")).build());
            }
            chunks.onCompleted();
            Awaitility.await().until(() -> count(held) == JobStream.CHUNKS_AT_WORK);
            int done = 0;
            while (done < 10) {
                Runnable next = first(held);
                if (next != null) {
                    next.run();
                    done++;
                }
                assertThat(count(held)).isLessThanOrEqualTo(JobStream.CHUNKS_AT_WORK);
            }
            assertThat(heard.all()).hasSize(10);
        } finally {
            slow.close();
        }
    }

    @Test
    void more_batches_and_streams_than_there_is_room_for_are_told_to_come_again()
            throws InterruptedException, ExecutionException, TimeoutException {
        List<Runnable> held = new ArrayList<>();
        Wire slow = new Wire(endpoint(task -> {
            synchronized (held) {
                held.add(task);
            }
        }));
        try {
            CreateJobsRequest batch =
                    CreateJobsRequest.newBuilder().addJobs(job("a")).build();
            List<Heard> calls = new ArrayList<>();
            for (int n = 0; n <= JobEndpoint.BATCHES_MAX; n++) {
                Heard call = new Heard();
                JobServiceGrpc.newStub(slow.channel).createJobs(batch, call);
                calls.add(call);
            }
            Awaitility.await().until(() -> calls.stream().anyMatch(call -> call.end.isDone()));
            Heard refused =
                    calls.stream().filter(call -> call.end.isDone()).findFirst().orElseThrow();
            calls.remove(refused);
            assertThat(failureOf(refused).getStatus().getDescription()).contains("8 batches are under way");
            Awaitility.await().until(() -> count(held) == JobEndpoint.BATCHES_MAX);
            runAll(held);
            for (Heard call : calls) {
                assertThat(call.all()).hasSize(1);
            }
            Heard next = new Heard();
            JobServiceGrpc.newStub(slow.channel).createJobs(batch, next);
            Awaitility.await().until(() -> count(held) == 1);
            runAll(held);
            assertThat(next.all()).hasSize(1);

            List<Heard> streams = new ArrayList<>();
            List<StreamObserver<CreateJobsRequest>> ends = new ArrayList<>();
            for (int n = 0; n < JobEndpoint.STREAMS_MAX; n++) {
                streams.add(new Heard());
                ends.add(JobServiceGrpc.newStub(slow.channel).createJobStream(streams.get(n)));
            }
            Heard none = new Heard();
            StreamObserver<CreateJobsRequest> unused =
                    JobServiceGrpc.newStub(slow.channel).createJobStream(none);
            assertThat(failureOf(none).getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            ends.get(0).onCompleted();
            assertThat(streams.get(0).all()).isEmpty();
            Heard taken = new Heard();
            JobServiceGrpc.newStub(slow.channel).createJobStream(taken).onCompleted();
            assertThat(taken.all()).isEmpty();
        } finally {
            slow.close();
        }
    }

    private static void runAll(List<Runnable> held) {
        for (Runnable next = first(held); next != null; next = first(held)) {
            next.run();
        }
    }

    private static int count(List<Runnable> held) {
        synchronized (held) {
            return held.size();
        }
    }

    private static @Nullable Runnable first(List<Runnable> held) {
        synchronized (held) {
            return held.isEmpty() ? null : held.remove(0);
        }
    }

    private static StatusRuntimeException failureOf(Heard heard) throws InterruptedException, TimeoutException {
        try {
            heard.all();
            throw new AssertionError("the stream has not failed");
        } catch (ExecutionException e) {
            return (StatusRuntimeException) Objects.requireNonNull(e.getCause());
        }
    }

    private static CreateJobRequest job(String name) {
        return CreateJobRequest.newBuilder()
                .setJob(JobSpec.newBuilder().setName(name).setSchedule("0 9 * * *"))
                .build();
    }
}
