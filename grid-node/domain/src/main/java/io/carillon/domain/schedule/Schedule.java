package io.carillon.domain.schedule;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The nominal times of a job: a fixed set of instants, at least a second apart, none after {@link #LAST_SUPPORTED}.
 *
 * <p>The only state a schedule needs is the last nominal time, which its caller keeps. Immutable and thread-safe.
 */
public interface Schedule {

    /** The end of the calendar: the last second that RFC 3339 can write. */
    Instant LAST_SUPPORTED = Instant.parse("9999-12-31T23:59:59Z");

    /** The first nominal time strictly after {@code nominal}; null when there is none. */
    @Nullable
    Instant nextAfter(Instant nominal);

    /**
     * The last nominal time in {@code (after, upTo]}; null when there is none.
     *
     * <p>It bisects, as a hit after some instant says that the last one is no earlier. So it costs one
     * {@link #nextAfter} for each doubling of the window in seconds (17 for a day), however many occurrences lie in it.
     */
    default @Nullable Instant lastAtOrBefore(Instant upTo, Instant after) {
        Instant found = nextAfter(after);
        if (found == null || found.isAfter(upTo)) {
            return null;
        }
        Instant noneAfter = upTo;
        while (true) {
            Duration open = Duration.between(found, noneAfter);
            if (open.toSeconds() == 0) {
                return found;
            }
            Instant middle = found.plus(open.dividedBy(2));
            Instant hit = nextAfter(middle);
            if (hit == null || hit.isAfter(upTo)) {
                noneAfter = middle;
            } else {
                found = hit;
            }
        }
    }

    /**
     * Whether it may leave an hour or more between two nominal times, going by the pattern alone and not by what changes of
     * clocks make of it. One that is due only once is not sparse.
     */
    default boolean isSparse() {
        return true;
    }

    /** How many nominal times lie in {@code (after, upTo]}. Schedules that need not look at each of them do not. */
    default long count(Instant after, Instant upTo) {
        long n = 0;
        for (Instant next = nextAfter(after); next != null && !next.isAfter(upTo); next = nextAfter(next)) {
            n++;
        }
        return n;
    }
}
