package io.carillon.domain.ledger;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobStatus;
import java.time.Instant;

/**
 * A definition with what must be known of its job to say what it owes.
 *
 * @param status of the job now
 * @param plannedThrough of the job now
 */
public record JobRevision(JobId job, JobStatus status, Instant plannedThrough, Revision revision) {}
