package io.carillon.benchmarks.wave;

import java.util.Arrays;
import java.util.Locale;

/** Percentiles of a sorted sample, nearest rank. */
record Percentiles(double p50, double p90, double p99, double max) {

    /** Sorts the given array. */
    static Percentiles of(long[] sample, double unit) {
        Arrays.sort(sample);
        return new Percentiles(
                rank(sample, 0.50) / unit,
                rank(sample, 0.90) / unit,
                rank(sample, 0.99) / unit,
                rank(sample, 1) / unit);
    }

    private static double rank(long[] sorted, double quantile) {
        return sorted.length == 0 ? Double.NaN : sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %.1f  p90 %.1f  p99 %.1f  max %.1f", p50, p90, p99, max);
    }
}
