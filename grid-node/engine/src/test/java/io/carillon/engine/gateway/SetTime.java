package io.carillon.engine.gateway;

import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** Stands still until told to move. */
final class SetTime implements TimeSource {

    private final SplittableRandom chance = new SplittableRandom(7);
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    /** Close to the overflow, which elapsed times must survive. */
    private long nanos = Long.MAX_VALUE - Duration.ofSeconds(3).toNanos();

    void advance(Duration by) {
        now = now.plus(by);
        nanos += by.toNanos();
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Duration errorBound() {
        return Duration.ZERO;
    }

    @Override
    public double chance() {
        return chance.nextDouble();
    }

    @Override
    public long randomBits() {
        return chance.nextLong();
    }
}
