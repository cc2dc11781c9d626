package io.carillon.domain.plan;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job's nominal times within its calendar bounds, and when each is due.
 *
 * <p>Due times never fall behind nominal times and rise with them.
 */
final class DueTimes {

    private final JobDefinition definition;
    private final Schedule schedule;

    DueTimes(JobDefinition definition, Schedule schedule) {
        this.definition = definition;
        this.schedule = schedule;
    }

    /** The first owed nominal time strictly after {@code nominal}; null when there is none. */
    @Nullable
    Instant nextNominal(Instant nominal) {
        Instant startsAt = definition.startsAt();
        Instant from = startsAt != null && startsAt.isAfter(nominal) ? startsAt.minusNanos(1_000) : nominal;
        Instant next = schedule.nextAfter(from);
        Instant endsAt = definition.endsAt();
        return next == null || (endsAt != null && !next.isBefore(endsAt)) ? null : next;
    }

    /** When the occurrence is due: its nominal time, moved later by the job's own offset where it is flexible. */
    Instant dueAt(Instant nominal) {
        return nominal.plus(offset());
    }

    private Duration offset() {
        return Duration.ZERO;
    }
}
