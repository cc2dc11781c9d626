package io.carillon.engine.time;

import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The store's time reckoned on this machine's monotonic clock. Pure: readings go in, times come out. Not thread-safe.
 *
 * <p>A reading with round trip r says that the store's clock showed its value at the middle of r, give or take r/2. Of
 * the recent readings the one with the smallest bound counts; its bound grows by the drift that two quartz clocks may
 * have. A forward step of the store's clock is followed at once; a backward one by standing still until the store has
 * caught up, unless it is too large for that: then time steps back and the caller is told.
 */
final class ClockDiscipline {

    /** Backward steps up to this are waited out. */
    static final Duration STAND_STILL_MAX = Duration.ofSeconds(5);
    /** 200 parts in a million: twice what ordinary clocks drift apart. */
    private static final long DRIFT_PER_MILLION = 200;

    /** The store's clock is read in whole microseconds, and time is told in them. */
    private static final long ROUNDING_MICROS = 2;

    private static final int READINGS_KEPT = 8;

    /** The store's clock showed {@code storeMicros} at {@code middleNanos} of the monotonic one, which may overflow. */
    private record Reading(long storeMicros, long middleNanos, long roundTripNanos) {

        long microsAt(long nanos) {
            return storeMicros + Math.floorDiv(nanos - middleNanos, 1_000);
        }

        long boundMicrosAt(long nanos) {
            long ageMicros = (nanos - middleNanos) / 1_000;
            return (roundTripNanos + 1_999) / 2_000 + ROUNDING_MICROS + ageMicros * DRIFT_PER_MILLION / 1_000_000;
        }
    }

    private final Deque<Reading> readings = new ArrayDeque<>();
    private long lastMicros = Long.MIN_VALUE;

    /**
     * Takes a reading of the store's clock.
     *
     * @return true if the store's clock went back so far that time now steps back
     */
    boolean read(Instant reference, long sentNanos, long receivedNanos) {
        long roundTripNanos = receivedNanos - sentNanos;
        Reading reading = new Reading(Micros.of(reference), sentNanos + roundTripNanos / 2, roundTripNanos);
        Reading best = best(receivedNanos);
        if (best != null && stepped(best, reading, receivedNanos)) {
            readings.clear();
        }
        readings.addLast(reading);
        if (readings.size() > READINGS_KEPT) {
            readings.removeFirst();
        }
        long now = reckon(receivedNanos);
        if (lastMicros != Long.MIN_VALUE && lastMicros - now > STAND_STILL_MAX.toNanos() / 1_000) {
            lastMicros = now;
            return true;
        }
        return false;
    }

    /** The store's time at this reading of the monotonic clock, in microseconds; never falls but by an alarmed step. */
    long micros(long nanos) {
        lastMicros = Math.max(lastMicros, reckon(nanos));
        return lastMicros;
    }

    /** How far {@link #micros} may be off, either way; null before the first reading. */
    @Nullable
    Duration errorBound(long nanos) {
        Reading best = best(nanos);
        if (best == null) {
            return null;
        }
        // While it stands still it is ahead by what it waits for.
        long aheadMicros = lastMicros == Long.MIN_VALUE ? 0 : Math.max(0, lastMicros - best.microsAt(nanos));
        return Duration.ofNanos((best.boundMicrosAt(nanos) + aheadMicros) * 1_000);
    }

    /** Two readings that cannot both be right: the clock itself has moved. */
    private static boolean stepped(Reading a, Reading b, long nanos) {
        return Math.abs(a.microsAt(nanos) - b.microsAt(nanos)) > a.boundMicrosAt(nanos) + b.boundMicrosAt(nanos);
    }

    private long reckon(long nanos) {
        Reading best = best(nanos);
        if (best == null) {
            throw new IllegalStateException("the store's clock has not been read yet");
        }
        return best.microsAt(nanos);
    }

    private @Nullable Reading best(long nanos) {
        Reading best = null;
        for (Reading reading : readings) {
            if (best == null || reading.boundMicrosAt(nanos) <= best.boundMicrosAt(nanos)) {
                best = reading;
            }
        }
        return best;
    }
}
