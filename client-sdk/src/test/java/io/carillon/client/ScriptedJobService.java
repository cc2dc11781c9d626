package io.carillon.client;

import io.carillon.client.call.ErrorTrailer;
import io.carillon.proto.v1.BackfillJobRequest;
import io.carillon.proto.v1.BackfillJobResponse;
import io.carillon.proto.v1.BackfillRun;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobResponse;
import io.carillon.proto.v1.ErrorDetail;
import io.carillon.proto.v1.GetRunRequest;
import io.carillon.proto.v1.JobServiceGrpc;
import io.carillon.proto.v1.ListJobsRequest;
import io.carillon.proto.v1.ListJobsResponse;
import io.carillon.proto.v1.PauseJobRequest;
import io.carillon.proto.v1.PauseJobResponse;
import io.carillon.proto.v1.PutJobRequest;
import io.carillon.proto.v1.PutJobResponse;
import io.carillon.proto.v1.Run;
import io.carillon.proto.v1.TriggerJobRequest;
import io.carillon.proto.v1.TriggerJobResponse;
import io.carillon.proto.v1.UpdateJobRequest;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A member in the same process. It keeps what it was asked, and answers each call by the next step of its script; without
 * one, well.
 */
final class ScriptedJobService extends JobServiceGrpc.JobServiceImplBase implements AutoCloseable {
    private static final Object SILENCE = new Object();

    final List<Object> requests = new CopyOnWriteArrayList<>();
    private final Deque<Object> script = new ConcurrentLinkedDeque<>();
    private final String name;
    private final Server server;

    ScriptedJobService(String name) {
        this.name = name;
        try {
            server = InProcessServerBuilder.forName(name)
                    .addService(this)
                    .build()
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    String name() {
        return name;
    }

    /** Fails the next call. */
    ScriptedJobService then(Status status) {
        script.add(status.asRuntimeException());
        return this;
    }

    ScriptedJobService then(Status status, ErrorDetail detail) {
        Metadata trailers = new Metadata();
        trailers.put(ErrorTrailer.KEY, detail.toByteArray());
        script.add(status.asRuntimeException(trailers));
        return this;
    }

    /** Never answers the next call. */
    ScriptedJobService thenSilence() {
        script.add(SILENCE);
        return this;
    }

    ScriptedJobService thenAnswer(Object message) {
        script.add(message);
        return this;
    }

    @Override
    public void createJob(CreateJobRequest request, StreamObserver<CreateJobResponse> answer) {
        answer(
                request,
                answer,
                () -> CreateJobResponse.newBuilder()
                        .setJobId(request.getJobId())
                        .setRevision(1)
                        .build());
    }

    @Override
    public void triggerJob(TriggerJobRequest request, StreamObserver<TriggerJobResponse> answer) {
        answer(
                request,
                answer,
                () -> TriggerJobResponse.newBuilder()
                        .setRunId("01890000-0000-8000-8000-000000000001")
                        .build());
    }

    @Override
    public void updateJob(UpdateJobRequest request, StreamObserver<io.carillon.proto.v1.Job> answer) {
        answer(request, answer, () -> jobOf(request.getJobId(), request.getJob()));
    }

    @Override
    public void putJob(PutJobRequest request, StreamObserver<PutJobResponse> answer) {
        answer(
                request,
                answer,
                () -> PutJobResponse.newBuilder()
                        .setJob(jobOf(request.getJobId(), request.getJob()))
                        .setCreated(true)
                        .build());
    }

    @Override
    public void backfillJob(BackfillJobRequest request, StreamObserver<BackfillJobResponse> answer) {
        answer(
                request,
                answer,
                () -> BackfillJobResponse.newBuilder()
                        .addRuns(BackfillRun.newBuilder().setNominalAt(request.getFrom()))
                        .setContinueFrom(request.getTo())
                        .build());
    }

    private static io.carillon.proto.v1.Job jobOf(String id, io.carillon.proto.v1.JobSpec spec) {
        return io.carillon.proto.v1.Job.newBuilder()
                .setJobId(id)
                .setSpec(spec.toBuilder().setName("n").setSchedule("@daily"))
                .setStatus("active")
                .setRevision(2)
                .build();
    }

    @Override
    public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> answer) {
        answer(request, answer, ListJobsResponse::getDefaultInstance);
    }

    @Override
    public void pauseJob(PauseJobRequest request, StreamObserver<PauseJobResponse> answer) {
        answer(request, answer, PauseJobResponse::getDefaultInstance);
    }

    @Override
    public void getRun(GetRunRequest request, StreamObserver<Run> answer) {
        answer(
                request,
                answer,
                () -> Run.newBuilder()
                        .setRunId(request.getRunId())
                        .setJobId(request.getRunId())
                        .build());
    }

    @SuppressWarnings("unchecked")
    private <A> void answer(Object request, StreamObserver<A> answer, Supplier<A> otherwise) {
        requests.add(request);
        Object step = script.poll();
        if (step == SILENCE) {
            return;
        }
        if (step instanceof StatusRuntimeException failure) {
            answer.onError(failure);
            return;
        }
        answer.onNext(step != null ? (A) step : otherwise.get());
        answer.onCompleted();
    }

    <M> List<M> requestsOf(Class<M> type) {
        return requests.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
