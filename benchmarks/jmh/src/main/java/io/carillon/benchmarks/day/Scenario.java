package io.carillon.benchmarks.day;

/**
 * One simulation.
 *
 * @param from the first second in which runs are due, counted from midnight
 * @param to the second after the last one
 * @param drainSeconds after the last one, when it ends even if runs are left
 */
record Scenario(Size size, Costs costs, WorkerRule workers, Work work, int from, int to, int drainSeconds, long seed) {

    /** Claims begin so long before the first second. */
    static final int LEAD_SECONDS = 120;

    Scenario {
        if (to <= from) {
            throw new IllegalArgumentException("nothing between " + from + " and " + to);
        }
    }

    int seconds() {
        return LEAD_SECONDS + to - from + drainSeconds;
    }

    /** Microseconds since the begin of the simulation. */
    long micros(int second) {
        return (second - from + LEAD_SECONDS) * 1_000_000L;
    }

    long microsOfMillis(long millisOfDay) {
        return (millisOfDay - from * 1_000L + LEAD_SECONDS * 1_000L) * 1_000;
    }
}
