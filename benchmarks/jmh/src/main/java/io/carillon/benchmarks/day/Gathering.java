package io.carillon.benchmarks.day;

/** The linger in front of the writes of runs, as the product's writer reckons it: the longer the faster rows come. */
final class Gathering {

    private static final double FULL_RATE = 10_000 / 1e6;
    private static final double MEMORY_MICROS = 50e3;

    private final long lingerMicros;
    private long lastTakenMicros;
    private double rowsPerMicro;

    Gathering(long lingerMicros) {
        this.lingerMicros = lingerMicros;
    }

    long waitMicros(long now) {
        double load = Math.min(1, rateAt(now) / FULL_RATE);
        return Math.max(0, (long) (load * lingerMicros) - (now - lastTakenMicros));
    }

    void taken(int rows, long now) {
        rowsPerMicro = rateAt(now) + rows / MEMORY_MICROS;
        lastTakenMicros = now;
    }

    private double rateAt(long now) {
        return rowsPerMicro * Math.exp(-(now - lastTakenMicros) / MEMORY_MICROS);
    }
}
