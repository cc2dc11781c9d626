package io.carillon.persistence.commit;

/**
 * How long to wait for more before a batch is taken: not at all while writes arrive slowly, so that an idle system pays
 * nothing; the full time while the wait would gather several. Fed with times; not thread-safe.
 */
final class Linger {

    /** Fewer rows than this are not worth a wait. */
    private static final double ROWS_MIN = 4;
    /** After a pause of so many lingers, what was known of the rate is forgotten. */
    private static final long PAUSE_LINGERS = 4;

    private final long lingerNanos;
    private long lastTakenNanos;
    private double rowsPerNano;
    private boolean started;

    Linger(long lingerNanos) {
        this.lingerNanos = lingerNanos;
    }

    /** @return how long to wait for more at the present rate of arrival, in nanoseconds */
    long waitNanos(long nowNanos) {
        boolean paused = nowNanos - lastTakenNanos > PAUSE_LINGERS * lingerNanos;
        return !paused && rowsPerNano * lingerNanos >= ROWS_MIN ? lingerNanos : 0;
    }

    /** A batch was taken, with all that had arrived since the last one. */
    void taken(int rows, long nowNanos) {
        long elapsedNanos = nowNanos - lastTakenNanos;
        double rate = started && elapsedNanos > 0 ? (double) rows / elapsedNanos : 0;
        // Half of the past: one burst does not make a load, one gap does not end it.
        rowsPerNano = (rowsPerNano + rate) / 2;
        lastTakenNanos = nowNanos;
        started = true;
    }
}
