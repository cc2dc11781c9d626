package io.carillon.client;

import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list; null: all.
 *
 * @param pageSize 1 to 1000
 */
public record JobFilter(
        @Nullable String ownerId,
        @Nullable JobStatus status,
        @Nullable String name,
        @Nullable String pool,
        int pageSize) {
    public static final JobFilter ALL = new JobFilter(null, null, null, null, 100);

    public JobFilter ofOwner(String id) {
        return new JobFilter(id, status, name, pool, pageSize);
    }

    public JobFilter inStatus(JobStatus wanted) {
        return new JobFilter(ownerId, wanted, name, pool, pageSize);
    }

    public JobFilter withName(String wanted) {
        return new JobFilter(ownerId, status, wanted, pool, pageSize);
    }

    public JobFilter ofPool(String wanted) {
        return new JobFilter(ownerId, status, name, wanted, pageSize);
    }

    public JobFilter withPageSize(int size) {
        return new JobFilter(ownerId, status, name, pool, size);
    }
}
