package io.carillon.client;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whether a job runs at a time, and why not.
 *
 * @param at null: no clock of the zone shows that time
 * @param local what the clocks of the schedule's zone show
 * @param reason a stable word: due, ran, skipped, not_scheduled, clock_gap, repeated_hour, before_start, after_end, paused,
 *     deleted, being_planned or before_creation
 * @param explanation the same in a sentence
 * @param unmatched fields of the cron expression that do not match
 * @param previousAt the last nominal time before; nextAt: the first after
 */
public record TimeExplanation(
        UUID jobId,
        @Nullable Instant at,
        LocalDateTime local,
        String timeZone,
        boolean runs,
        String reason,
        String explanation,
        List<String> unmatched,
        @Nullable Instant nominalAt,
        @Nullable Instant dueAt,
        @Nullable UUID runId,
        @Nullable Instant previousAt,
        @Nullable Instant nextAt) {

    public TimeExplanation {
        unmatched = List.copyOf(unmatched);
    }
}
