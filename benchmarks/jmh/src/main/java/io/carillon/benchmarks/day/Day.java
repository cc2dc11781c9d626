package io.carillon.benchmarks.day;

import io.carillon.benchmarks.plot.LineChart;
import java.io.IOException;

/**
 * Simulates a cluster under a hundred million runs a day, with the product's rules on virtual time. Docs/capacity.md says
 * what is real, what is a model, and what came out.
 */
public final class Day {

    private static final int HALF_HOUR = 1_800;
    private static final int DAY = 86_400;
    private static final int TEN_MINUTES = 600;
    private static final int DRAIN_SECONDS = 900;
    private static final int WAVE = 50_000;
    private static final int[] RATES = {100, 500, 5_000};
    private static final int RATE_SECONDS = 40;
    private static final int PLOT_FROM = -30;
    private static final int PLOT_TO = 300;

    private final DayOptions options;
    private final Output output;
    private final Rules rules = new Rules();

    private Day(DayOptions options) throws IOException {
        this.options = options;
        this.output = new Output(options.dir());
    }

    public static void main(String[] args) throws IOException {
        DayOptions options = parsed(args);
        Day day = new Day(options);
        for (String part : options.parts()) {
            switch (part) {
                case "wave" -> day.wave();
                case "midnight" -> day.midnight();
                case "sizes" -> new Sizes(options, day.rules, day.output).compare();
                case "day" -> day.day();
                default -> throw new IllegalArgumentException("no such part: " + part);
            }
        }
    }

    private static DayOptions parsed(String[] args) {
        try {
            return DayOptions.parse(args);
        } catch (IllegalArgumentException e) {
            Output.print(String.valueOf(e.getMessage()));
            System.exit(2);
            throw e;
        }
    }

    /** What the wave benchmark measures on a machine of two cores, to compare the model with. */
    private void wave() {
        Simulation wave = oneMachine(options, rules, Mix.wave(WAVE), 1);
        long took = wave.figures.lastEndMicros() - wave.scenario.micros(0);
        Output.print(
                "one machine of two cores, %d runs at once: %.0f runs/s from the due instant", WAVE, WAVE * 1e6 / took);
        for (int rate : RATES) {
            Simulation steady = oneMachine(options, rules, Mix.steady(rate), RATE_SECONDS);
            Figures figures = steady.figures;
            LatenessCount late = figures.lateness(true);
            Output.print(
                    "one machine of two cores, %d/s: late by ms p50 %.1f  p90 %.1f  p99 %.1f; CPU %.0f us a run",
                    rate,
                    late.millis(0.5),
                    late.millis(0.9),
                    late.millis(0.99),
                    (double) figures.memberBusy.sum(0, figures.seconds()) / steady.loaded());
        }
    }

    /** A machine with two cores for member, worker and PostgreSQL, and runs that end at once, as the wave benchmark has them. */
    static Simulation oneMachine(DayOptions options, Rules rules, Mix mix, int seconds) {
        DayOptions local = options.with(
                "network-us",
                "30",
                "flush-us",
                "200",
                "workers",
                "1",
                "workers-most",
                "1",
                "slots",
                "8000",
                "run-p50-ms",
                "0.05",
                "run-p99-ms",
                "0.05",
                "failures",
                "0");
        Size twoCores = new Size(1, 1, 2, 1, 1, true);
        Scenario scenario = new Scenario(
                twoCores, local.costs(), local.workers(), local.work(), 0, seconds, DRAIN_SECONDS, options.seed());
        Occurrences occurrences = new Occurrences(mix, rules, 0, seconds, options.checkEvery());
        return new Simulation(scenario, occurrences, TEN_MINUTES).run();
    }

    static Scenario scenario(DayOptions options, int from, int to) {
        return new Scenario(
                options.size(),
                options.costs(),
                options.workers(),
                options.work(),
                from,
                to,
                DRAIN_SECONDS,
                options.seed());
    }

