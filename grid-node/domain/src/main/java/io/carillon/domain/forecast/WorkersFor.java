package io.carillon.domain.forecast;

import java.time.Duration;
import java.util.List;

/**
 * How many workers it takes so that what falls due in a minute is worked off within it, judged at the worst minute of a
 * forecast.
 *
 * <p>Runs are taken to start evenly over their minute and to last as long as the average has; those that are open already have it all
 * before them. So it is an estimate, and where due times crowd at the full minute a part of them waits within that minute.
 */
public final class WorkersFor {

    /** Slots are never all busy at the right time; a rule that fills them to the last leaves queues. */
    static final double USE = 0.7;

    private static final double MINUTE_SECONDS = 60;
    /** What divisions may leave above a whole number. */
    private static final double ROUNDING = 1e-9;

    private WorkersFor() {}

    /**
     * @param due by minute
     * @param open runs at work or waiting now
     * @param mean how long a run takes
     * @param slots of one worker
     */
    public static long count(List<Long> due, long open, Duration mean, int slots) {
        double seconds = Math.max(mean.toNanos() / 1e9, 0.001);
        double[] busySeconds = new double[due.size()];
        for (int minute = 0; minute < busySeconds.length; minute++) {
            double runs = due.get(minute) + (minute == 0 ? open : 0);
            double left = seconds;
            for (int at = minute; at < busySeconds.length && left > 0; at++) {
                busySeconds[at] += runs * Math.min(left, MINUTE_SECONDS);
                left -= MINUTE_SECONDS;
            }
        }
        double worst = 0;
        for (double busy : busySeconds) {
            worst = Math.max(worst, busy);
        }
        return (long) Math.ceil(worst / MINUTE_SECONDS / USE / slots - ROUNDING);
    }
}
