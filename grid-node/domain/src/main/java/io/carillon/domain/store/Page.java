package io.carillon.domain.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A slice of a list.
 *
 * @param nextCursor where the next one begins; null at the end
 */
public record Page<T>(List<T> items, @Nullable String nextCursor) {

    public Page {
        items = List.copyOf(items);
    }
}
