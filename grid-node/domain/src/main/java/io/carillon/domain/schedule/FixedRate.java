package io.carillon.domain.schedule;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Due at {@code anchor + n * periodSeconds} for n = 1, 2, 3 and so on. */
public record FixedRate(Instant anchor, long periodSeconds) implements Schedule {

    private static final long SPARSE_SECONDS = 3_600;

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
        return upToLast(anchor.plusSeconds(Math.multiplyExact(periodsBy(nominal) + 1, periodSeconds)));
    }

    @Override
    public boolean isSparse() {
        return periodSeconds >= SPARSE_SECONDS;
    }

    @Override
    public long count(Instant after, Instant upTo) {
        Instant last = upTo.isAfter(LAST_SUPPORTED) ? LAST_SUPPORTED : upTo;
        return after.isBefore(last) ? periodsBy(last) - periodsBy(after) : 0;
    }

    private long periodsBy(Instant instant) {
        return instant.isBefore(anchor) ? 0 : Duration.between(anchor, instant).toSeconds() / periodSeconds;
    }

    private static @Nullable Instant upToLast(Instant due) {
        return due.isAfter(LAST_SUPPORTED) ? null : due;
    }
}
