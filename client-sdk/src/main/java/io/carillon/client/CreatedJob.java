package io.carillon.client;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The answer to creating a job: it is durable.
 *
 * @param nextRunAt null if nothing is due any more
 * @param existed the id named this very job already; also true if an earlier attempt of the same call had arrived
 */
public record CreatedJob(UUID jobId, @Nullable Instant nextRunAt, long revision, boolean existed) {}
