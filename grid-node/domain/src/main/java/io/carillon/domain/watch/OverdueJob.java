package io.carillon.domain.watch;

import io.carillon.domain.id.JobId;
import java.time.Instant;

/**
 * A job whose next due time has passed.
 *
 * @param version of its row: another one means that somebody has worked on it since
 */
public record OverdueJob(JobId job, long version, Instant dueAt) {}
