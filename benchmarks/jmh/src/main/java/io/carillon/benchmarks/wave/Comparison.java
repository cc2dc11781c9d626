package io.carillon.benchmarks.wave;

import io.carillon.benchmarks.plot.Labels;
import io.carillon.benchmarks.plot.RowChart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** All measurements so far, as tables in Markdown, as the ratio that counts, and as charts. */
record Comparison(List<Figures> all) {

    /** Charts of lateness begin there: who is early has no place on a logarithmic axis. */
    private static final double LATENESS_LEAST_MS = 0.1;

    Comparison {
        all = List.copyOf(all);
    }

    List<String> tables() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| medians (least - most) | jobs | runs/s from the due instant | CPU us a run: scheduler | PostgreSQL | since created | exact |");
        lines.add("| --- | --- | --- | --- | --- | --- | --- |");
        for (Entrant entrant : Entrant.values()) {
            List<Figures> waves = of(entrant, Figures.WAVE);
            if (!waves.isEmpty()) {
                lines.add(row(
                        entrant.title(),
                        Labels.number(waves.get(0).runs()),
                        summary(waves, Figures::runsPerSecond).inWords(),
                        micros(waves, Figures::schedulerMicros),
                        micros(waves, Figures::postgresMicros),
                        micros(waves, Figures::micros),
                        exact(waves)));
            }
        }
        for (String rate : rates()) {
            lines.add("");
            lines.add(
                    "| " + rate
                            + ", medians (least - most) | p50 ms | p99 ms | early | CPU us a run: scheduler | PostgreSQL | since created | exact |");
            lines.add("| --- | --- | --- | --- | --- | --- | --- | --- |");
            for (Entrant entrant : Entrant.values()) {
                List<Figures> some = of(entrant, rate);
                if (!some.isEmpty()) {
                    double early = summary(
                                    some, figures -> 100.0 * figures.lateness().early() / figures.runs())
                            .median();
                    lines.add(row(
                            entrant.title(),
                            summary(some, figures -> figures.lateness().p50()).inWords(),
                            summary(some, figures -> figures.lateness().p99()).inWords(),
                            Labels.number(early) + " %",
                            micros(some, Figures::schedulerMicros),
                            micros(some, Figures::postgresMicros),
                            micros(some, Figures::micros),
                            exact(some)));
                }
            }
        }
        return lines;
    }

    /** Carillon's rate by that of db-scheduler's faster strategy in the same pair; nothing if no pair has both. */
    Optional<Summary> ratio() {
        List<Double> ratios = new ArrayList<>();
        for (Figures carillon : of(Entrant.CARILLON, Figures.WAVE)) {
            OptionalDouble best = all.stream()
                    .filter(other -> other.isWave()
                            && other.pair() == carillon.pair()
                            && other.entrant().isDbScheduler())
                    .mapToDouble(Figures::runsPerSecond)
                    .max();
            if (best.isPresent()) {
                ratios.add(carillon.runsPerSecond() / best.getAsDouble());
            }
        }
        return ratios.isEmpty()
                ? Optional.empty()
                : Optional.of(Summary.of(ratios.stream().mapToDouble(Double::doubleValue)));
    }

    /** SVG by file name. */
    Map<String, String> charts() {
        Map<String, String> charts = new LinkedHashMap<>();
        RowChart waves =
                RowChart.titled("All jobs due at one instant: durable runs a second", "runs/s: median, least, most");
        List<Entrant> inWave = entrants(Figures.WAVE);
        for (Entrant entrant : inWave) {
            Summary rate = summary(of(entrant, Figures.WAVE), Figures::runsPerSecond);
            waves.row(
                    entrant.title(),
                    rate.median(),
                    rate.least(),
                    rate.most(),
                    Labels.number(Math.rint(rate.median())),
                    colour(entrant));
        }
        if (!inWave.isEmpty()) {
            charts.put("peers-wave.svg", waves.toSvg());
        }
        if (!rates().isEmpty()) {
            charts.put("peers-lateness.svg", lateness());
        }
        return charts;
    }

    private String lateness() {
        RowChart chart = RowChart.titled(
                        "From the due time to the handler: p50 (dot) to p99 (end of the line)",
                        "ms, medians of the pairs")
                .logarithmic();
        for (String rate : rates()) {
            for (Entrant entrant : entrants(rate)) {
                double p50 = summary(
                                of(entrant, rate), figures -> figures.lateness().p50())
                        .median();
                double p99 = summary(
                                of(entrant, rate), figures -> figures.lateness().p99())
                        .median();
                double dot = Math.max(p50, LATENESS_LEAST_MS);
                chart.row(
                        entrant.title() + ", " + rate,
                        dot,
                        dot,
                        Math.max(p99, dot),
                        Labels.number(p50) + " / " + Labels.number(p99),
                        colour(entrant));
            }
        }
        return chart.toSvg();
    }

    private List<String> rates() {
        return all.stream()
                .filter(figures -> !figures.isWave())
                .map(Figures::work)
                .distinct()
                .toList();
    }

    private List<Entrant> entrants(String work) {
        return List.of(Entrant.values()).stream()
                .filter(entrant -> !of(entrant, work).isEmpty())
                .toList();
    }

    private List<Figures> of(Entrant entrant, String work) {
        return all.stream()
                .filter(figures ->
                        figures.entrant() == entrant && figures.work().equals(work))
                .toList();
    }

    /** The same in every chart. */
    private static int colour(Entrant entrant) {
        return List.of(Entrant.values()).indexOf(entrant);
    }

    private static Summary summary(List<Figures> some, ToDoubleFunction<Figures> value) {
        return Summary.of(some.stream().mapToDouble(value));
    }

    private static String micros(List<Figures> some, ToDoubleFunction<Figures> value) {
        return Labels.number(Math.rint(summary(some, value).median()));
    }

    private static String exact(List<Figures> some) {
        long exact = some.stream().filter(Figures::exact).count();
        return exact == some.size() ? "yes" : "NOT EXACT in " + (some.size() - exact) + " of " + some.size();
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
