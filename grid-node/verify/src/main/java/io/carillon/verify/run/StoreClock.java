package io.carillon.verify.run;

import io.carillon.verify.cluster.StoreServer;
import java.time.Duration;

/**
 * Moves the clock by which everything is scheduled. Members know no other than what {@code clock_timestamp()} of PostgreSQL says,
 * and name it without its schema: a function of that name, found first, is their clock. Nothing of the product is changed for it.
 */
final class StoreClock {

    private StoreClock() {}

    /** Before the first member connects. */
    static void move(StoreServer store, Duration offset) {
        long micros = offset.toSeconds() * 1_000_000 + offset.toNanosPart() / 1_000;
        store.execute("CREATE SCHEMA verify_clock");
        store.execute("CREATE FUNCTION verify_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS"
                + " $$ SELECT pg_catalog.clock_timestamp() + interval '" + micros + " microseconds' $$");
        store.execute(
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, verify_clock, pg_catalog',"
                        + " current_database()); END $$");
    }
}
