package io.carillon.gateway.api;

import io.carillon.domain.job.JobReply;

/** What became of one job of a batch. */
public sealed interface JobOutcome {

    record Made(JobReply.Created created) implements JobOutcome {}

    record Failed(Problem problem) implements JobOutcome {}
}
