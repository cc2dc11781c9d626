package io.carillon.engine.grid.store;

import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A map that follows rows which are durable already. It may lag, and drops news rather than let anybody wait: the
 * shard's loop decides by its own state, never by the map.
 *
 * <p>Of each key only the latest news is kept, and of each shard one operation is under way at a time, so that news
 * arrives in order. News of a shard that has moved away is dropped. The bound is on news that adds; removals always get
 * in, since an entry that is never removed would stay for ever.
 *
 * @param <K> the map's key
 * @param <I> the row's identity
 * @param <V> the map's value
 */
final class MapMirror<K, I, V> {

    private static final Logger log = LoggerFactory.getLogger(MapMirror.class);

    static final int KEYS_AN_OPERATION = 1_000;

    /**
     * @param entry null: it is to be removed
     * @param version of the row
     * @param forced applies even to an entry that claims to be newer: the database says otherwise
     */
    record Change<V>(@Nullable V entry, long version, boolean forced) {}

    private static final class Line<I, V> {
        final Map<I, Change<V>> news = new HashMap<>();
        boolean underWay;
        long removals;
    }

    private final IMap<K, V> map;
    private final Function<I, K> keyOf;
    private final ToIntFunction<I> shardOf;
    private final ToLongFunction<V> versionOf;
    private final UnderWay<I, V> underWay;
    private final boolean readersSeeNews;
    private final IntPredicate local;
    private final MirrorMeters meters;
    private final int newsMax;
    private final AtomicInteger waiting = new AtomicInteger();
    private final List<Line<I, V>> lines = new ArrayList<>();

    /**
     * @param readersSeeNews a reader of a key that is being added sees it, rather than nothing
     * @param local whether a shard is owned here
     * @param newsMax keys waiting to be added, beyond which news is dropped
     */
    MapMirror(
            IMap<K, V> map,
            Function<I, K> keyOf,
            ToIntFunction<I> shardOf,
            ToLongFunction<V> versionOf,
            UnderWay<I, V> underWay,
            boolean readersSeeNews,
            int shards,
            IntPredicate local,
            int newsMax,
            MirrorMeters meters) {
        this.map = map;
        this.keyOf = keyOf;
        this.shardOf = shardOf;
        this.versionOf = versionOf;
        this.underWay = underWay;
        this.readersSeeNews = readersSeeNews;
        this.local = local;
        this.newsMax = newsMax;
        this.meters = meters;
        for (int shard = 0; shard < shards; shard++) {
            lines.add(new Line<>());
        }
    }

    void put(I id, V entry) {
        add(id, new Change<>(entry, versionOf.applyAsLong(entry), false));
    }

    void force(I id, V entry) {
        add(id, new Change<>(entry, versionOf.applyAsLong(entry), true));
    }

    /** Removals so far, by shard. */
    long[] removals() {
        long[] removals = new long[lines.size()];
        for (int shard = 0; shard < removals.length; shard++) {
            Line<I, V> line = lines.get(shard);
            synchronized (line) {
                removals[shard] = line.removals;
            }
        }
        return removals;
    }

    /**
     * Adds what was read from the database, unless something of its shard was removed since: it might be this very
     * key, and nothing would remove it again.
     *
     * @param removalsBefore as they were before the reading began
     */
    void putRead(I id, V entry, long[] removalsBefore) {
        int shard = shardOf.applyAsInt(id);
        Line<I, V> line = lines.get(shard);
        synchronized (line) {
            if (line.removals == removalsBefore[shard]) {
                put(id, entry);
            }
        }
    }

    void remove(I id, long version) {
        add(id, new Change<>(null, version, false));
    }

    int waiting() {
        return waiting.get();
    }

    /** Drops the news that waits, and all entries: the rows they follow are others now. */
    void forget() {
        for (Line<I, V> line : lines) {
            synchronized (line) {
                waiting.addAndGet(-line.news.size());
                line.news.clear();
                // What is being read now is read from the old rows.
                line.removals++;
            }
        }
        try {
            map.evictAll();
        } catch (RuntimeException e) {
            log.warn(
                    "map={} could not be emptied; its entries go one by one, as their rows are read", map.getName(), e);
        }
    }

    private void add(I id, Change<V> change) {
        Line<I, V> line = lines.get(shardOf.applyAsInt(id));
        synchronized (line) {
            line.removals += change.entry() == null ? 1 : 0;
            Change<V> before = line.news.get(id);
            if (before == null && change.entry() != null && waiting.get() >= newsMax) {
                meters.dropped(1);
            } else if (before == null || change.forced() || before.version() <= change.version()) {
                line.news.put(id, change);
                waiting.addAndGet(before == null ? 1 : 0);
            }
        }
    }

    /** Sends what waits. Called by one thread, a few times a second. */
    void flush() {
        for (int shard = 0; shard < lines.size(); shard++) {
            Map<I, Change<V>> batch = take(lines.get(shard), local.test(shard));
            if (!batch.isEmpty()) {
                send(lines.get(shard), batch);
            }
        }
    }

    private Map<I, Change<V>> take(Line<I, V> line, boolean isLocal) {
        synchronized (line) {
            if (line.underWay || line.news.isEmpty()) {
                return Map.of();
            }
            if (!isLocal) {
                waiting.addAndGet(-line.news.size());
                line.news.clear();
                return Map.of();
            }
            Map<I, Change<V>> batch = new HashMap<>();
            var each = line.news.entrySet().iterator();
            while (each.hasNext() && batch.size() < KEYS_AN_OPERATION) {
                Map.Entry<I, Change<V>> news = each.next();
                batch.put(news.getKey(), news.getValue());
                each.remove();
            }
            waiting.addAndGet(-batch.size());
            line.underWay = true;
            return batch;
        }
    }

    private void send(Line<I, V> line, Map<I, Change<V>> batch) {
        Map<K, Change<V>> byKey = new HashMap<>(batch.size() * 2);
        batch.forEach((id, change) -> {
            byKey.put(keyOf.apply(id), change);
            underWay.add(id, readersSeeNews ? Optional.ofNullable(change.entry()) : Optional.empty());
        });
        try {
            var unused = map.submitToKeys(byKey.keySet(), new MirrorChanges<>(byKey, versionOf))
                    .whenComplete((done, error) -> ended(line, batch, error));
        } catch (RuntimeException e) {
            ended(line, batch, e);
        }
    }

    private void ended(Line<I, V> line, Map<I, Change<V>> batch, @Nullable Throwable error) {
        batch.keySet().forEach(underWay::remove);
        synchronized (line) {
            line.underWay = false;
        }
        if (error == null) {
            meters.mirrored(batch.size());
            return;
        }
        log.debug("mirror failed map={} keys={}", map.getName(), batch.size(), error);
        meters.dropped(batch.size());
        // A removal that is lost would leave its entry for ever; what was to be added is in the database.
        batch.forEach((id, change) -> {
            if (change.entry() == null) {
                add(id, change);
            }
        });
    }
}