    private void midnight() throws IOException {
        Occurrences occurrences = occurrences(-HALF_HOUR, HALF_HOUR);
        Simulation behind = simulate(occurrences, options.with("forecast-seconds", "0"));
        Simulation ahead = simulate(occurrences, options.with("forecast-seconds", "120"));
        Output.print(
                "the hour round midnight, %d runs, %d put through the complete rules",
                occurrences.total(), occurrences.checked());
        Output.print(Summary.heading());
        Output.print(Summary.of(behind).row("workers by backlog"));
        Output.print(Summary.of(ahead).row("workers by forecast"));
        LineChart starts = LineChart.titled("Midnight: due and started", "seconds from midnight", "runs/s");
        Curves.seconds(starts, "due", behind, PLOT_FROM, PLOT_TO, behind.figures.due::in);
        Curves.seconds(starts, "started, workers by backlog", behind, PLOT_FROM, PLOT_TO, behind.figures.started::in);
        Curves.seconds(starts, "started, workers by forecast", ahead, PLOT_FROM, PLOT_TO, ahead.figures.started::in);
        output.chart("midnight-starts.svg", starts.toSvg());
        LineChart backlog = LineChart.titled("Midnight: due and not started", "seconds from midnight", "runs");
        Curves.seconds(backlog, "workers by backlog", behind, PLOT_FROM, PLOT_TO, Curves.backlog(behind));
        Curves.seconds(backlog, "workers by forecast", ahead, PLOT_FROM, PLOT_TO, Curves.backlog(ahead));
        output.chart("midnight-backlog.svg", backlog.toSvg());
        LineChart cores =
                LineChart.titled("Midnight: busy cores, workers by forecast", "seconds from midnight", "cores");
        Curves.seconds(cores, "PostgreSQL", ahead, -60, PLOT_TO, Curves.cores(ahead.figures.storeBusy));
        Curves.seconds(cores, "all members", ahead, -60, PLOT_TO, Curves.cores(ahead.figures.memberBusy));
        output.chart("midnight-cores.svg", cores.toSvg());
    }

    private void day() throws IOException {
        Occurrences occurrences = occurrences(0, DAY);
        Simulation day = simulate(occurrences, options);
        Output.print("a day, %d runs, %d put through the complete rules", occurrences.total(), occurrences.checked());
        HourTable table = new HourTable(day);
        table.lines().forEach(line -> Output.print("%s", line));
        output.file("day.csv", table.csv());
        Figures figures = day.figures;
        Output.print(
                "%d came, %d succeeded, %d died, %d left; %d retries; %d claimed late",
                day.loaded(),
                figures.succeeded(),
                figures.dead(),
                day.left(),
                figures.retries(),
                figures.claimedLate());
        output.chart(
                "day-starts.svg",
                dayPlot(day, "Starts, most in a second of each minute", "runs/s", "started", figures.attempts::in));
        output.chart(
                "day-backlog.svg",
                dayPlot(day, "Due and not started, most in each minute", "runs", "waiting", Curves.backlog(day)));
        LineChart cores = LineChart.titled("Busy cores, most in a second of each minute", "hour", "cores");
        Curves.day(cores, "PostgreSQL", day, Curves.cores(figures.storeBusy));
        Curves.day(cores, "all members", day, Curves.cores(figures.memberBusy));
        output.chart("day-cores.svg", cores.toSvg());
        output.chart("day-workers.svg", dayPlot(day, "Workers", "workers", "workers", figures.workers::in));
    }

    private static String dayPlot(Simulation day, String title, String unit, String name, Curves.Value value) {
        return Curves.day(LineChart.titled(title, "hour", unit), name, day, value)
                .toSvg();
    }

    private Occurrences occurrences(int from, int to) {
        return new Occurrences(Mix.STANDARD.times(options.load()), rules, from, to, options.checkEvery());
    }

    private static Simulation simulate(Occurrences occurrences, DayOptions options) {
        return new Simulation(scenario(options, occurrences.from, occurrences.to), occurrences, 3_600).run();
    }
}
