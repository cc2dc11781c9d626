package io.carillon.benchmarks.day;

import io.carillon.benchmarks.plot.LineChart;
import java.util.Arrays;

/** What simulations have counted, as plots. */
final class Curves {

    private static final int MINUTE = 60;
    private static final int HOUR = 3_600;
    private static final double MICROS = 1e6;

    private Curves() {}

    /** What is plotted against the seconds of a simulation. */
    interface Value {
        double in(int second);
    }

    /** Seconds from {@code from} to {@code to}, counted from midnight. */
    static LineChart seconds(LineChart plot, String name, Simulation simulation, int from, int to, Value value) {
        int zero = Scenario.LEAD_SECONDS - simulation.scenario.from();
        int last = Math.min(to, simulation.figures.seconds() - zero - 1);
        double[] xs = new double[last - from];
        double[] ys = new double[last - from];
        for (int i = 0; i < xs.length; i++) {
            xs[i] = from + i;
            ys[i] = value.in(zero + from + i);
        }
        return plot.line(name, xs, ys);
    }

    /** A whole day, a point a minute: the most in a second of it. */
    static LineChart day(LineChart plot, String name, Simulation simulation, Value value) {
        int minutes = (simulation.scenario.to() - simulation.scenario.from()) / MINUTE;
        double[] xs = new double[minutes];
        double[] ys = new double[minutes];
        for (int minute = 0; minute < minutes; minute++) {
            xs[minute] = (double) minute * MINUTE / HOUR;
            for (int second = 0; second < MINUTE; second++) {
                int at = Scenario.LEAD_SECONDS + minute * MINUTE + second;
                ys[minute] = Math.max(ys[minute], value.in(at));
            }
        }
        return plot.line(name, xs, ys);
    }

    static Value backlog(Simulation simulation) {
        long[] backlog = simulation.figures.backlog();
        return second -> backlog[second];
    }

    static Value cores(Series busyMicros) {
        return second -> busyMicros.in(second) / MICROS;
    }

    static double[] doubles(int... values) {
        return Arrays.stream(values).asDoubleStream().toArray();
    }
}
