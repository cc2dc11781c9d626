package io.carillon.verify.check;

import java.time.Duration;
import java.util.List;

/** Of measured times, by the nearest rank. */
public final class Percentiles {

    private Percentiles() {}

    /**
     * @param of in any order; of none it is zero
     * @param share 0 to 1
     */
    public static Duration of(List<Duration> of, double share) {
        List<Duration> sorted = of.stream().sorted().toList();
        if (sorted.isEmpty()) {
            return Duration.ZERO;
        }
        int rank = (int) Math.ceil(share * sorted.size());
        return sorted.get(Math.max(0, rank - 1));
    }
}
