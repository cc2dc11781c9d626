package io.carillon.benchmarks.day;

/** A sum for each second of the simulation; what comes after its end is added to the last one. */
final class Series {

    private static final long MICROS = 1_000_000L;

    private final long[] perSecond;

    Series(int seconds) {
        this.perSecond = new long[seconds];
    }

    void add(long micros, long n) {
        perSecond[indexOf(micros)] += n;
    }

    void set(long micros, long n) {
        perSecond[indexOf(micros)] = n;
    }

    long in(int second) {
        return perSecond[second];
    }

    long sum(int from, int to) {
        long sum = 0;
        for (int second = from; second < to; second++) {
            sum += perSecond[second];
        }
        return sum;
    }

    long max(int from, int to) {
        long max = 0;
        for (int second = from; second < to; second++) {
            max = Math.max(max, perSecond[second]);
        }
        return max;
    }

    /** The largest sum of so many seconds in a row. */
    long maxOver(int seconds, int from, int to) {
        long window = 0;
        long max = 0;
        for (int second = from; second < to; second++) {
            window += perSecond[second] - (second - seconds >= from ? perSecond[second - seconds] : 0);
            max = Math.max(max, window);
        }
        return max;
    }

    int seconds() {
        return perSecond.length;
    }

    private int indexOf(long micros) {
        return (int) Math.min(micros / MICROS, perSecond.length - 1);
    }
}
