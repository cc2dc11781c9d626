package io.carillon.engine.shard;

import java.time.Duration;

/**
 * How long an attempt, or a run on its way to a worker, is left alone.
 *
 * @param duration of the lease of a confirmed attempt
 * @param accept how long a worker may take to confirm an assignment
 * @param handOffTimeout after which a run handed to a gateway without a start is offered again
 */
public record LeaseTerms(Duration duration, Duration accept, Duration handOffTimeout) {

    public static final LeaseTerms DEFAULT =
            new LeaseTerms(Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(10));
}
