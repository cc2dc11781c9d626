package io.carillon.benchmarks.day;

/** Making the log durable: one flush at a time, and whoever comes during one goes with the next, together with all others. */
final class Flush {

    private final long micros;
    private long endsAt;
    private long nextEndsAt;

    Flush(long micros) {
        this.micros = micros;
    }

    /** @return when what is committed now is durable; calls come in order of time */
    long commit(long now) {
        if (now >= endsAt) {
            endsAt = nextEndsAt;
        }
        if (now >= endsAt) {
            endsAt = now + micros;
            nextEndsAt = endsAt;
            return endsAt;
        }
        if (nextEndsAt <= endsAt) {
            nextEndsAt = endsAt + micros;
        }
        return nextEndsAt;
    }
}
