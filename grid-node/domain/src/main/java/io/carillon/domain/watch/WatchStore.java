package io.carillon.domain.watch;

import io.carillon.domain.id.JobId;
import io.carillon.domain.schedule.Zones;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The questions of a watch, each of bounded cost whatever the size of the tables. Blocks; throws {@link
 * StoreUnavailableException}. Thread-safe, though whoever asks waits for whoever has asked before.
 */
public interface WatchStore {

    /** The store's own clock, which no member disciplines. */
    Instant now();

    /**
     * Jobs with a due time before {@code dueBefore}, of each shard those that have waited longest.
     *
     * @param perShard at most
     */
    List<OverdueJob> overdue(Instant dueBefore, int perShard);

    /** Those of these jobs that have at least so many live runs: they may be waiting for workers. */
    Set<JobId> withLiveRuns(Collection<JobId> jobs, int atLeast);

    /**
     * Runs that are running though their time limit is over by more than {@code beyond}, among those of each shard that have
     * been due longest.
     *
     * @param perShard live runs looked at, at most
     */
    List<OverlongRun> overlong(Instant now, Duration beyond, int perShard);

    /**
     * The next page of the walk over all jobs.
     *
     * @param after null: from the beginning
     * @param limit jobs looked at, at most
     */
    SilentPage silent(@Nullable JobId after, int limit);

    /**
     * By pool, how many slots it could use by then: runs that are at work, that wait for a worker or a retry, and jobs that
     * fall due.
     *
     * @param perShard counted of each of the two, at most
     */
    Map<String, Long> demand(Instant by, int perShard);

    /** For counting occurrences again, on the watch's own connection. */
    LedgerStore ledger();

    /** The rules of time zones that definitions were planned by. */
    Zones zones();
}
