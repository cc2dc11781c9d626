package io.carillon.worker.time;

import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/** The machine's clock and randomness. */
public final class SystemClock implements WorkerClock {
    private final long originNanos = System.nanoTime();

    @Override
    public long nanos() {
        return System.nanoTime() - originNanos;
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public double chance() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
