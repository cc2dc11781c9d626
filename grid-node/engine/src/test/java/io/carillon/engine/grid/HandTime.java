package io.carillon.engine.grid;

import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** A clock that a test moves by hand. */
public final class HandTime implements TimeSource {

    private final Random random = new Random(1);
    private Duration elapsed = Duration.ZERO;

    public synchronized void advance(Duration by) {
        elapsed = elapsed.plus(by);
    }

    @Override
    public synchronized Instant now() {
        return Samples.DUE.plus(elapsed);
    }

    @Override
    public synchronized long nanos() {
        return elapsed.toNanos();
    }

    @Override
    public Duration errorBound() {
        return Duration.ZERO;
    }

    @Override
    public synchronized double chance() {
        return random.nextDouble();
    }

    @Override
    public synchronized long randomBits() {
        return random.nextLong();
    }
}
