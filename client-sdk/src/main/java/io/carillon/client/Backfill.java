package io.carillon.client;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a window that has passed.
 *
 * @param continueFrom where the window goes on that has more occurrences than the limit; null at its end
 */
public record Backfill(List<Made> runs, @Nullable Instant continueFrom) {
    public Backfill {
        runs = List.copyOf(runs);
    }

    /** @param runId null in a preview */
    public record Made(@Nullable UUID runId, Instant nominalAt) {}
}
