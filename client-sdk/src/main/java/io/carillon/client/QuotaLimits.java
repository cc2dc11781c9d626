package io.carillon.client;

import org.jspecify.annotations.Nullable;

/**
 * The limits to set for an owner. Null: no limit, or the default.
 *
 * @param maxRunning runs that run at once, over the whole cluster; others wait
 * @param maxJobs jobs that are not deleted
 * @param maxExactJobs jobs of exact timing whose schedules would be flexible otherwise; null: 1,000
 */
public record QuotaLimits(
        @Nullable Integer maxRunning,
        @Nullable Integer maxJobs,
        @Nullable Integer maxExactJobs) {}
