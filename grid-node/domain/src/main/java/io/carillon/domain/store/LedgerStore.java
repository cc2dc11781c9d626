package io.carillon.domain.store;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.ledger.JobAccounts;
import java.time.Instant;
import java.util.Optional;

/** What a recount reads. Blocks; throws {@link StoreUnavailableException}. Thread-safe. */
public interface LedgerStore {

    /**
     * Empty if there is no such job, or not for this principal.
     *
     * @param from inclusive
     * @param to exclusive
     * @param limit of runs, and of skips
     */
    Optional<JobAccounts> accounts(Principal principal, JobId job, Instant from, Instant to, int limit);
}
