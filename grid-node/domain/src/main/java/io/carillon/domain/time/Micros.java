package io.carillon.domain.time;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as whole microseconds since the epoch: the precision PostgreSQL keeps. */
public final class Micros {

    private static final long PER_SECOND = 1_000_000L;

    private Micros() {}

    /** Microseconds since the epoch, rounded down. */
    public static long of(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), PER_SECOND), instant.getNano() / 1_000);
    }

    public static Instant toInstant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, PER_SECOND), Math.floorMod(micros, PER_SECOND) * 1_000);
    }

    public static Instant truncate(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS);
    }
}
