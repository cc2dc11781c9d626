package io.carillon.worker.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** A clock that stands still until it is told to move. Its chance is seeded. */
public final class VirtualClock implements WorkerClock {
    private final Random random;
    private volatile long nanos;
    private volatile Duration calendarOffset = Duration.ZERO;

    public VirtualClock(long seed) {
        random = new Random(seed);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plus(calendarOffset).plusNanos(nanos);
    }

    /** Somebody sets the machine's calendar, which the monotonic clock knows nothing of. */
    public void setCalendarBy(Duration jump) {
        calendarOffset = calendarOffset.plus(jump);
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
