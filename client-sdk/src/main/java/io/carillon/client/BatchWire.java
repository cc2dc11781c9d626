package io.carillon.client;

import io.carillon.client.call.ClientClock;
import io.carillon.client.call.ErrorTrailer;
import io.carillon.proto.v1.CreateJobError;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobResult;
import io.carillon.proto.v1.CreateJobsRequest;
import io.carillon.proto.v1.CreateJobsResponse;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Jobs by the many on the wire. */
final class BatchWire {

    private BatchWire() {}

    static CreateJobRequest job(JobRequest request, ClientClock clock) {
        UUID jobId = request.jobId() != null ? request.jobId() : Uuid7.next(clock);
        return CreateJobRequest.newBuilder()
                .setJobId(jobId.toString())
                .setJob(SpecWire.toWire(request.spec()))
                .build();
    }

    static CreateJobsRequest jobs(List<JobRequest> requests, ClientClock clock) {
        CreateJobsRequest.Builder wire = CreateJobsRequest.newBuilder();
        requests.forEach(request -> wire.addJobs(job(request, clock)));
        return wire.build();
    }

    /** @throws IllegalArgumentException if there is not one result for each job */
    static List<JobResult> results(CreateJobsRequest asked, CreateJobsResponse answer) {
        if (answer.getResultsCount() != asked.getJobsCount()) {
            throw new IllegalArgumentException(
                    answer.getResultsCount() + " results for " + asked.getJobsCount() + " jobs");
        }
        List<JobResult> results = new ArrayList<>(asked.getJobsCount());
        for (int i = 0; i < asked.getJobsCount(); i++) {
            results.add(result(UUID.fromString(asked.getJobs(i).getJobId()), answer.getResults(i)));
        }
        return results;
    }

    private static JobResult result(UUID jobId, CreateJobResult wire) {
        return switch (wire.getResultCase()) {
            case CREATED -> new JobResult(jobId, AnswerWire.created(wire.getCreated()), null);
            case ERROR -> new JobResult(jobId, null, failure(wire.getError()));
            case RESULT_NOT_SET -> throw new IllegalArgumentException("a result without a result");
        };
    }

    private static CarillonException failure(CreateJobError wire) {
        Metadata trailers = new Metadata();
        trailers.put(ErrorTrailer.KEY, wire.getDetail().toByteArray());
        return ErrorMapping.toException(Status.fromCodeValue(wire.getCode())
                .withDescription(wire.getDetail().getDetail())
                .asRuntimeException(trailers));
    }
}
