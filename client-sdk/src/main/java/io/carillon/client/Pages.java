package io.carillon.client;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** All items of a paged list, one page fetched when the one before is used up. */
final class Pages<T> implements Iterator<T> {
    private final Function<@Nullable String, Page<T>> fetch;
    private Iterator<T> items;
    private @Nullable String nextCursor;

    private Pages(Function<@Nullable String, Page<T>> fetch) {
        this.fetch = fetch;
        Page<T> first = fetch.apply(null);
        items = first.items().iterator();
        nextCursor = first.nextCursor();
    }

    /** Fetches nothing before its end operation. */
    static <T> Stream<T> stream(Function<@Nullable String, Page<T>> fetch) {
        int order = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(() -> Spliterators.spliteratorUnknownSize(new Pages<>(fetch), order), order, false);
    }

    @Override
    public boolean hasNext() {
        // A page may be empty and yet have a next one.
        while (!items.hasNext() && nextCursor != null) {
            Page<T> page = fetch.apply(nextCursor);
            items = page.items().iterator();
            nextCursor = page.nextCursor();
        }
        return items.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return items.next();
    }
}
