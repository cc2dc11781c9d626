package io.carillon.domain.store;

import io.carillon.domain.id.RunId;
import io.carillon.domain.run.AttemptEnd;

/** How an attempt ended that did not succeed. */
public record PastAttempt(RunId runId, long fencingToken, AttemptEnd end) {}
