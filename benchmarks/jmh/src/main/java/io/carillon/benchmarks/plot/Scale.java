package io.carillon.benchmarks.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * An axis: maps values between low and high to pixels from its beginning, and knows its ticks.
 *
 * @param tickStep between ticks; a factor if logarithmic
 */
record Scale(double low, double high, double tickStep, boolean logarithmic, double pixels) {

    private static final int STEPS_MOST = 8;

    Scale {
        if (!(low < high) || !Double.isFinite(low) || !Double.isFinite(high)) {
            throw new IllegalArgumentException("an axis from " + low + " to " + high);
        }
        if (logarithmic && low <= 0) {
            throw new IllegalArgumentException("a logarithmic axis from " + low);
        }
        if (!(tickStep > (logarithmic ? 1 : 0))) {
            throw new IllegalArgumentException("ticks every " + tickStep);
        }
    }

    /** From one tick to another, so that all values lie between. */
    static Scale linear(double least, double most, double pixels) {
        double above = most > least ? most : least + 1;
        return linear(least, above, roundStep((above - least) / STEPS_MOST), pixels);
    }

    /** With ticks at the multiples of a step. */
    static Scale linear(double least, double most, double tickStep, double pixels) {
        double low = Math.floor(least / tickStep) * tickStep;
        double high = Math.ceil(most / tickStep) * tickStep;
        return new Scale(low, Math.max(high, low + tickStep), tickStep, false, pixels);
    }

    /** From one power of ten to another, so that all values lie between. */
    static Scale logarithmic(double least, double most, double pixels) {
        int low = (int) Math.floor(Math.log10(least));
        int high = Math.max((int) Math.ceil(Math.log10(most)), low + 1);
        return new Scale(power(low), power(high), 10, true, pixels);
    }

    /** What lies outside is drawn at the end of the axis. */
    double at(double value) {
        double inside = Math.min(Math.max(value, low), high);
        double part = logarithmic ? Math.log(inside / low) / Math.log(high / low) : (inside - low) / (high - low);
        return part * pixels;
    }

    List<Double> ticks() {
        if (logarithmic) {
            int first = (int) Math.round(Math.log10(low));
            int last = (int) Math.round(Math.log10(high));
            return IntStream.rangeClosed(first, last).mapToObj(Scale::power).toList();
        }
        int steps = (int) Math.round((high - low) / tickStep);
        return DoubleStream.iterate(0, i -> i <= steps, i -> i + 1)
                .mapToObj(i -> low + i * tickStep)
                .toList();
    }

    /** The smallest of 1, 2, 5, 10, 20, 50, and so on, that is not smaller. */
    private static double roundStep(double step) {
        double power = power((int) Math.floor(Math.log10(step)));
        for (int digit : new int[] {1, 2, 5}) {
            if (digit * power >= step * (1 - 1e-9)) {
                return digit * power;
            }
        }
        return 10 * power;
    }

    /** Exact where it is a whole number. */
    private static double power(int exponent) {
        return exponent >= 0 ? Math.pow(10, exponent) : 1 / Math.pow(10, -exponent);
    }
}
