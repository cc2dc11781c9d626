package io.carillon.verify.check;

import java.time.Duration;

/**
 * How much is forgiven, all of it.
 *
 * @param clock how far the product's reckoning of the store's clock may differ from the recorder's, beside the recorder's own error
 * @param early a call may come so much before its due time, beside the recorder's own error
 * @param lateMax of a call that no fault touched
 * @param lateP99 of all those calls
 * @param recovery of quiet time, in which no fault is going on, that a call touched by a fault may wait; also for a retry beyond its wait
 * @param unknownReach so long after its caller gave up a request without an answer may still be carried out
 */
public record Tolerances(
        Duration clock, Duration early, Duration lateMax, Duration lateP99, Duration recovery, Duration unknownReach) {

    /** Two cores that run everything at once. */
    public static final Tolerances DEFAULT = new Tolerances(
            Duration.ofMillis(100),
            Duration.ofMillis(20),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2),
            Duration.ofSeconds(30),
            Duration.ofSeconds(90));

    public Tolerances withLate(Duration max, Duration p99) {
        return new Tolerances(clock, early, max, p99, recovery, unknownReach);
    }

    public Tolerances withRecovery(Duration newRecovery) {
        return new Tolerances(clock, early, lateMax, lateP99, newRecovery, unknownReach);
    }
}
