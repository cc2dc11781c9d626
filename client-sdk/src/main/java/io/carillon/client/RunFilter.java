package io.carillon.client;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which runs to list, newest first; null: all.
 *
 * @param from nominal time, inclusive
 * @param to nominal time, exclusive
 * @param pageSize 1 to 1000
 */
public record RunFilter(
        @Nullable UUID jobId,
        @Nullable String ownerId,
        @Nullable String pool,
        @Nullable RunStatus status,
        @Nullable Instant from,
        @Nullable Instant to,
        int pageSize) {
    public static final RunFilter ALL = new RunFilter(null, null, null, null, null, null, 100);

    public static RunFilter ofJob(UUID id) {
        return new RunFilter(id, null, null, null, null, null, 100);
    }

    public RunFilter ofOwner(String id) {
        return new RunFilter(jobId, id, pool, status, from, to, pageSize);
    }

    public RunFilter ofPool(String wanted) {
        return new RunFilter(jobId, ownerId, wanted, status, from, to, pageSize);
    }

    public RunFilter inStatus(RunStatus wanted) {
        return new RunFilter(jobId, ownerId, pool, wanted, from, to, pageSize);
    }

    public RunFilter between(Instant first, Instant end) {
        return new RunFilter(jobId, ownerId, pool, status, first, end, pageSize);
    }

    public RunFilter withPageSize(int size) {
        return new RunFilter(jobId, ownerId, pool, status, from, to, size);
    }
}
