package io.carillon.engine.port;

import io.carillon.domain.id.RunId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The leases that heartbeats renew: entries of the grid, kept with a TTL that wakes but never decides. Losing one costs
 * at most a lease more of waiting. Never blocks; thread-safe.
 */
public interface Leases {

    record Lease(long fencingToken, Instant expiresAt, String workerId) {}

    record Renewal(RunId runId, long fencingToken) {}

    /** Sets leases of attempts that were accepted. Best effort. */
    void grant(Map<RunId, Lease> leases);

    /** Removes entries of attempts that ended. Best effort. */
    void release(Collection<RunId> runs);

    /** The entries that exist; nothing is changed. */
    CompletableFuture<Map<RunId, Lease>> lookUp(Collection<RunId> runs);

    /**
     * Removes those entries that have expired at {@code now}, each in one step with the look at it, so that nothing can
     * extend what is given up.
     *
     * @return the entries as they were found, removed or not: one that is missing says nothing of its lease
     */
    CompletableFuture<Map<RunId, Lease>> takeExpired(Collection<RunId> runs, Instant now);

    /**
     * Extends existing entries that carry the same token to {@code expiresAt}.
     *
     * @return the runs whose entry is missing or carries another token: their owner must be asked
     */
    CompletableFuture<Set<RunId>> renew(List<Renewal> renewals, Instant expiresAt);
}
