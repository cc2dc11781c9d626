package io.carillon.domain.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One schedule before an instant, another one from it on.
 *
 * @param at the first instant that the later one decides
 */
public record SplicedSchedule(Schedule earlier, Instant at, Schedule later) implements Schedule {

    @Override
    public @Nullable Instant nextAfter(Instant nominal) {
        if (!nominal.isBefore(at)) {
            return later.nextAfter(nominal);
        }
        Instant next = earlier.nextAfter(nominal);
        return next != null && next.isBefore(at) ? next : later.nextAfter(justBefore());
    }

    @Override
    public boolean isSparse() {
        return later.isSparse();
    }

    @Override
    public long count(Instant after, Instant upTo) {
        if (!after.isBefore(at)) {
            return later.count(after, upTo);
        }
        return upTo.isBefore(at)
                ? earlier.count(after, upTo)
                : earlier.count(after, justBefore()) + later.count(justBefore(), upTo);
    }

    private Instant justBefore() {
        return at.minusNanos(1);
    }
}
