package io.carillon.domain.ledger;

import io.carillon.domain.id.JobId;

/** One definition of one job. */
public record RevisionKey(JobId job, long revision) {}
