package io.carillon.domain.quota;

import org.jspecify.annotations.Nullable;

/**
 * What an owner may have. Null: as much as it likes.
 *
 * @param maxRunning runs that run at once
 * @param maxJobs jobs that are not deleted
 * @param maxExactJobs of these, how many may be due at the same time as the jobs of all others: see {@link ExactJobs}
 */
public record OwnerQuota(
        String ownerId,
        @Nullable Integer maxRunning,
        @Nullable Integer maxJobs,
        int maxExactJobs) {

    public static final int MAX_EXACT_JOBS_DEFAULT = 1_000;

    public OwnerQuota {
        requireNatural("maxRunning", maxRunning);
        requireNatural("maxJobs", maxJobs);
        requireNatural("maxExactJobs", maxExactJobs);
    }

    /** That of an owner for whom nothing was said. */
    public static OwnerQuota ofAnyone(String ownerId) {
        return new OwnerQuota(ownerId, null, null, MAX_EXACT_JOBS_DEFAULT);
    }

    private static void requireNatural(String name, @Nullable Integer value) {
        if (value != null && value < 0) {
            throw new IllegalArgumentException(name + " is negative: " + value);
        }
    }
}
