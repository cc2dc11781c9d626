package io.carillon.benchmarks.wave;

import io.carillon.domain.time.Micros;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The measurement's only door to time and chance. Grid and PostgreSQL are on this machine, so its clock is theirs. */
final class MachineClock implements TimeSource {

    @Override
    public Instant now() {
        return Micros.truncate(Instant.now());
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Duration errorBound() {
        return Duration.ZERO;
    }

    @Override
    public double chance() {
        return ThreadLocalRandom.current().nextDouble();
    }

    @Override
    public long randomBits() {
        return ThreadLocalRandom.current().nextLong();
    }

    void pause(Duration length) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(length.toNanos());
    }

    /** Returns at once if the instant has passed. */
    void pauseUntil(Instant instant) throws InterruptedException {
        pause(Duration.between(now(), instant));
    }
}
