package io.carillon.worker.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** A clock that stands still until it is told to move. Its chance is seeded. */
public final class VirtualClock implements WorkerClock {
    private final Random random;
    private volatile long nanos;

    public VirtualClock(long seed) {
        random = new Random(seed);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public synchronized double chance() {
        return random.nextDouble();
    }

    public void moveTo(long toNanos) {
        if (toNanos < nanos) {
            throw new IllegalArgumentException("time does not go back");
        }
        nanos = toNanos;
    }

    public void advance(Duration duration) {
        moveTo(nanos + duration.toNanos());
    }
}
