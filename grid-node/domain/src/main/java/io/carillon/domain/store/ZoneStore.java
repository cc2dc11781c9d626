package io.carillon.domain.store;

import io.carillon.domain.id.JobId;
import io.carillon.domain.schedule.ZoneBook;
import java.time.Instant;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The rules of time zones that the cluster plans by, and how far the jobs of each shard are planned by the newest ones.
 * Never blocks the caller; futures fail with {@link StoreUnavailableException}. Thread-safe.
 */
public interface ZoneStore {

    /** All that was adopted; empty before the first adoption. */
    CompletableFuture<Optional<ZoneBook>> book();

    /** The newest edition; 0 before the first adoption. */
    CompletableFuture<Integer> edition();

    /**
     * Makes an edition of these rules, all of them or none.
     *
     * @param after the newest edition so far, 0 for none
     * @param version of the tz database that they are from
     * @param changed the zones that are new or have other rules
     * @return false if another edition has come after that one meanwhile
     */
    CompletableFuture<Boolean> adopt(int after, String version, Map<String, ZoneRules> changed, Instant now);

    /** The edition up to which the jobs of each of these shards are planned anew. */
    CompletableFuture<Map<Integer, Integer>> planned(Set<Integer> shards);

    /**
     * Active jobs of a shard that follow a calendar and have a next due time, by that time.
     *
     * @param after the last one seen; null to begin
     */
    CompletableFuture<List<ZonedJob>> jobs(int shard, @Nullable ZonedJob after, int limit);

    /**
     * Notes that all jobs of a shard are planned by an edition; once.
     *
     * @return false if it was noted before, or the shard has another epoch
     */
    CompletableFuture<Boolean> finish(int shard, long epoch, int edition, Tally tally, Instant now);

    /** How far the cluster is with the newest edition. */
    CompletableFuture<Standing> standing();

    /** A job by its zone and the edition that it is planned by. */
    record ZonedJob(JobId id, Instant nextDueAt, String zone, int edition) {}

    /**
     * What planning anew came to.
     *
     * @param jobs planned anew
     * @param moved of these, those whose next time is another one
     */
    record Tally(long jobs, long moved) {
        public static final Tally NONE = new Tally(0, 0);

        public Tally plus(Tally other) {
            return new Tally(jobs + other.jobs, moved + other.moved);
        }
    }

    /**
     * @param shardsBehind shards with jobs that may still be planned by an older edition
     * @param tally of the shards that are done
     */
    record Standing(int edition, int shardsBehind, Tally tally) {}
}
