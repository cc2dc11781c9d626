package io.carillon.domain.store;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import java.time.Instant;
import java.util.Set;

/** The rows that a forecast is counted from. Blocks; throws {@link StoreUnavailableException}. */
public interface ForecastStore {

    /** Takes the rows of a result one after the other. */
    interface Rows {

        /** A job whose next due time lies before the end of the window. */
        void job(int shard, JobId job, JobDefinition definition, Instant plannedThrough, Instant nextDueAt);

        /** The same of a job whose definition cannot be read: it is as if it were not there, for this purpose. */
        void unreadable(int shard, JobId job);

        /** Runs of a pool that exist, have not started and fall due in this minute, but not before now. */
        void claimed(int shard, String pool, Instant minute, long runs);

        /** Runs of a pool that are due by now and have not ended. */
        void open(int shard, String pool, long runs);
    }

    /**
     * All that these shards have until the end of the window, as of one moment.
     *
     * @param openMax of due runs so many are counted in each shard, at most
     */
    void read(Set<Integer> shards, Instant now, Instant until, int openMax, Rows rows);
}
