package io.carillon.app.watchdog;

import io.carillon.domain.id.JobId;
import io.carillon.domain.ledger.Recount.Sum;
import io.carillon.domain.ledger.Recount.Window;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.watch.OverdueJob;
import io.carillon.domain.watch.SilentPage;
import io.carillon.domain.watch.StandingStill;
import io.carillon.domain.watch.WatchStore;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.member.recount.SampleRecount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The looks of a watch. Each costs PostgreSQL a bounded number of index entries; the two that walk over all jobs do a piece
 * at a time, and what they have found stands until a whole walk has not found it again. For one thread.
 */
final class Looks {

    private static final int OVERDUE_PER_SHARD = 20;
    private static final int LIVE_PER_SHARD = 200;
    /** Overdue jobs of which it is asked whether they only wait for workers: so many of the oldest and as many of the latest. */
    private static final int ASKED_OF_EACH = 50;
    /** A job that catches up is given more runs when some of its live ones have ended: about the bound is at the bound. */
    private static final int MANY_LIVE = ClaimPlanner.CATCH_UP_LIVE_MAX / 2;

    private static final Duration RECOUNTED = Duration.ofHours(1);

    private final WatchStore store;
    private final WatchLimits limits;
    private final StandingStill standing = new StandingStill();
    private final SampleRecount recount;
    private final Walk silent = new Walk();
    private final Walk unaccounted = new Walk();
    private @Nullable JobId silentAfter;

    Looks(WatchStore store, WatchLimits limits) {
        this.store = store;
        this.limits = limits;
        this.recount = new SampleRecount(store.ledger());
    }

    /** Jobs that were overdue at the last look already, and whose rows nobody has touched since. */
    WatchFinding overdue() {
        Instant now = store.now();
        List<OverdueJob> still = standing.next(store.overdue(now.minus(limits.overdueAfter()), OVERDUE_PER_SHARD));
        if (still.isEmpty()) {
            return WatchFinding.none(WatchKind.OVERDUE);
        }
        List<OverdueJob> asked = sampleOf(still);
        Set<JobId> waiting =
                store.withLiveRuns(asked.stream().map(OverdueJob::job).toList(), MANY_LIVE);
        // Where some wait, whoever was not asked may wait as well.
        List<OverdueJob> accused = waiting.isEmpty() ? still : asked;
        return WatchFinding.of(
                WatchKind.OVERDUE,
                accused.stream()
                        .filter(each -> !waiting.contains(each.job()))
                        .map(each -> "job=" + each.job() + " due_at=" + each.dueAt())
                        .toList());
    }

    /** When nobody plans any more, the latest are those that have nothing to wait for; they are in order of their due times. */
    private static List<OverdueJob> sampleOf(List<OverdueJob> overdue) {
        int size = overdue.size();
        return size <= 2 * ASKED_OF_EACH
                ? overdue
                : Stream.concat(
                                overdue.subList(0, ASKED_OF_EACH).stream(),
                                overdue.subList(size - ASKED_OF_EACH, size).stream())
                        .toList();
    }

    WatchFinding overlong() {
        return WatchFinding.of(
                WatchKind.OVERLONG,
                store.overlong(store.now(), limits.overlongAfter(), LIVE_PER_SHARD).stream()
                        .map(run -> "run=" + run.run() + " attempt=" + run.attempt() + " over_since=" + run.overSince())
                        .toList());
    }

    /** @param jobs how many to look at now */
    WatchFinding silent(int jobs) {
        SilentPage page = store.silent(silentAfter, jobs);
        silentAfter = page.next();
        page.silent().forEach(job -> silent.found(job, "job=" + job));
        if (silentAfter == null) {
            silent.through();
        }
        return silent.standing(WatchKind.SILENT);
    }

    /** @param definitions how many to count again now */
    WatchFinding unaccounted(int definitions) {
        Instant now = store.now();
        Sum sum = recount.next(
                definitions, new Window(now.minus(RECOUNTED), now), now, new ScheduleReader(store.zones()));
        sum.holes()
                .forEach(hole -> unaccounted.found(
                        hole.job(),
                        "job=" + hole.job() + " from=" + hole.slice().from() + " to="
                                + hole.slice().to() + " unaccounted="
                                + hole.tally().unaccounted()));
        if (recount.through()) {
            unaccounted.through();
        }
        return unaccounted.standing(WatchKind.UNACCOUNTED);
    }

    boolean silentThrough() {
        return silentAfter == null;
    }

    boolean recountThrough() {
        return recount.through();
    }

    /** The jobs that this walk has found so far, and those that the one before it had, each once whatever is said of it. */
    private static final class Walk {

        private static final int KEPT_MAX = 1_000;

        private final Map<JobId, String> now = new HashMap<>();
        private Map<JobId, String> before = Map.of();

        void found(JobId job, String words) {
            if (now.size() < KEPT_MAX) {
                now.put(job, words);
            }
        }

        void through() {
            before = Map.copyOf(now);
            now.clear();
        }

        WatchFinding standing(WatchKind kind) {
            Map<JobId, String> all = new HashMap<>(before);
            all.putAll(now);
            return WatchFinding.of(kind, new ArrayList<>(all.values()));
        }
    }
}
