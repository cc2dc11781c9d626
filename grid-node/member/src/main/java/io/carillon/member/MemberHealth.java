package io.carillon.member;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a member can do its work: PostgreSQL answers, and what the grid gives it is served. Not up without PostgreSQL,
 * although it goes on by itself when PostgreSQL is back.
 *
 * @param postgresAway why PostgreSQL cannot be used at present; null: it can
 * @param serving whether every shard that the grid gives to this member is read and served
 * @param shards served now
 * @param runsWaiting due, waiting for a worker
 * @param workers connected to this member
 * @param clockErrorBound how far the member's idea of the database's clock may be off
 * @param ended why the member's grid has ended by itself, so that only a new member helps; null: it has not
 */
public record MemberHealth(
        @Nullable String postgresAway,
        boolean serving,
        int shards,
        long runsWaiting,
        int workers,
        Duration clockErrorBound,
        @Nullable String ended) {

    public boolean up() {
        return postgresAway == null && serving && ended == null;
    }
}
