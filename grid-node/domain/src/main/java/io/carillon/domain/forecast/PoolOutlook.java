package io.carillon.domain.forecast;

import java.util.List;

/**
 * What one shard has in store for a pool.
 *
 * @param due occurrences that fall due, by minute; a minute beyond the list has none
 * @param open runs that are at work or wait for a worker, of a great many only so many
 */
public record PoolOutlook(List<Long> due, long open) {

    public PoolOutlook {
        due = List.copyOf(due);
    }

    public long dueIn(int minute) {
        return minute >= 0 && minute < due.size() ? due.get(minute) : 0;
    }
}
