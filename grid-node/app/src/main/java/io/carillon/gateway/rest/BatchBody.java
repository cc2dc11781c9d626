package io.carillon.gateway.rest;

import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.JobOffer;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /jobs:batch}. What is wrong with one job is told in its place. */
final class BatchBody implements JsonFields.Items {

    private final List<JobOffer> offers = new ArrayList<>();

    private BatchBody() {}

    /** @throws ProblemException if the body as a whole is wrong */
    static List<JobOffer> parse(byte[] json) {
        BatchBody body = new BatchBody();
        JsonFields.items(json, "jobs", body);
        return body.offers;
    }

    @Override
    public @Nullable ProblemException object(JsonFields fields, Violations violations) {
        try {
            JobBody job = JobBody.of(fields, violations);
            return add(new JobOffer.Draft(job.jobId(), job.draft(), job.violations()));
        } catch (ProblemException tooLarge) {
            return add(new JobOffer.Unreadable(tooLarge.problem()));
        }
    }

    @Override
    public @Nullable ProblemException refused(Problem problem) {
        return add(new JobOffer.Unreadable(problem));
    }

    private @Nullable ProblemException add(JobOffer offer) {
        offers.add(offer);
        return offers.size() > BatchDesk.JOBS_MAX ? BatchDesk.sizeProblem(offers.size()) : null;
    }
}
