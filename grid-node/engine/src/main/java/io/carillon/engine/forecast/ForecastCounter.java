package io.carillon.engine.forecast;

import io.carillon.domain.forecast.OutlookCount;
import io.carillon.domain.forecast.ShardOutlook;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.plan.DuePerMinute;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.ForecastStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.port.Ownership;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts, for the shards of this member and no others, what falls due in the coming hour, and shows it on the board: those first
 * that were counted longest ago, a few at a time, and no faster than a bounded number of rows a second. So where little is due the
 * forecast is seconds old, and with millions of jobs it is minutes old and costs the database no more.
 *
 * <p>It looks further ahead than the hour that is told, so that the last minutes of it are there also when it is old. For one thread.
 */
public final class ForecastCounter {

    private static final Logger log = LoggerFactory.getLogger(ForecastCounter.class);

    /** Whoever asks is told up to this many. */
    public static final int MINUTES_MAX = 60;

    /** The minutes told, and as many more as the slowest round may take. */
    static final int MINUTES_COUNTED = 80;

    /** Between two counts of a shard, at least. */
    static final Duration REFRESH = Duration.ofSeconds(10);
    /** What stands on the board unchanged is shown again so often, before it would be taken for forgotten. */
    static final Duration SHOWN_AGAIN = Duration.ofMinutes(1);

    /** Of the database, about 10 us each: a hundredth of a core. */
    static final int ROWS_PER_SECOND = 1_000;
    /** A schedule's step takes about a microsecond here. */
    static final int STEPS_PER_SECOND = 20_000;
    /** In one statement, as far as one can know beforehand. */
    static final int ROWS_AT_ONCE = 10_000;
    /** Shards of which nothing is known yet, in one statement. */
    static final int UNKNOWN_AT_ONCE = 64;

    /** Of due runs that have not ended, in each shard. */
    private static final int OPEN_MAX = 2_000;

    private static final Duration AWAY = Duration.ofSeconds(5);

    /** @param shownAt when the board was told last */
    private record Counted(ShardOutlook outlook, long rows, Instant shownAt) {}

    private final ForecastStore store;
    private final DuePerMinute plans;
    private final Ownership ownership;
    private final ForecastBoard board;
    private final TimeSource time;
    private final Map<Integer, Counted> counted = new HashMap<>();
    private volatile Instant oldest = Instant.MAX;

    public ForecastCounter(
            ForecastStore store,
            ScheduleCompiler schedules,
            Ownership ownership,
            ForecastBoard board,
            TimeSource time) {
        this.store = store;
        this.plans = new DuePerMinute(schedules);
        this.ownership = ownership;
        this.board = board;
        this.time = time;
    }

    /**
     * Counts some shards.
     *
     * @return when to call again
     */
    public Duration step() {
        Set<Integer> owned = ownership.mayAct() ? ownership.ownedShards() : Set.of();
        counted.keySet().retainAll(owned);
        Instant now = time.now();
        Set<Integer> next = next(owned, now);
        if (next.isEmpty()) {
            return untilNext(owned, now);
        }
        Round round = new Round(now, next);
        try {
            store.read(next, now, now.plus(Duration.ofMinutes(MINUTES_COUNTED)), OPEN_MAX, round);
        } catch (StoreUnavailableException e) {
            log.debug("the forecast was not counted", e);
            return AWAY;
        }
        show(round.outlooks(), now);
        return round.pause();
    }

    /** How long ago the shard was counted that was counted longest ago; zero if there is none. */
    public Duration age() {
        Instant now = time.now();
        return oldest.equals(Instant.MAX) ? Duration.ZERO : Duration.between(oldest, now);
    }

