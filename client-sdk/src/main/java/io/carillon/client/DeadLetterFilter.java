package io.carillon.client;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which dead runs to list or redrive; null: all.
 *
 * @param from nominal time, inclusive
 * @param to nominal time, exclusive
 */
public record DeadLetterFilter(
        @Nullable UUID jobId,
        @Nullable String ownerId,
        @Nullable String pool,
        @Nullable Instant from,
        @Nullable Instant to) {

    public static final DeadLetterFilter ALL = new DeadLetterFilter(null, null, null, null, null);

    public static DeadLetterFilter ofJob(UUID id) {
        return new DeadLetterFilter(id, null, null, null, null);
    }

    public DeadLetterFilter ofOwner(String id) {
        return new DeadLetterFilter(jobId, id, pool, from, to);
    }

    public DeadLetterFilter ofPool(String wanted) {
        return new DeadLetterFilter(jobId, ownerId, wanted, from, to);
    }

    public DeadLetterFilter between(Instant first, Instant end) {
        return new DeadLetterFilter(jobId, ownerId, pool, first, end);
    }
}
