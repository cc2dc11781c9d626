package io.carillon.engine.shard;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether the store is worth asking. After a failure it is left alone for a moment that doubles with each further one;
 * the first call after that is the probe. Writes in doubt are repeated at the same pace.
 */
final class StoreGate {

    private static final Duration PAUSE_MIN = Duration.ofMillis(100);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

    private Duration pause = Duration.ZERO;
    private Instant closedUntil = Instant.MIN;

    boolean open(Instant now) {
        return !now.isBefore(closedUntil);
    }

    void answered() {
        pause = Duration.ZERO;
        closedUntil = Instant.MIN;
    }

    /** @return how long to wait before the next try */
    Duration failed(Instant now) {
        Duration doubled = pause.isZero() ? PAUSE_MIN : pause.multipliedBy(2);
        pause = doubled.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : doubled;
        closedUntil = now.plus(pause);
        return pause;
    }
}
