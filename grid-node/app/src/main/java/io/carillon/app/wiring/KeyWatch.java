package io.carillon.app.wiring;

import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.gateway.access.KeyRing;
import io.carillon.member.wiring.StepThread;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the keys of this member as new as the database's, within a second or two, and writes down when they were used. */
final class KeyWatch implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(KeyWatch.class);

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int USE_EVERY = 60;

    private final KeyRing keys;
    private final StepThread thread;
    private int steps;
    private boolean away;

    KeyWatch(KeyRing keys) {
        this.keys = keys;
        this.thread = StepThread.start("carillon-keys", EVERY, this::step);
    }

    private Duration step() {
        try {
            keys.refresh();
            if (steps++ % USE_EVERY == 0) {
                keys.writeUse();
            }
            away = false;
        } catch (StoreUnavailableException e) {
            if (!away) {
                log.warn("API keys cannot be compared with the database; those last heard of stay good for a while");
            }
            away = true;
        }
        return EVERY;
    }

    @Override
    public void close() {
        thread.close();
    }
}
