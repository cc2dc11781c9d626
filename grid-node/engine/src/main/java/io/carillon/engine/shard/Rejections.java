package io.carillon.engine.shard;

import java.time.Duration;

/**
 * How often in a row the store has refused a row for its own sake. After a few times the row is parked: it stays in
 * memory and owed, and is tried once more from time to time, while everything else goes on.
 */
final class Rejections {

    static final Duration PARKED_FOR = Duration.ofMinutes(5);

    private static final int IN_A_ROW_MAX = 3;

    private int inARow;

    void refused() {
        inARow++;
    }

    /** There is no use in trying more often. */
    void park() {
        inARow = IN_A_ROW_MAX;
    }

    void reset() {
        inARow = 0;
    }

    boolean none() {
        return inARow == 0;
    }

    boolean parked() {
        return inARow >= IN_A_ROW_MAX;
    }

    /** The time is over: one more refusal parks it again. */
    void tryAgain() {
        inARow = Math.min(inARow, IN_A_ROW_MAX - 1);
    }
}
