package io.carillon.benchmarks.wave;

import java.util.Locale;

/** Seconds of CPU the processes of the measurement have used. */
record Cpu(double member, double worker, double postgres) {

    Cpu since(Cpu earlier) {
        return new Cpu(member - earlier.member, worker - earlier.worker, postgres - earlier.postgres);
    }

    /** The scheduler's processes. */
    double scheduler() {
        return member + worker;
    }

    /** Microseconds for each of so many runs. */
    String eachOf(int runs) {
        double micros = 1e6 / runs;
        return String.format(
                Locale.ROOT,
                "member %.0f  worker %.0f  PostgreSQL %.0f  together %.0f",
                member * micros,
                worker * micros,
                postgres * micros,
                (member + worker + postgres) * micros);
    }
}
