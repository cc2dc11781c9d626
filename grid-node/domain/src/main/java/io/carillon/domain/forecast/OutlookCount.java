package io.carillon.domain.forecast;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.plan.DuePerMinute;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the rows of one shard into its outlook. Used once, by one thread.
 *
 * <p>A run that was claimed ahead counts in the minute of its due time, its job from the next occurrence on. So nothing is
 * counted twice or missed, if all rows are those of one moment.
 */
public final class OutlookCount {

    private static final class Counts {
        final long[] due;
        long open;

        Counts(int minutes) {
            due = new long[minutes];
        }
    }

    private final DuePerMinute plans;
    private final int shard;
    private final Instant now;
    private final Instant from;
    private final int minutes;
    private final Map<String, Counts> pools = new TreeMap<>();
    private long unreadable;

    /** @param minutes from the one that {@code now} lies in */
    public OutlookCount(DuePerMinute plans, int shard, Instant now, int minutes) {
        this.plans = plans;
        this.shard = shard;
        this.now = now;
        this.from = now.truncatedTo(ChronoUnit.MINUTES);
        this.minutes = minutes;
    }

    /**
     * A job with a next time.
     *
     * @return what it cost, in occurrences
     */
    public long planned(JobId job, JobDefinition definition, Instant plannedThrough, Instant nextDueAt) {
        Counts counts = of(definition.pool());
        if (nextDueAt.isBefore(now)) {
            counts.open++;
        }
        return plans.count(job, definition, plannedThrough, from, now, counts.due);
    }

    /** Runs that exist and are due in this minute, or later in it than now. */
    public void claimed(String pool, Instant minute, long runs) {
        long index = Duration.between(from, minute).toMinutes();
        if (index >= 0 && index < minutes) {
            of(pool).due[(int) index] += runs;
        }
    }

    /** Runs that are due and have not ended. */
    public void open(String pool, long runs) {
        of(pool).open += runs;
    }

    /** A job that cannot be planned by what is stored of it. */
    public void unreadable() {
        unreadable++;
    }

    public ShardOutlook outlook() {
        Map<String, PoolOutlook> found = new TreeMap<>();
        pools.forEach((pool, counts) -> {
            PoolOutlook outlook = new PoolOutlook(trimmed(counts.due), counts.open);
            if (outlook.open() > 0 || !outlook.due().isEmpty()) {
                found.put(pool, outlook);
            }
        });
        return new ShardOutlook(shard, from, now, minutes, found, unreadable);
    }

    private Counts of(String pool) {
        return pools.computeIfAbsent(pool, name -> new Counts(minutes));
    }

    private static List<Long> trimmed(long[] due) {
        int length = due.length;
        while (length > 0 && due[length - 1] == 0) {
            length--;
        }
        List<Long> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            list.add(due[i]);
        }
        return list;
    }
}
