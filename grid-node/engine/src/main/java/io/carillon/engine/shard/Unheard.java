package io.carillon.engine.shard;

import java.time.Duration;

/**
 * Attempts in a row that ended before any worker had confirmed them. They count neither as attempts nor as lapses, since the
 * run has mostly not been tried: streams break, workers drain. But a payload that ends its worker's process at once looks the
 * same, so from the third on the run waits between them, longer each time.
 */
final class Unheard {

    private static final int AT_ONCE_MAX = 2;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    private static final Duration LAST_WAIT = Duration.ofMinutes(1);
    private static final int DOUBLINGS_MAX = 6;

    private int inARow;

    void ended() {
        inARow++;
    }

    void confirmed() {
        inARow = 0;
    }

    boolean none() {
        return inARow == 0;
    }

    /** How long the run waits before its next start. */
    Duration pause() {
        if (inARow <= AT_ONCE_MAX) {
            return Duration.ZERO;
        }
        Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(inARow - AT_ONCE_MAX - 1, DOUBLINGS_MAX));
        return wait.compareTo(LAST_WAIT) > 0 ? LAST_WAIT : wait;
    }
}
