package io.carillon.domain.ledger;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleCompiler;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The nominal times that a definition owes by itself: those of its schedule from {@code startsAt} on and before {@code
 * endsAt}. Written apart from the planner on purpose, since a recount that shares its reckoning would share its mistakes.
 */
final class Occurrences {

    private static final long MICRO = 1_000;

    private final Schedule schedule;
    private final @Nullable Instant startsAt;
    private final @Nullable Instant endsAt;

    Occurrences(JobDefinition definition, ScheduleCompiler schedules) {
        this.schedule = schedules.compile(definition.schedule());
        this.startsAt = definition.startsAt();
        this.endsAt = definition.endsAt();
    }

    /** The first one strictly after {@code instant} and not after {@code last}; null if there is none. */
    @Nullable
    Instant nextAfter(Instant instant, Instant last) {
        Instant beforeStart = startsAt == null ? instant : startsAt.minusNanos(MICRO);
        Instant next = schedule.nextAfter(beforeStart.isAfter(instant) ? beforeStart : instant);
        if (next == null || next.isAfter(last)) {
            return null;
        }
        return endsAt == null || next.isBefore(endsAt) ? next : null;
    }
}
