package io.carillon.engine.shard;

import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * When a job is to be claimed: the usual time ahead of its due time, and earlier by the time that those already planned
 * for the same second take at the given pace. So a wave is claimed evenly before its due time instead of at it.
 */
final class ClaimAhead {

    private static final long MICROS_PER_SECOND = 1_000_000L;

    private final long aheadMicros;
    private final long perJobMicros;
    private final long horizonMicros;
    private final Map<Long, Integer> plannedBySecond = new HashMap<>();

    ClaimAhead(Duration ahead, int claimsPerSecond, Duration horizon) {
        this.aheadMicros = ahead.toNanos() / 1_000;
        this.perJobMicros = MICROS_PER_SECOND / claimsPerSecond;
        this.horizonMicros = horizon.toNanos() / 1_000;
    }

    /** Plans one more job for this due time; the instant in microseconds at which to claim it. */
    long plan(Instant dueAt) {
        long due = Micros.of(dueAt);
        int before = plannedBySecond.merge(Math.floorDiv(due, MICROS_PER_SECOND), 1, Integer::sum) - 1;
        return due - Math.min(horizonMicros, aheadMicros + before * perJobMicros);
    }

    /** How far before this due time a claim may be made now. */
    Duration limit() {
        return Duration.ofNanos(horizonMicros * 1_000);
    }

    /** Forgets seconds that have passed. */
    void forgetBefore(Instant now) {
        long second = now.getEpochSecond();
        plannedBySecond.keySet().removeIf(planned -> planned < second);
    }
}
