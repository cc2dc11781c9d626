package io.carillon.engine.grid.store;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys that this member is setting right now and whose rows it knows, so that the grid, which loads absent keys before
 * it sets them, need not ask the database.
 *
 * @param <I> a row's identity
 * @param <V> its value; empty: there is none, or it does not matter
 */
final class UnderWay<I, V> {

    private final Map<I, Optional<V>> known = new ConcurrentHashMap<>();

    void add(I id, Optional<V> value) {
        known.put(id, value);
    }

    void remove(I id) {
        known.remove(id);
    }

    boolean covers(I id) {
        return known.containsKey(id);
    }

    Optional<V> value(I id) {
        return known.getOrDefault(id, Optional.empty());
    }
}
