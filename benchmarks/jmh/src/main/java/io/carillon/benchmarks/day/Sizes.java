package io.carillon.benchmarks.day;

import io.carillon.benchmarks.plot.LineChart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The first minutes after midnight, once for each of several sizes: what is enough, and what breaks first. */
final class Sizes {

    private static final int FROM = -10;
    private static final int TO = 90;
    /** The workers are there in time, so that what the rest of the cluster does is seen. */
    private static final String FORECAST_SECONDS = "120";

    private final DayOptions options;
    private final Rules rules;
    private final Output output;
    private final List<String> csv = new ArrayList<>();
    private final LineChart plot = LineChart.titled(
            "Until midnight's wave is worked off, by cores of PostgreSQL", "cores of PostgreSQL", "seconds");

    Sizes(DayOptions options, Rules rules, Output output) {
        this.options = options;
        this.rules = rules;
        this.output = output;
    }

    void compare() throws IOException {
        Output.print("from ten seconds before midnight to a minute and a half after it, workers by forecast");
        Output.print(Summary.heading());
        DayOptions ahead = options.with("forecast-seconds", FORECAST_SECONDS);
        Occurrences once = occurrences(1);
        for (String cores : List.of("1", "2", "4", "8")) {
            row(once, "1x, " + cores + " cores of PostgreSQL", ahead.with("store-cores", cores));
        }
        for (String members : List.of("1", "2", "4")) {
            row(once, "1x, " + members + " members", ahead.with("members", members));
        }
        for (int load : new int[] {2, 4}) {
            more(ahead, load);
        }
        output.chart("sizes.svg", plot.toSvg());
        output.file("sizes.csv", csv);
    }

    private void more(DayOptions ahead, int load) {
        Occurrences occurrences = occurrences(load);
        row(occurrences, load + "x, 1500 workers at most", ahead);
        DayOptions workers =
                ahead.with("workers", String.valueOf(300 * load), "workers-most", String.valueOf(1_500 * load));
        int[] cores = {4, 8, 16};
        int[] seconds = new int[cores.length];
        for (int i = 0; i < cores.length; i++) {
            DayOptions size = workers.with("store-cores", String.valueOf(cores[i]));
            seconds[i] = row(occurrences, load + "x, workers too, " + cores[i] + " cores", size);
        }
        plot.line(load + "x", Curves.doubles(cores), Curves.doubles(seconds));
        for (String databases : List.of("2", "4")) {
            DayOptions size = workers.with("databases", databases, "store-cores", "4");
            row(occurrences, load + "x, workers too, " + databases + " databases of 4", size);
        }
    }

    private int row(Occurrences occurrences, String name, DayOptions size) {
        Simulation simulation = new Simulation(Day.scenario(size, FROM, TO), occurrences, 3_600).run();
        Summary summary = Summary.of(simulation);
        Output.print("%s", summary.row(name));
        csv.add(summary.row(name).strip().replaceAll("[|]", "").replaceAll(" {2,}", ";"));
        return summary.workedOffSeconds();
    }

    private Occurrences occurrences(double factor) {
        return new Occurrences(Mix.STANDARD.times(factor * options.load()), rules, FROM, TO, options.checkEvery());
    }
}
