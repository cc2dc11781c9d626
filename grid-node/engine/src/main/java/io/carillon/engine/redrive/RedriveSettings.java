package io.carillon.engine.redrive;

import java.time.Duration;

/**
 * How much a redrive may ask of the others.
 *
 * @param runsPerSecond over all redrives of the cluster, since one member at a time carries them out
 * @param page runs asked for at once, hence the most that is held in memory and repeated after a crash
 * @param waitingMax of a page that still wait for a worker when the next one may come
 * @param patience how long to wait for that; then the next page comes all the same, so that runs nobody takes do not keep
 *     back those behind them
 * @param look how often to look for something to do
 * @param duty for how long a member takes the duty; a dead one's redrives stand still that long
 */
public record RedriveSettings(
        int runsPerSecond, int page, int waitingMax, Duration patience, Duration look, Duration duty) {

    private static final Duration PAUSE_MIN = Duration.ofMillis(50);

    public static final RedriveSettings DEFAULT =
            new RedriveSettings(200, 100, 20, Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofSeconds(30));

    public RedriveSettings {
        if (runsPerSecond < 1 || page < 1 || waitingMax < 0 || waitingMax >= page) {
            throw new IllegalArgumentException(
                    "runsPerSecond " + runsPerSecond + ", page " + page + ", waitingMax " + waitingMax);
        }
    }

    public RedriveSettings withRunsPerSecond(int value) {
        return new RedriveSettings(value, page, waitingMax, patience, look, duty);
    }

    /** Until it is looked again whether workers have taken the last page: about as long as that page was to last. */
    Duration pauseForWorkers() {
        Duration pace = paceOf(page);
        return pace.compareTo(look) > 0 ? look : pace.compareTo(PAUSE_MIN) < 0 ? PAUSE_MIN : pace;
    }

    /** Until so many more may be asked for. */
    Duration paceOf(int runs) {
        return Duration.ofNanos(runs * (1_000_000_000L / runsPerSecond));
    }
}
