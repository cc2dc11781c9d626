package io.carillon.member.recount;

import io.carillon.domain.job.JobStatus;
import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Recount;
import io.carillon.domain.ledger.Recount.Hole;
import io.carillon.domain.ledger.Recount.Sum;
import io.carillon.domain.ledger.Recount.Window;
import io.carillon.domain.ledger.RevisionKey;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.port.Ownership;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recounts the closed hours of the shards that this member owns, with a twentieth of one thread and of what PostgreSQL
 * gives one connection.
 *
 * <p>An hour of a shard is closed when it has been over for {@link #GRACE} and nothing of it is left to plan. All shards
 * that are at the same hour are counted in one walk over the keys of all definitions, of which the index alone is read;
 * the definitions of strangers are passed over. What falls into a pause is owed for as long as that lasts, and written when
 * it ends: so a pause is remembered from its beginning, and is counted as a whole with the hour that finds it ended, up to
 * {@link #PAUSES_MAX} pauses a member. Progress is kept in memory: a member that starts, or gains a shard, begins
 * with the last closed hour. Steps are called by one thread; the gauges may be read by any.
 */
public final class HourRecount {

    /** Longer than the flexible window that is the default, and than a claim takes to be seen. */
    static final Duration GRACE = Duration.ofMinutes(10);
    /** Jobs may spread their runs over up to a day; those are counted that much later. */
    private static final Duration LATEST_DUE = Duration.ofDays(1).plus(Duration.ofHours(1));

    static final int KEYS_PER_STEP = 1_000;

    private static final int BUSY_SHARE = 20;
    private static final Duration PAUSE_MIN = Duration.ofMillis(20);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(10);
    private static final Duration NOTHING_TO_DO = Duration.ofSeconds(30);
    private static final Duration REMEMBERED = Duration.ofHours(24);
    private static final int HOLES_LOGGED_MAX = 20;
    /** Some tens of megabytes. Of those beyond it only what falls into counted hours at their ends is counted. */
    static final int PAUSES_MAX = 200_000;

    private static final Logger log = LoggerFactory.getLogger(HourRecount.class);

    private record Result(Instant at, long unaccounted) {}

    /** A walk over all definitions for one hour. */
    private static final class Walk {
        private final Instant hour;
        private final Set<Integer> shards;
        private @Nullable RevisionKey after;
        private @Nullable Recount page;
        private boolean lastPage;
        private long occurrences;
        private long unaccounted;
        private int holes;

        Walk(Instant hour, Set<Integer> shards) {
            this.hour = hour;
            this.shards = shards;
        }
    }

    private final LedgerStore store;
    private final ScheduleCompiler schedules;
    private final Auditor auditor;
    private final Ownership ownership;
    private final TimeSource time;
    /** By shard, the end of the last hour that is counted. */
    private final Map<Integer, Instant> countedTo = new TreeMap<>();

    /** Definitions that were paused when they were last looked at, and up to where they were planned. */
    private final Map<RevisionKey, Instant> pausedAt = new HashMap<>();

    private final Deque<Result> results = new ArrayDeque<>();
    private @Nullable Walk walk;
    private volatile long unaccounted;
    private volatile @Nullable Instant behind;

    public HourRecount(LedgerStore store, ScheduleCompiler schedules, Ownership ownership, TimeSource time) {
        this.store = store;
        this.schedules = schedules;
        this.auditor = new Auditor(store, schedules);
        this.ownership = ownership;
        this.time = time;
    }

    /** Occurrences that were found unaccounted for in the hours counted in the last day. */
    public long unaccounted() {
        return unaccounted;
    }

    /** How long ago the hour ended up to which all shards of this member are counted; zero without shards. */
    public Duration lag() {
        Instant oldest = behind;
        return oldest == null ? Duration.ZERO : Duration.between(oldest, time.now());
    }

    /** @return how long to wait before the next step */
    public Duration step() {
        Instant now = time.now();
        long begun = time.nanos();
        try {
            followOwnership(now);
            Walk current = walk;
            if (current == null) {
                walk = next(now);
                return walk == null ? NOTHING_TO_DO : PAUSE_MIN;
            }
            step(current, now);
        } catch (StoreUnavailableException e) {
            log.debug("the recount waits for the database", e);
            return NOTHING_TO_DO;
        }
        Duration rest = Duration.ofNanos(time.nanos() - begun).multipliedBy(BUSY_SHARE - 1);
        return rest.compareTo(PAUSE_MIN) < 0 ? PAUSE_MIN : rest.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : rest;
    }

    private void followOwnership(Instant now) {
        Set<Integer> owned = ownership.mayAct() ? ownership.ownedShards() : Set.of();
        if (countedTo.keySet().retainAll(owned)) {
            pausedAt.keySet().removeIf(key -> !owned.contains(key.job().shard()));
        }
        Instant lastClosed = hourOf(now.minus(GRACE)).minus(1, ChronoUnit.HOURS);
        owned.forEach(shard -> countedTo.putIfAbsent(shard, lastClosed));
        behind = countedTo.values().stream().min(Instant::compareTo).orElse(null);
        if (walk != null) {
            walk.shards.retainAll(owned);
        }
    }

    /** The oldest hour that is closed in some shard. */
    private @Nullable Walk next(Instant now) {
        for (Instant from : new TreeSet<>(countedTo.values())) {
            Instant to = from.plus(1, ChronoUnit.HOURS);
            if (to.plus(GRACE).isAfter(now)) {
                return null;
            }
            Set<Integer> shards = new HashSet<>();
            countedTo.forEach((shard, counted) -> {
                if (counted.equals(from)) {
                    shards.add(shard);
                }
            });
            shards.removeAll(store.shardsOwing(shards, to, to.plus(GRACE)));
            if (!shards.isEmpty()) {
                return new Walk(from, shards);
            }
        }
        return null;
    }

    private void step(Walk current, Instant now) {
        if (current.page == null) {
            current.page = page(current, now);
        }
        Recount page = current.page;
        add(current, auditor.next(page, now));
        if (page.question().isEmpty()) {
            current.page = null;
            if (current.lastPage) {
                end(current, now);
            }
        }
    }

    private Recount page(Walk current, Instant now) {
        List<RevisionKey> keys = store.revisionsAfter(current.after, KEYS_PER_STEP);
        List<RevisionKey> own = keys.stream()
                .filter(key -> current.shards.contains(key.job().shard()))
                .toList();
        Instant to = current.hour.plus(1, ChronoUnit.HOURS);
        List<JobRevision> revisions =
                own.isEmpty() ? List.of() : store.revisions(own, current.hour.minus(LATEST_DUE), to);
        current.lastPage = keys.size() < KEYS_PER_STEP;
        current.after = keys.isEmpty() ? current.after : keys.get(keys.size() - 1);
        Map<JobRevision, Instant> ended = pausesEndedOf(revisions);
        return Recount.of(revisions, each -> windowOf(each, current.hour, ended.get(each)), now, schedules);
    }

    /** Those whose pause has ended since they were last looked at, and when it had begun. */
    private Map<JobRevision, Instant> pausesEndedOf(List<JobRevision> revisions) {
        Map<JobRevision, Instant> ended = new HashMap<>();
        for (JobRevision each : revisions) {
            RevisionKey key = new RevisionKey(each.job(), each.revision().revision());
            boolean paused = each.status() == JobStatus.PAUSED || each.status() == JobStatus.HELD;
            Instant before = pausedAt.get(key);
            if (!paused || each.revision().nominalTo() != null) {
                pausedAt.remove(key);
            } else if (before != null || pausedAt.size() < PAUSES_MAX) {
                pausedAt.put(key, each.plannedThrough());
            }
            if (before != null && !before.equals(pausedAt.get(key))) {
                ended.put(each, before);
            }
        }
        return ended;
    }

    /**
     * The hour; earlier by whole hours where runs may be due so much later than their nominal times.
     *
     * @param pausedAt from when on it has not been counted yet, a pause having gone on; null: all before the hour has
     */
    private static Window windowOf(JobRevision revision, Instant hour, @Nullable Instant pausedAt) {
        Duration jitter = revision.revision().definition().jitter();
        long hours = jitter == null || jitter.compareTo(GRACE) <= 0 ? 0 : jitter.toHours() + 1;
        Instant from = hour.minus(hours, ChronoUnit.HOURS);
        Instant begin = pausedAt != null && pausedAt.isBefore(from) ? pausedAt : from;
        return new Window(begin, from.plus(1, ChronoUnit.HOURS));
    }

    private static void add(Walk current, Sum sum) {
        current.occurrences += sum.occurrences();
        current.unaccounted += sum.unaccounted();
        for (Hole hole : sum.holes()) {
            if (current.holes++ < HOLES_LOGGED_MAX) {
                log.error(
                        "the ledger does not close job={} from={} to={} unaccounted={} found={}",
                        hole.job(),
                        hole.slice().from(),
                        hole.slice().to(),
                        hole.tally().unaccounted(),
                        hole.tally().discrepancies());
            }
        }
    }

    private void end(Walk done, Instant now) {
        walk = null;
        Instant to = done.hour.plus(1, ChronoUnit.HOURS);
        done.shards.forEach(shard -> countedTo.computeIfPresent(shard, (s, before) -> to));
        results.addLast(new Result(now, done.unaccounted));
        while (results.getFirst().at().plus(REMEMBERED).isBefore(now)) {
            results.removeFirst();
        }
        unaccounted = sum(results);
        behind = countedTo.values().stream().min(Instant::compareTo).orElse(null);
        log.debug(
                "recounted hour={} shards={} occurrences={} unaccounted={}",
                done.hour,
                done.shards.size(),
                done.occurrences,
                done.unaccounted);
    }

    private static long sum(Collection<Result> results) {
        return results.stream().mapToLong(Result::unaccounted).sum();
    }

    private static Instant hourOf(Instant instant) {
        return instant.truncatedTo(ChronoUnit.HOURS);
    }
}
