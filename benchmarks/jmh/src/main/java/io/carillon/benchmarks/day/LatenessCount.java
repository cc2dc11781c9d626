package io.carillon.benchmarks.day;

/** How late starts were, counted in steps of at most one thirty-second of the value: 32 steps for each power of two. */
final class LatenessCount {

    private static final int STEPS = 32;
    private static final int STEP_BITS = 5;

    private final long[] counts = new long[STEPS * 64];
    private long total;
    private long most;

    void add(long micros) {
        counts[bin(micros)]++;
        total++;
        most = Math.max(most, micros);
    }

    void addAll(LatenessCount other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
        most = Math.max(most, other.most);
    }

    long total() {
        return total;
    }

    double mostMillis() {
        return most / 1e3;
    }

    /** Nearest rank; the upper end of its step. */
    double millis(double quantile) {
        long rank = Math.max(1, (long) Math.ceil(quantile * total));
        long seen = 0;
        for (int bin = 0; bin < counts.length; bin++) {
            seen += counts[bin];
            if (seen >= rank) {
                return Math.min(upperEnd(bin), most) / 1e3;
            }
        }
        return Double.NaN;
    }

    private static int bin(long micros) {
        long value = Math.max(0, micros);
        if (value < STEPS) {
            return (int) value;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(value);
        int shift = exponent - STEP_BITS;
        return (shift + 1) * STEPS + (int) (value >>> shift) - STEPS;
    }

    private static long upperEnd(int bin) {
        if (bin < STEPS) {
            return bin;
        }
        int shift = bin / STEPS - 1;
        return ((STEPS + bin % STEPS + 1L) << shift) - 1;
    }
}
