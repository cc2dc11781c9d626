package io.carillon.app.wiring;

import io.carillon.engine.grid.background.Background;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import java.time.Duration;

/** Starts the member's own PostgreSQL again when it has died: nobody else would. */
final class EmbeddedPostgresKeeper implements AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Background thread = new Background("carillon-postgres-keeper");

    EmbeddedPostgresKeeper(EmbeddedPostgres server) {
        thread.repeat(EVERY, server::revive);
    }

    @Override
    public void close() {
        thread.close();
    }
}
