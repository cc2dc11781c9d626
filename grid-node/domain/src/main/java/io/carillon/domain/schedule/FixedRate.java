package io.carillon.domain.schedule;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Due at {@code anchor + n * periodSeconds} for n = 1, 2, 3 and so on. */
public record FixedRate(Instant anchor, long periodSeconds) implements Schedule {

    public FixedRate {
        if (periodSeconds < 1) {
            throw new IllegalArgumentException("periodSeconds is below 1: " + periodSeconds);
        }
    }

    @Override
    public @Nullable Instant nextAfter(Instant nominal) {
        if (!nominal.isBefore(LAST_SUPPORTED)) {
            return null;
        }
        long periods =
                nominal.isBefore(anchor) ? 0 : Duration.between(anchor, nominal).toSeconds() / periodSeconds;
        return upToLast(anchor.plusSeconds(Math.multiplyExact(periods + 1, periodSeconds)));
    }

    private static @Nullable Instant upToLast(Instant due) {
        return due.isAfter(LAST_SUPPORTED) ? null : due;
    }
}
