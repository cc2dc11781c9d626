package io.carillon.persistence.commit;

/**
 * How long to wait for more before a batch is taken: until some time has passed since the last batch, the more the faster rows
 * arrive. An idle system pays nothing; a busy one, whose commits would take the processor from everything else, commits less
 * often the busier it is. Fed with times; not thread-safe.
 */
final class Linger {

    /** Rows a nanosecond at which the whole linger is kept: 10,000 a second. */
    private static final double FULL_RATE = 10_000 / 1e9;
    /** How far back the rate looks: an exponentially fading count of rows. A single burst is no load. */
    private static final double MEMORY_NANOS = 50e6;

    private final long lingerNanos;
    private long lastTakenNanos;
    private double rowsPerNano;

    /** @param lingerNanos the least time between two batches under full load */
    Linger(long lingerNanos) {
        this.lingerNanos = lingerNanos;
    }

    /** @return how long to wait for more at the present rate of arrival, in nanoseconds */
    long waitNanos(long nowNanos) {
        double load = Math.min(1, rateAt(nowNanos) / FULL_RATE);
        return Math.max(0, (long) (load * lingerNanos) - (nowNanos - lastTakenNanos));
    }

    /** A batch was taken, with all that had arrived since the last one. */
    void taken(int rows, long nowNanos) {
        rowsPerNano = rateAt(nowNanos) + rows / MEMORY_NANOS;
        lastTakenNanos = nowNanos;
    }

    private double rateAt(long nowNanos) {
        return rowsPerNano * Math.exp(-(nowNanos - lastTakenNanos) / MEMORY_NANOS);
    }
}
