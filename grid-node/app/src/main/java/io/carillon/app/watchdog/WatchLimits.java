package io.carillon.app.watchdog;

import java.time.Duration;

/**
 * From when on something is a finding.
 *
 * @param overdueAfter a due time that nobody has planned
 * @param overlongAfter beyond a run's time limit
 */
public record WatchLimits(Duration overdueAfter, Duration overlongAfter) {

    /** What an owner's loop may take to end a run whose time is over: it compares with the rows every few seconds. */
    private static final Duration SLACK = Duration.ofSeconds(60);

    /** @param timeoutGrace for a worker to stop a run whose time is over */
    public static WatchLimits of(Duration overdueAfter, Duration timeoutGrace) {
        return new WatchLimits(overdueAfter, timeoutGrace.plus(SLACK));
    }
}
