package io.carillon.domain.plan;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job's nominal times within its calendar bounds, and when each is due.
 *
 * <p>An occurrence is due at its nominal time or later, and before the next nominal time. So due times rise strictly, and
 * at most one occurrence is past its nominal time and not due yet. For use by one thread.
 */
final class DueTimes {

    private static final Duration MICROSECOND = Duration.ofNanos(1_000);

    private final JobDefinition definition;
    private final Schedule schedule;
    private final Jitter jitter;

    // The gap after a nominal time is asked for when it is planned, and its end when the next one is.
    private @Nullable Instant askedAfter;
    private @Nullable Instant answered;

    DueTimes(JobId id, JobDefinition definition, Schedule schedule) {
        this.definition = definition;
        this.schedule = schedule;
        this.jitter = new Jitter(id, definition);
    }

    /** The first owed nominal time strictly after {@code nominal}; null when there is none. */
    @Nullable
    Instant nextNominal(Instant nominal) {
        Instant next = nextOfSchedule(fromStart(nominal));
        Instant endsAt = definition.endsAt();
        return next == null || (endsAt != null && !next.isBefore(endsAt)) ? null : next;
    }

    /** The last owed nominal time in ({@code after}, {@code upTo}]; null when there is none. */
    @Nullable
    Instant lastNominal(Instant after, Instant upTo) {
        Instant from = fromStart(after);
        Instant to = beforeEnd(upTo);
        return from.isBefore(to) ? schedule.lastAtOrBefore(to, from) : null;
    }

    /** The last owed nominal time after {@code after} that is due by {@code instant}; null when there is none. */
    @Nullable
    Instant lastDue(Instant after, Instant instant) {
        Instant last = lastNominal(after, instant);
        // The one before is due before this one's nominal time.
        return last == null || !dueAt(last).isAfter(instant) ? last : lastNominal(after, last.minus(MICROSECOND));
    }

    /** How many owed nominal times lie in ({@code after}, {@code upTo}], without looking at each. */
    long count(Instant after, Instant upTo) {
        Instant from = fromStart(after);
        Instant to = beforeEnd(upTo);
        return from.isBefore(to) ? schedule.count(from, to) : 0;
    }

    /** When the occurrence is due: its nominal time, moved later by the job's own offset where it is flexible. */
    Instant dueAt(Instant nominal) {
        return jitter.isPossible() ? nominal.plus(jitter.offset(gapAfter(nominal))) : nominal;
    }

    /** The window within which this occurrence may be due. */
    Duration window(Instant nominal) {
        return jitter.isPossible() ? jitter.window(gapAfter(nominal)) : Duration.ZERO;
    }

    /** By the schedule alone, so that moving a job's end moves no due time. */
    private @Nullable Duration gapAfter(Instant nominal) {
        Instant next = nextOfSchedule(nominal);
        return next == null ? null : Duration.between(nominal, next);
    }

    private @Nullable Instant nextOfSchedule(Instant nominal) {
        if (!nominal.equals(askedAfter)) {
            answered = schedule.nextAfter(nominal);
            askedAfter = nominal;
        }
        return answered;
    }

    private Instant fromStart(Instant after) {
        Instant startsAt = definition.startsAt();
        return startsAt != null && startsAt.isAfter(after) ? startsAt.minus(MICROSECOND) : after;
    }

    private Instant beforeEnd(Instant upTo) {
        Instant endsAt = definition.endsAt();
        return endsAt != null && !upTo.isBefore(endsAt) ? endsAt.minus(MICROSECOND) : upTo;
    }
}
