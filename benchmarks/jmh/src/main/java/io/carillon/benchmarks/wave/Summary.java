package io.carillon.benchmarks.wave;

import io.carillon.benchmarks.plot.Labels;
import java.util.stream.DoubleStream;

/** The middle and the ends of a few measurements. */
record Summary(double median, double least, double most) {

    /** @throws IllegalArgumentException if there are none */
    static Summary of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        int half = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Summary(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** As in "12,345 (11,000 - 13,000)". */
    String inWords() {
        return Labels.number(median) + " (" + Labels.number(least) + " - " + Labels.number(most) + ")";
    }
}
