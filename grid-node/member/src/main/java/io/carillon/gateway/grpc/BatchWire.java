package io.carillon.gateway.grpc;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobReply;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.JobDraft;
import io.carillon.gateway.api.JobOffer;
import io.carillon.gateway.api.JobOutcome;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.Violations;
import io.carillon.proto.v1.CreateJobRequest;
import io.carillon.proto.v1.CreateJobResponse;
import io.carillon.proto.v1.CreateJobsRequest;
import io.carillon.proto.v1.CreateJobsResponse;
import java.util.List;

/** Jobs by the many and what became of them, as gRPC tells it. */
final class BatchWire {

    private BatchWire() {}

    static List<JobOffer> offers(CreateJobsRequest request) {
        return request.getJobsList().stream().map(BatchWire::offer).toList();
    }

    private static JobOffer offer(CreateJobRequest request) {
        try {
            Violations violations = new Violations();
            JobId chosen = request.hasJobId() ? Ids.jobId("job_id", request.getJobId(), violations) : null;
            JobDraft draft = DraftWire.draft(request.getJob(), violations);
            return new JobOffer.Draft(chosen, draft, violations);
        } catch (ProblemException tooLarge) {
            return new JobOffer.Unreadable(tooLarge.problem());
        }
    }

    static CreateJobsResponse results(List<JobOutcome> outcomes) {
        CreateJobsResponse.Builder answer = CreateJobsResponse.newBuilder();
        for (JobOutcome outcome : outcomes) {
            if (outcome instanceof JobOutcome.Made made) {
                answer.addResultsBuilder().setCreated(created(made.created()));
            } else if (outcome instanceof JobOutcome.Failed failed) {
                answer.addResultsBuilder()
                        .getErrorBuilder()
                        .setCode(WireProblems.status(failed.problem().type())
                                .getCode()
                                .value())
                        .setDetail(WireProblems.detail(failed.problem()));
            }
        }
        return answer.build();
    }

    static CreateJobResponse created(JobReply.Created created) {
        CreateJobResponse.Builder answer = CreateJobResponse.newBuilder()
                .setJobId(created.jobId().toString())
                .setRevision(created.revision())
                .setExisted(created.existed());
        if (created.nextRunAt() != null) {
            answer.setNextRunAt(WireTime.timestamp(created.nextRunAt()));
        }
        return answer.build();
    }
}
