package io.carillon.app.wiring;

import io.carillon.member.wiring.StepThread;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the member's own PostgreSQL again when it has died: nobody else would. */
final class EmbeddedPostgresKeeper implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedPostgresKeeper.class);

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    private final EmbeddedPostgres server;
    private final StepThread thread;

    EmbeddedPostgresKeeper(EmbeddedPostgres server) {
        this.server = server;
        this.thread = StepThread.start("carillon-postgres-keeper", EVERY, this::revive);
    }

    @Override
    public void close() {
        thread.close();
    }

    private Duration revive() {
        try {
            server.revive();
            return EVERY;
        } catch (EmbeddedPostgresException e) {
            log.warn("embedded PostgreSQL does not start, trying again in {}: {}", AFTER_FAILURE, e.getMessage());
            return AFTER_FAILURE;
        }
    }
}
