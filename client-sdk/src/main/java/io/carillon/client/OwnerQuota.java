package io.carillon.client;

import org.jspecify.annotations.Nullable;

/**
 * What an owner may have, and what it has. A limit that is null does not exist.
 *
 * @param maxRunning runs that run at once, over the whole cluster; others wait
 * @param maxJobs jobs that are not deleted
 * @param maxExactJobs jobs of exact timing whose schedules would be flexible otherwise
 * @param jobs null while there is no {@code maxJobs}
 * @param exactJobs jobs that count against {@code maxExactJobs}
 */
public record OwnerQuota(
        String ownerId,
        @Nullable Integer maxRunning,
        @Nullable Integer maxJobs,
        int maxExactJobs,
        @Nullable Long jobs,
        long exactJobs) {}
