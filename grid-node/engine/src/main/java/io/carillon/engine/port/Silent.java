package io.carillon.engine.port;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.time.Instant;

/**
 * A running attempt of which its owner does not know whether its worker has it: nobody has confirmed it here.
 *
 * @param startedAt by the store's clock
 */
public record Silent(RunId runId, JobId jobId, long fencingToken, String workerId, Instant startedAt) {}
