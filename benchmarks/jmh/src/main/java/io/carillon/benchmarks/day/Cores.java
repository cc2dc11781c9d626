package io.carillon.benchmarks.day;

/** Cores that take work in order of arrival, each piece on one core to its end. */
final class Cores {

    private final long[] freeAt;
    private final Series busyMicros;

    Cores(int count, Series busyMicros) {
        this.freeAt = new long[count];
        this.busyMicros = busyMicros;
    }

    /** @return when a piece of work that arrives now is done */
    long serve(long now, long micros) {
        int first = 0;
        for (int core = 1; core < freeAt.length; core++) {
            if (freeAt[core] < freeAt[first]) {
                first = core;
            }
        }
        long begin = Math.max(now, freeAt[first]);
        busyMicros.add(begin, micros);
        freeAt[first] = begin + micros;
        return freeAt[first];
    }
}
