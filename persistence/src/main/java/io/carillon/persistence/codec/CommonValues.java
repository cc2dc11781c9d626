package io.carillon.persistence.codec;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One object for equal values: of half a million definitions in memory most name the same few owners, pools, handlers, schedules
 * and retry policies. Keeps no more than a bounded number of values, and begins anew when that is reached. Thread-safe.
 */
final class CommonValues<T> {

    private static final int VALUES_MAX = 10_000;

    private final Map<T, T> values = new ConcurrentHashMap<>();

    /** @param value immutable, and not compared by identity anywhere */
    T same(T value) {
        T known = values.get(value);
        if (known != null) {
            return known;
        }
        if (values.size() >= VALUES_MAX) {
            values.clear();
        }
        T first = values.putIfAbsent(value, value);
        return first == null ? value : first;
    }
}
