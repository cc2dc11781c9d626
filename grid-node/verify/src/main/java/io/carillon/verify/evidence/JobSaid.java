package io.carillon.verify.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as the product shows it at the end, from lists or one by one.
 *
 * @param status active, paused, deleted or completed
 * @param jitter the window, as shown; null: none is shown
 */
public record JobSaid(
        UUID job,
        String name,
        @Nullable String owner,
        String status,
        long revision,
        Instant createdAt,
        @Nullable Duration jitter)
        implements Fact {}
