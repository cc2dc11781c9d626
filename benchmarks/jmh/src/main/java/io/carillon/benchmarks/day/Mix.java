package io.carillon.benchmarks.day;

import io.carillon.domain.job.Timing;
import java.time.Duration;
import java.util.List;

/** Which jobs there are. */
record Mix(List<JobKind> kinds) {

    /**
     * Ten million jobs that make 100 million runs a day: 1.4 million due in the first minute of each hour, 300,000 of them at
     * its first second and the rest spread over the minute by jitter; half a million at midnight sharp. People like round
     * times, so three quarters of all runs belong to the top of an hour.
     */
    static final Mix STANDARD = new Mix(List.of(
            new JobKind("every minute", "* * * * *", 10_000, Timing.DEFAULT, null),
            new JobKind("every 5 minutes", "*/5 * * * *", 40_000, Timing.DEFAULT, null),
            new JobKind("every 15 minutes", "*/15 * * * *", 40_000, Timing.DEFAULT, null),
            new JobKind("hourly at :00, exact", "0 * * * *", 210_000, Timing.EXACT, null),
            new JobKind("hourly at :00, within a minute", "0 * * * *", 600_000, Timing.FLEXIBLE, Duration.ofMinutes(1)),
            new JobKind("hourly at :00, default jitter", "0 * * * *", 1_500_000, Timing.DEFAULT, null),
            new JobKind("hourly at other minutes", "M * * * *", 350_000, Timing.DEFAULT, null),
            new JobKind("daily at midnight, exact", "0 0 * * *", 200_000, Timing.EXACT, null),
            new JobKind("daily at midnight, default jitter", "0 0 * * *", 1_000_000, Timing.DEFAULT, null),
            new JobKind("daily at other times", "M H * * *", 2_200_000, Timing.DEFAULT, null),
            new JobKind("one-offs", "", 3_000_000, Timing.DEFAULT, null),
            new JobKind("monthly, on another day", "30 3 1 * *", 850_000, Timing.DEFAULT, null)));

    Mix {
        kinds = List.copyOf(kinds);
    }

    /** One wave: so many jobs due at midnight sharp. */
    static Mix wave(int jobs) {
        return new Mix(List.of(new JobKind("at midnight, exact", "0 0 * * *", jobs, Timing.EXACT, null)));
    }

    /** One-offs, so many a second. */
    static Mix steady(int perSecond) {
        return new Mix(List.of(new JobKind("one-offs", "", perSecond * 86_400, Timing.DEFAULT, null)));
    }

    /** The same habits with another number of jobs. */
    Mix times(double factor) {
        return new Mix(kinds.stream().map(kind -> kind.times(factor)).toList());
    }

    int jobs() {
        return kinds.stream().mapToInt(JobKind::jobs).sum();
    }
}
