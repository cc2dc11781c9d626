package io.carillon.benchmarks.day;

import io.carillon.domain.job.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of one habit.
 *
 * @param cron in UTC; {@code M} stands for the minutes 1 to 59 and {@code H} for all hours, over which the jobs are spread
 *     evenly; empty: one-offs, spread evenly over the day
 * @param jitter as chosen by the user, null: the default of the timing
 */
record JobKind(
        String name,
        String cron,
        int jobs,
        Timing timing,
        @Nullable Duration jitter) {

    JobKind {
        if (jobs < 0) {
            throw new IllegalArgumentException("jobs must not be negative, were " + jobs);
        }
    }

    boolean isOneOff() {
        return cron.isEmpty();
    }

    JobKind times(double factor) {
        return new JobKind(name, cron, (int) Math.round(jobs * factor), timing, jitter);
    }

    /** The cron texts of its jobs; the jobs are spread evenly over them. */
    List<String> crons() {
        List<String> crons = new ArrayList<>();
        for (int hour = 0; hour < (cron.contains("H") ? 24 : 1); hour++) {
            for (int minute = 1; minute < (cron.contains("M") ? 60 : 2); minute++) {
                crons.add(cron.replace("H", String.valueOf(hour)).replace("M", String.valueOf(minute)));
            }
        }
        return crons;
    }
}
