package io.carillon.domain.schedule;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Which readings of a wall clock match a cron expression, as if no clock were ever changed.
 *
 * <p>Matching readings are whole seconds. Implementations are immutable.
 */
public interface LocalCalendar {

    /** The first matching reading strictly after {@code reading} and before the year 10000, or null. */
    @Nullable
    LocalDateTime nextAfter(LocalDateTime reading);

    /**
     * Whether the expression names this hour (0 to 23) only by plain numbers, as someone does who means a time of day.
     * An hour that comes from a star, a range or a step floats: there the user means a rhythm.
     */
    boolean isFixedHour(int hour);

    /** Whether it may leave an hour or more between two matching readings. */
    default boolean isSparse() {
        return true;
    }

    /** How many matching readings lie in {@code (after, upTo]}. */
    default long count(LocalDateTime after, LocalDateTime upTo) {
        long n = 0;
        for (LocalDateTime next = nextAfter(after); next != null && !next.isAfter(upTo); next = nextAfter(next)) {
            n++;
        }
        return n;
    }
}