    private Set<Integer> next(Set<Integer> owned, Instant now) {
        List<Integer> inOrder = owned.stream()
                .filter(shard -> isDue(counted.get(shard), now))
                .sorted(Comparator.<Integer, Instant>comparing(this::countedAt)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        Set<Integer> next = new TreeSet<>();
        long rows = 0;
        for (int shard : inOrder) {
            Counted last = counted.get(shard);
            rows += last == null ? ROWS_AT_ONCE / UNKNOWN_AT_ONCE : last.rows();
            if (!next.isEmpty() && rows > ROWS_AT_ONCE) {
                break;
            }
            next.add(shard);
        }
        return next;
    }

    private static boolean isDue(@Nullable Counted last, Instant now) {
        return last == null || !last.outlook().countedAt().plus(REFRESH).isAfter(now);
    }

    private Instant countedAt(int shard) {
        Counted last = counted.get(shard);
        return last == null ? Instant.MIN : last.outlook().countedAt();
    }

    private Duration untilNext(Set<Integer> owned, Instant now) {
        return owned.stream()
                .map(this::countedAt)
                .min(Comparator.naturalOrder())
                .map(at -> Duration.between(now, at.plus(REFRESH)))
                .filter(wait -> wait.compareTo(Duration.ofSeconds(1)) > 0)
                .orElse(Duration.ofSeconds(1));
    }

    private void show(Collection<Counted> round, Instant now) {
        List<ShardOutlook> news = round.stream()
                .filter(each -> each.shownAt().equals(now))
                .map(Counted::outlook)
                .toList();
        round.forEach(each -> counted.put(each.outlook().shard(), each));
        oldest = counted.values().stream()
                .map(each -> each.outlook().countedAt())
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
        if (!news.isEmpty()) {
            board.show(news);
        }
    }

    /** The rows of one statement. */
    private final class Round implements ForecastStore.Rows {

        private final Instant now;
        private final Map<Integer, OutlookCount> counts = new HashMap<>();
        private final Map<Integer, Long> rows = new HashMap<>();
        private long steps;

        Round(Instant now, Set<Integer> shards) {
            this.now = now;
            shards.forEach(shard -> counts.put(shard, new OutlookCount(plans, shard, now, MINUTES_COUNTED)));
        }

        @Override
        public void job(int shard, JobId job, JobDefinition definition, Instant plannedThrough, Instant nextDueAt) {
            try {
                steps += of(shard, 1).planned(job, definition, plannedThrough, nextDueAt);
            } catch (IllegalArgumentException e) {
                log.debug("the schedule of job={} cannot be read any more", job, e);
            }
        }

        @Override
        public void claimed(int shard, String pool, Instant minute, long runs) {
            of(shard, runs).claimed(pool, minute.truncatedTo(ChronoUnit.MINUTES), runs);
        }

        @Override
        public void open(int shard, String pool, long runs) {
            of(shard, runs).open(pool, runs);
        }

        /** @param read rows that the database has read for it, however few it has handed over */
        private OutlookCount of(int shard, long read) {
            rows.merge(shard, read, Long::sum);
            OutlookCount count = counts.get(shard);
            if (count == null) {
                throw new IllegalStateException("shard " + shard + " was not asked for");
            }
            return count;
        }

        List<Counted> outlooks() {
            return counts.values().stream()
                    .map(OutlookCount::outlook)
                    .map(this::counted)
                    .toList();
        }

        private Counted counted(ShardOutlook outlook) {
            Counted last = ForecastCounter.this.counted.get(outlook.shard());
            long read = rows.getOrDefault(outlook.shard(), 0L);
            if (last != null
                    && last.outlook().saysAs(outlook)
                    && last.shownAt().plus(SHOWN_AGAIN).isAfter(now)) {
                return new Counted(outlook, read, last.shownAt());
            }
            return new Counted(outlook, read, now);
        }

        Duration pause() {
            long all = rows.values().stream().mapToLong(Long::longValue).sum();
            double seconds = (double) all / ROWS_PER_SECOND + (double) steps / STEPS_PER_SECOND;
            return Duration.ofMillis(Math.max(10, (long) (seconds * 1_000)));
        }
    }
}
