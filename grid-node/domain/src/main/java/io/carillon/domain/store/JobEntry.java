package io.carillon.domain.store;

import io.carillon.domain.job.Job;

/**
 * What the map of jobs holds.
 *
 * @param durable the database holds this very version already, so storing the entry is nothing to do; false: the entry
 *     becomes visible only after its batch (see {@link PendingBatches}, under the job's write id) has been written
 */
public record JobEntry(Job job, boolean durable) {

    /** A job as read from the database, or as written by a batch that has succeeded. */
    public static JobEntry durable(Job job) {
        return new JobEntry(job, true);
    }

    /** A job on its way to the database. */
    public static JobEntry pending(Job job) {
        return new JobEntry(job, false);
    }
}
