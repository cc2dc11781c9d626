package io.carillon.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param nextCursor where the next page begins; null at the end
 */
public record Page<T>(List<T> items, @Nullable String nextCursor) {
    public Page {
        items = List.copyOf(items);
    }
}
