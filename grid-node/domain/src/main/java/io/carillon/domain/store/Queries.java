package io.carillon.domain.store;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the API reads: committed rows, never memory. Every query sees only what its principal may see.
 *
 * <p>Blocks for one round trip, bounded by the store's timeouts. Throws {@link StoreUnavailableException}, and {@link
 * IllegalArgumentException} for a cursor it did not make.
 */
public interface Queries {

    Optional<JobView> job(Principal principal, JobId job);

    /** Newest first. */
    Page<JobView> jobs(Principal principal, JobFilter filter, int limit, @Nullable String cursor);

    Optional<RunView> run(Principal principal, RunId run);

    /**
     * Newest nominal time first.
     *
     * @param now tells scheduled, queued and failed runs apart
     */
    Page<RunView> runs(Principal principal, RunFilter filter, Instant now, int limit, @Nullable String cursor);
}
