package io.carillon.verify.evidence;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as the product shows it at the end.
 *
 * @param status in the product's words
 * @param attempt 0: none was started
 * @param token of the latest attempt, 0 before the first
 * @param reason why it is where it is, as shown
 * @param attempts oldest first; null: it was not asked for each. It must have been for every run that had more than one call, shows
 *     more than one attempt, or did not succeed
 */
public record RunSaid(
        UUID run,
        UUID job,
        long revision,
        String status,
        boolean terminal,
        Trigger trigger,
        int attempt,
        long token,
        Instant nominalAt,
        Instant dueAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String reason,
        @Nullable List<AttemptSaid> attempts)
        implements Fact {
    public RunSaid {
        attempts = attempts == null ? null : List.copyOf(attempts);
    }

    /**
     * @param end how it ended, in the product's words: succeeded, failed, failed_for_good, timed_out, lapsed, handed_back, cancelled,
     *     overrun, cut_off, or running
     */
    public record AttemptSaid(
            int attempt,
            long token,
            @Nullable String worker,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            String end) {}

    public boolean succeeded() {
        return status.equals("succeeded");
    }
}
