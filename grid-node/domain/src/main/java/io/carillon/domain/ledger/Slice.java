package io.carillon.domain.ledger;

import io.carillon.domain.id.JobId;
import java.time.Instant;

/** A piece of one job's time: {@code from} inclusive, {@code to} exclusive. */
public record Slice(JobId job, Instant from, Instant to) {}
