package io.carillon.gateway.api;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a job runs at a time, and why not.
 *
 * @param at null: no clock of the zone shows that time
 * @param local what the clocks of the schedule's zone show
 * @param runs a run comes, or came, of the occurrence at this time
 * @param unmatched fields of the cron expression that do not match
 * @param nominalAt the occurrence this is about, if there is one; it may lie elsewhere where clocks jump
 * @param previous the last nominal time before, within the calendar's bounds; next: the first after
 */
public record TimeExplanation(
        JobId jobId,
        @Nullable Instant at,
        LocalDateTime local,
        String timeZone,
        boolean runs,
        Reason reason,
        String explanation,
        List<String> unmatched,
        @Nullable Instant nominalAt,
        @Nullable Instant dueAt,
        @Nullable RunId runId,
        @Nullable Instant previous,
        @Nullable Instant next) {

    public TimeExplanation {
        unmatched = List.copyOf(unmatched);
    }

    public enum Reason {
        /** It runs then. */
        DUE,
        /** There is a run of it. */
        RAN,
        /** It was skipped, and counted. */
        SKIPPED,
        NOT_SCHEDULED,
        /** Clocks skip the time. Due at the jump if the hour is a plain number, else not. */
        CLOCK_GAP,
        /** Clocks show the time twice, and this is the second. */
        REPEATED_HOUR,
        BEFORE_START,
        AFTER_END,
        PAUSED,
        DELETED,
        /** The time has come, and what becomes of it is being decided. */
        BEING_PLANNED,
        /** Before the job was there. */
        BEFORE_CREATION
    }
}
