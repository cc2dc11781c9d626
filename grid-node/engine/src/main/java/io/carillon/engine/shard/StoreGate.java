package io.carillon.engine.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether the store is worth asking. After a failure it is left alone for a moment that doubles with each further one;
 * the first call after that is the probe. Writes in doubt are repeated at the same pace.
 */
final class StoreGate {

    private static final Duration PAUSE_MIN = Duration.ofMillis(100);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

    private final Set<Integer> suspects = new HashSet<>();
    private Duration pause = Duration.ZERO;
    private Instant closedUntil = Instant.MIN;

    /** The pause before the n-th repeat in a row, from 1. */
    static Duration pauseBefore(int repeat) {
        Duration doubled = PAUSE_MIN.multipliedBy(1L << Math.min(repeat - 1, 10));
        return doubled.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : doubled;
    }

    boolean open(Instant now) {
        return !now.isBefore(closedUntil);
    }

    void answered() {
        suspects.clear();
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

    /**
     * A write that goes to the store by way of the grid's partition of this shard has failed. If it is the only one since
     * the store has last answered, the partition is as likely to be at fault, as it is while it moves to another member:
     * no reason to keep the other shards waiting.
     */
    void failedOnItsWay(int shard, Instant now) {
        suspects.add(shard);
        if (suspects.size() > 1) {
            failed(now);
        }
    }
}
