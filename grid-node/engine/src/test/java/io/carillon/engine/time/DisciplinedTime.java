package io.carillon.engine.time;

import io.carillon.domain.time.Micros;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** The product's discipline of time over a test's monotonic clock; the test reads the reference when it likes. */
public final class DisciplinedTime implements TimeSource {

    private final ClockDiscipline discipline = new ClockDiscipline();
    private final LongSupplier nanos;
    private final SplittableRandom random;

    public DisciplinedTime(LongSupplier nanos, SplittableRandom random) {
        this.nanos = nanos;
        this.random = random;
    }

    /** A reading of the reference has come back. */
    public void read(Instant reference, long sentNanos, long receivedNanos) {
        discipline.read(reference, sentNanos, receivedNanos);
    }

    @Override
    public Instant now() {
        return Micros.toInstant(discipline.micros(nanos.getAsLong()));
    }

    @Override
    public long nanos() {
        return nanos.getAsLong();
    }

    @Override
    public Duration errorBound() {
        Duration bound = discipline.errorBound(nanos.getAsLong());
        return bound == null ? Duration.ofDays(1) : bound;
    }

    @Override
    public double chance() {
        return random.nextDouble();
    }

    @Override
    public long randomBits() {
        return random.nextLong();
    }
}
