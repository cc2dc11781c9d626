package io.carillon.domain.store;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.ledger.JobAccounts;
import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Marks;
import io.carillon.domain.ledger.RevisionKey;
import io.carillon.domain.ledger.Slice;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /** All definitions there are, by job and revision; reads no more than an index. */
    List<RevisionKey> revisionsAfter(@Nullable RevisionKey after, int limit);

    /** Those of these that were in force at some time of the window. */
    List<JobRevision> revisions(Collection<RevisionKey> keys, Instant from, Instant to);

    /** The rows of each slice, in order. */
    List<Marks> marks(List<Slice> slices);

    /** Those of these shards in which a nominal time before {@code nominal}, due before {@code due}, is not planned yet. */
    Set<Integer> shardsOwing(Set<Integer> shards, Instant nominal, Instant due);
}
