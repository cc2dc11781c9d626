package io.carillon.engine.gateway;

import io.carillon.domain.time.TimeSource;
import io.carillon.engine.port.Credits;
import java.time.Duration;

/**
 * Tells the other members what can run here: soon after it has changed, and once a second all the same, in case it was
 * lost on the way. Driven by {@link #tick}; one thread.
 */
final class CreditFeed {

    private static final long INTERVAL_NANOS = Duration.ofMillis(50).toNanos();
    private static final long REPEAT_NANOS = Duration.ofSeconds(1).toNanos();

    private final Sessions sessions;
    private final Credits credits;
    private final TimeSource time;
    private long told = -1;
    private long toldAtNanos;

    CreditFeed(Sessions sessions, Credits credits, TimeSource time) {
        this.sessions = sessions;
        this.credits = credits;
        this.time = time;
    }

    void tick() {
        long now = time.nanos();
        long changes = sessions.changes();
        long ageNanos = now - toldAtNanos;
        if (told == -1 || ageNanos >= (changes == told ? REPEAT_NANOS : INTERVAL_NANOS)) {
            told = changes;
            toldAtNanos = now;
            credits.advertise(sessions.groups());
        }
    }
}
