package io.carillon.engine.grid.store;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.MapLoaderLifecycleSupport;
import com.hazelcast.map.MapStore;
import io.carillon.engine.grid.ownership.ShardTable;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A map's store by row identity, as the grid wants it: by key. It never deletes a row, since removing from memory means
 * nothing else, and never loads all rows, since the shards' owners load what they need.
 *
 * <p>Loads are answered without the database for keys under way, and on a member that does not own the key: there only
 * backups ask, which are told their values anyway.
 *
 * @param <K> the map's key
 * @param <I> the row's identity
 * @param <V> the map's value
 */
final class KeyedMapStore<K, I, V> implements MapStore<K, V>, MapLoaderLifecycleSupport {

    private final MapStore<I, V> rows;
    private final Function<K, I> idOf;
    private final Function<I, K> keyOf;
    private final ToIntFunction<I> shardOf;
    private final UnderWay<I, V> underWay;
    private final BiConsumer<I, V> beforeStore;
    private volatile @Nullable ShardTable table;

    KeyedMapStore(
            MapStore<I, V> rows,
            Function<K, I> idOf,
            Function<I, K> keyOf,
            ToIntFunction<I> shardOf,
            UnderWay<I, V> underWay,
            BiConsumer<I, V> beforeStore) {
        this.rows = rows;
        this.idOf = idOf;
        this.keyOf = keyOf;
        this.shardOf = shardOf;
        this.underWay = underWay;
        this.beforeStore = beforeStore;
    }

    @Override
    public void init(HazelcastInstance grid, Properties properties, String mapName) {
        if (rows instanceof MapLoaderLifecycleSupport support) {
            support.init(grid, properties, mapName);
        }
        table = new ShardTable(grid);
    }

    @Override
    public void destroy() {
        if (rows instanceof MapLoaderLifecycleSupport support) {
            support.destroy();
        }
    }

    @Override
    public void store(K key, V value) {
        I id = idOf.apply(key);
        beforeStore.accept(id, value);
        try {
            rows.store(id, value);
        } catch (RuntimeException e) {
            throw new OperationStoppedException("not stored: " + e);
        }
    }

    @Override
    public void storeAll(Map<K, V> entries) {
        entries.forEach(this::store);
    }

    @Override
    public @Nullable V load(K key) {
        I id = idOf.apply(key);
        if (underWay.covers(id)) {
            return underWay.value(id).orElse(null);
        }
        return ownedHere(id) ? read(() -> rows.load(id)) : null;
    }

    @Override
    public Map<K, V> loadAll(Collection<K> keys) {
        Map<K, V> found = new HashMap<>();
        List<I> unknown = keys.stream()
                .map(idOf)
                .filter(id -> !underWay.covers(id) && ownedHere(id))
                .toList();
        if (!unknown.isEmpty()) {
            read(() -> rows.loadAll(unknown)).forEach((id, value) -> found.put(keyOf.apply(id), value));
        }
        for (K key : keys) {
            underWay.value(idOf.apply(key)).ifPresent(value -> found.put(key, value));
        }
        return found;
    }

    @Override
    public @Nullable Iterable<K> loadAllKeys() {
        return null;
    }

    @Override
    public void delete(K key) {}

    @Override
    public void deleteAll(Collection<K> keys) {}

    private static <T extends @Nullable Object> T read(Supplier<T> rows) {
        try {
            return rows.get();
        } catch (RuntimeException e) {
            throw new OperationStoppedException("not read: " + e);
        }
    }

    private boolean ownedHere(I id) {
        ShardTable known = table;
        return known == null || known.isLocal(shardOf.applyAsInt(id));
    }
}
