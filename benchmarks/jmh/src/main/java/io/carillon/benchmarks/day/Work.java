package io.carillon.benchmarks.day;

import java.util.SplittableRandom;

/**
 * What handlers do: how long they take, log-normal, and how often they fail. Each draw is one of a fixed number of
 * durations that have this distribution.
 */
final class Work {

    private static final int DRAWS = 1 << 16;
    private static final double NORMAL_P99 = 2.326_347_874;

    private final int[] micros = new int[DRAWS];
    private final double failures;
    private final double meanMicros;

    Work(double p50Millis, double p99Millis, double failures) {
        if (p50Millis <= 0 || p99Millis < p50Millis || failures < 0 || failures > 1) {
            throw new IllegalArgumentException("p50 is above 0, p99 at least p50, failures from 0 to 1");
        }
        this.failures = failures;
        double sigma = StrictMath.log(p99Millis / p50Millis) / NORMAL_P99;
        SplittableRandom random = new SplittableRandom(1);
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            double value = 1_000 * p50Millis * StrictMath.exp(sigma * random.nextGaussian());
            micros[i] = (int) Math.min(value, Integer.MAX_VALUE);
            sum += micros[i];
        }
        this.meanMicros = sum / DRAWS;
    }

    double meanMicros() {
        return meanMicros;
    }

    int micros(SplittableRandom random) {
        return micros[random.nextInt(DRAWS)];
    }

    boolean fails(SplittableRandom random) {
        return failures > 0 && random.nextDouble() < failures;
    }
}
