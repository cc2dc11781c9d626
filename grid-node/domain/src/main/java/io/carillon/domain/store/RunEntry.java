package io.carillon.domain.store;

import io.carillon.domain.run.Run;

/**
 * What the map of live runs holds: a mirror of rows. Runs are written through {@link RowWriter} alone, so an entry that
 * is not durable has no way to the database and is refused by the map store.
 *
 * @param durable the database holds this very version already
 */
public record RunEntry(Run run, boolean durable) {

    /** A run as read from the database, or as written by a batch that has succeeded. */
    public static RunEntry durable(Run run) {
        return new RunEntry(run, true);
    }
}
