package io.carillon.persistence.read;

import io.carillon.domain.store.Page;
import java.util.List;
import java.util.function.Function;

/** Cuts a page out of what was read: one row more than wanted says that there is a next page. */
final class Pages {

    static final int LIMIT_MAX = 10_000;

    private Pages() {}

    static <T> Page<T> of(List<T> read, int limit, Function<T, Cursor> cursorOf) {
        if (read.size() <= limit) {
            return new Page<>(read, null);
        }
        List<T> items = read.subList(0, limit);
        return new Page<>(items, cursorOf.apply(items.get(limit - 1)).encode());
    }

    /** @throws IllegalArgumentException if no page has so many rows */
    static int check(int limit) {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new IllegalArgumentException("limit " + limit + " is not in 1.." + LIMIT_MAX);
        }
        return limit;
    }
}
