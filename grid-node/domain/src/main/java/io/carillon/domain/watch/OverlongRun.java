package io.carillon.domain.watch;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.time.Instant;

/**
 * A running attempt whose time limit has passed.
 *
 * @param overSince when its time limit, with what was to be allowed beyond it, was over
 */
public record OverlongRun(RunId run, JobId job, int attempt, Instant overSince) {}
