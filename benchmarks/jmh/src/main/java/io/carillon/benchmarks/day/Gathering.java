package io.carillon.benchmarks.day;

/** The linger in front of the writes of runs, as the product's writer reckons it: none while rows come slowly. */
final class Gathering {

    private static final double ROWS_MIN = 4;
    private static final long PAUSE_LINGERS = 4;

    private final long lingerMicros;
    private long lastTakenMicros;
    private double rowsPerMicro;
    private boolean started;

    Gathering(long lingerMicros) {
        this.lingerMicros = lingerMicros;
    }

    long waitMicros(long now) {
        boolean paused = now - lastTakenMicros > PAUSE_LINGERS * lingerMicros;
        return !paused && rowsPerMicro * lingerMicros >= ROWS_MIN ? lingerMicros : 0;
    }

    void taken(int rows, long now) {
        long elapsed = now - lastTakenMicros;
        double rate = started && elapsed > 0 ? (double) rows / elapsed : 0;
        rowsPerMicro = (rowsPerMicro + rate) / 2;
        lastTakenMicros = now;
        started = true;
    }
}
