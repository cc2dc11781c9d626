package io.carillon.domain.plan;

import io.carillon.domain.id.JobId;
import java.time.Instant;

/** Consecutive occurrences of one job that made no run, counted. Both ends inclusive, {@code n} at least 1. */
public record SkipRange(
        JobId jobId, long revision, Instant nominalFirst, Instant nominalLast, long n, SkipReason reason) {

    public SkipRange {
        if (n < 1 || nominalLast.isBefore(nominalFirst)) {
            throw new IllegalArgumentException("no skip range: " + nominalFirst + " to " + nominalLast + ", n " + n);
        }
    }
}
