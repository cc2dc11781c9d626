package io.carillon.engine.gateway;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;

/** An attempt as workers name it. */
public record HeldRun(RunId runId, JobId jobId, long fencingToken) {}
