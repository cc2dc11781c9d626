package io.carillon.engine.shard;

import java.time.Duration;

/**
 * How long a loop waits for others before it acts without them.
 *
 * @param cancelGrace for a worker to stop a run that was cancelled; then the run ends without it
 * @param timeoutGrace beyond an attempt's time limit for its worker to say that it has stopped it; then the attempt ends
 *     as a timeout
 * @param queueDeadline for a queued run that is found nowhere in memory to be an alarm
 */
public record Patience(Duration cancelGrace, Duration timeoutGrace, Duration queueDeadline) {

    public static final Patience DEFAULT =
            new Patience(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMinutes(10));

    public Patience {
        if (cancelGrace.isNegative() || timeoutGrace.isNegative() || queueDeadline.isNegative()) {
            throw new IllegalArgumentException("negative: " + cancelGrace + ", " + timeoutGrace + ", " + queueDeadline);
        }
    }
}
