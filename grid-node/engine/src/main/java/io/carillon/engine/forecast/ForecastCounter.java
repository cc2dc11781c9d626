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
 * forecast is seconds old, and with millions of jobs it is minutes old and costs the database no more; only where a round over all shards
 * would take longer than the board keeps what it was shown, it goes as much faster as it must.
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
    /** What a shard is taken to have of which nothing is known, once others are known that have less. */
    static final int ROWS_UNKNOWN = ROWS_AT_ONCE / 64;
    /** All shards of a member, without the time that statements take: well below what the board keeps. */
    static final Duration ROUND_MAX = Duration.ofMinutes(10);

    /** Of due runs that have not ended, in each shard. */
    private static final int OPEN_MAX = 2_000;

    private static final Duration AWAY = Duration.ofSeconds(5);

    /**
     * @param rows that the database read for it
     * @param seconds that it costs at the slow pace
     * @param shownAt when the board was told last
     */
    private record Counted(ShardOutlook outlook, long rows, double seconds, Instant shownAt) {}

    private final ForecastStore store;
    private final DuePerMinute plans;
    private final Ownership ownership;
    private final ForecastBoard board;
    private final TimeSource time;
    private final Map<Integer, Counted> counted = new HashMap<>();
    /** Of each shard: since when it is this member's. */
    private final Map<Integer, Instant> owned = new HashMap<>();

    private volatile Instant oldest = Instant.MAX;
    private volatile long unreadable;

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
        Instant now = time.now();
        own(ownership.mayAct() ? ownership.ownedShards() : Set.of(), now);
        Set<Integer> next = next(now);
        if (next.isEmpty()) {
            return untilNext(now);
        }
        Round round = new Round(now, next);
        try {
            store.read(next, now, now.plus(Duration.ofMinutes(MINUTES_COUNTED)), OPEN_MAX, round);
        } catch (StoreUnavailableException e) {
            log.debug("the forecast was not counted", e);
            return AWAY;
        }
        List<Counted> news = round.outcome();
        show(news, now);
        return pause(news);
    }

    /** At the slow pace, or a faster one at which all shards take their turn in time. */
    private Duration pause(List<Counted> round) {
        double all = counted.values().stream().mapToDouble(Counted::seconds).sum() * owned.size() / counted.size();
        double pace = Math.max(1, all / ROUND_MAX.toSeconds());
        double seconds = round.stream().mapToDouble(Counted::seconds).sum() / pace;
        return Duration.ofMillis(Math.max(10, (long) (seconds * 1_000)));
    }

    /**
     * How long ago the shard was counted that was counted longest ago, or came here and has not been counted yet; zero if this member has
     * none.
     */
    public Duration age() {
        Instant since = oldest;
        return since.equals(Instant.MAX) ? Duration.ZERO : Duration.between(since, time.now());
    }

    /** Jobs of this member's shards that the last counts passed over. */
    public long unreadable() {
        return unreadable;
    }

    private void own(Set<Integer> shards, Instant now) {
        counted.keySet().retainAll(shards);
        owned.keySet().retainAll(shards);
        shards.forEach(shard -> owned.putIfAbsent(shard, now));
        sumUp();
    }

    private void sumUp() {
        oldest = owned.entrySet().stream()
                .map(each -> {
                    Counted last = counted.get(each.getKey());
                    return last == null ? each.getValue() : last.outlook().countedAt();
                })
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
        unreadable = counted.values().stream()
                .mapToLong(each -> each.outlook().unreadable())
                .sum();
    }

    private Set<Integer> next(Instant now) {
        List<Integer> inOrder = owned.keySet().stream()
                .filter(shard -> isDue(counted.get(shard), now))
                .sorted(Comparator.<Integer, Instant>comparing(this::countedAt)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        Set<Integer> next = new TreeSet<>();
        long unknown = unknownRows();
        long rows = 0;
        for (int shard : inOrder) {
            Counted last = counted.get(shard);
            rows += last == null ? unknown : last.rows();
            if (!next.isEmpty() && rows > ROWS_AT_ONCE) {
                break;
            }
            next.add(shard);
        }
        return next;
    }

    /** Jobs are spread over shards by chance, so one tells about all; until one is known, each might fill a statement. */
    private long unknownRows() {
        double mean =
                counted.values().stream().mapToLong(Counted::rows).average().orElse(ROWS_AT_ONCE);
        return Math.max(ROWS_UNKNOWN, (long) mean);
    }

    private static boolean isDue(@Nullable Counted last, Instant now) {
        return last == null || !last.outlook().countedAt().plus(REFRESH).isAfter(now);
    }

    private Instant countedAt(int shard) {
        Counted last = counted.get(shard);
        return last == null ? Instant.MIN : last.outlook().countedAt();
    }

    private Duration untilNext(Instant now) {
        return owned.keySet().stream()
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
        sumUp();
        if (!news.isEmpty()) {
            board.show(news);
        }
    }

    /** The rows of one statement. */
    private final class Round implements ForecastStore.Rows {

        private final Instant now;
        private final Map<Integer, OutlookCount> counts = new HashMap<>();
        private final Map<Integer, Long> rows = new HashMap<>();
        private final Map<Integer, Long> steps = new HashMap<>();

        Round(Instant now, Set<Integer> shards) {
            this.now = now;
            shards.forEach(shard -> counts.put(shard, new OutlookCount(plans, shard, now, MINUTES_COUNTED)));
        }

        @Override
        public void job(int shard, JobId job, JobDefinition definition, Instant plannedThrough, Instant nextDueAt) {
            OutlookCount count = of(shard, 1);
            try {
                steps.merge(shard, count.planned(job, definition, plannedThrough, nextDueAt), Long::sum);
            } catch (RuntimeException e) {
                log.debug("the schedule of job={} cannot be read any more", job, e);
                count.unreadable();
            }
        }

        @Override
        public void unreadable(int shard, JobId job) {
            of(shard, 1).unreadable();
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

        List<Counted> outcome() {
            return counts.values().stream()
                    .map(OutlookCount::outlook)
                    .map(this::counted)
                    .toList();
        }

        private Counted counted(ShardOutlook outlook) {
            Counted last = ForecastCounter.this.counted.get(outlook.shard());
            long read = rows.getOrDefault(outlook.shard(), 0L);
            double seconds = (double) read / ROWS_PER_SECOND
                    + (double) steps.getOrDefault(outlook.shard(), 0L) / STEPS_PER_SECOND;
            if (last != null
                    && last.outlook().saysAs(outlook)
                    && last.shownAt().plus(SHOWN_AGAIN).isAfter(now)) {
                return new Counted(outlook, read, seconds, last.shownAt());
            }
            return new Counted(outlook, read, seconds, now);
        }
    }
}
