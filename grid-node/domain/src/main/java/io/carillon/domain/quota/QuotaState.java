package io.carillon.domain.quota;

import org.jspecify.annotations.Nullable;

/**
 * An owner's quota, and what of it is used.
 *
 * @param jobs jobs that are not deleted; null: nobody counts them, as there is no limit
 * @param exactJobs jobs that count against {@link OwnerQuota#maxExactJobs}
 */
public record QuotaState(OwnerQuota quota, @Nullable Long jobs, long exactJobs) {}
