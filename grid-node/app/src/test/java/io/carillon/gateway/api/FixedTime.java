package io.carillon.gateway.api;

import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** Stands still at noon of 2026-03-01. */
public final class FixedTime implements TimeSource {

    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final SplittableRandom chance = new SplittableRandom(1);

    @Override
    public Instant now() {
        return NOW;
    }

    @Override
    public long nanos() {
        return 0;
    }

    @Override
    public Duration errorBound() {
        return Duration.ZERO;
    }

    @Override
    public synchronized double chance() {
        return chance.nextDouble();
    }

    @Override
    public synchronized long randomBits() {
        return chance.nextLong();
    }
}
