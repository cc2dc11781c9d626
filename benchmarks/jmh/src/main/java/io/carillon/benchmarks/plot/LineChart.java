package io.carillon.benchmarks.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Lines over a numeric axis. Any number of points: of those that fall on one column of pixels the lowest and the highest are
 * drawn.
 */
public final class LineChart {

    private static final double WIDTH = 900;
    private static final double HEIGHT = 420;
    private static final double TOP = 72;
    private static final double BOTTOM = 56;
    private static final double RIGHT = 28;

    private final String title;
    private final String xName;
    private final String yName;
    private final List<Line> lines = new ArrayList<>();
    private double xTickStep;
    private boolean logarithmic;

    private static final class Line {
        private final String name;
        private final double[] x;
        private final double[] y;

        Line(String name, double[] x, double[] y) {
            this.name = name;
            this.x = x.clone();
            this.y = y.clone();
        }
    }

    private LineChart(String title, String xName, String yName) {
        this.title = title;
        this.xName = xName;
        this.yName = yName;
    }

    /** @param xName with its unit, as {@code yName} */
    public static LineChart titled(String title, String xName, String yName) {
        return new LineChart(title, xName, yName);
    }

    /** The vertical axis begins at the power of ten below the least positive value; what is not positive is drawn there. */
    public LineChart logarithmic() {
        logarithmic = true;
        return this;
    }

    /** Ticks of the horizontal axis at the multiples of a step, instead of round numbers. */
    public LineChart xTicksEvery(double step) {
        xTickStep = step;
        return this;
    }

    /**
     * @param x ascending
     * @param y as many, finite
     */
    public LineChart line(String name, double[] x, double[] y) {
        if (x.length != y.length || x.length == 0) {
            throw new IllegalArgumentException(name + " has " + x.length + " x and " + y.length + " y");
        }
        lines.add(new Line(name, x, y));
        return this;
    }

    public String toSvg() {
        if (lines.isEmpty()) {
            throw new IllegalStateException("a chart without lines: " + title);
        }
        Scale y = yScale();
        double left = 40
                + y.ticks().stream()
                        .mapToDouble(tick -> Svg.widthOf(Labels.number(tick)))
                        .max()
                        .orElse(0);
        Scale x = xScale(WIDTH - left - RIGHT);
        Svg svg = new Svg(WIDTH, HEIGHT, title);
        axes(svg, x, y, left);
        double legend = left;
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            svg.rectangle(legend, 46, 14, 4, Palette.colour(i));
            svg.text(legend + 20, 53, "start", line.name);
            legend += 44 + Svg.widthOf(line.name);
            draw(svg, line, Palette.colour(i), x, y, left);
        }
        return svg.finished();
    }

    private Scale yScale() {
        double pixels = HEIGHT - TOP - BOTTOM;
        if (!logarithmic) {
            return Scale.linear(
                    Math.min(0, values().min().orElseThrow()), values().max().orElseThrow(), pixels);
        }
        double least = values().filter(value -> value > 0).min().orElse(1);
        return Scale.logarithmic(least, Math.max(least, values().max().orElseThrow()), pixels);
    }

    private Scale xScale(double pixels) {
        double least = lines.stream().mapToDouble(line -> line.x[0]).min().orElseThrow();
        double most = lines.stream()
                .mapToDouble(line -> line.x[line.x.length - 1])
                .max()
                .orElseThrow();
        return xTickStep > 0 ? Scale.linear(least, most, xTickStep, pixels) : Scale.linear(least, most, pixels);
    }

    private DoubleStream values() {
        return lines.stream().flatMapToDouble(line -> DoubleStream.of(line.y));
    }

    private void axes(Svg svg, Scale x, Scale y, double left) {
        double bottom = HEIGHT - BOTTOM;
        for (double tick : y.ticks()) {
            double at = bottom - y.at(tick);
            svg.line(left, at, WIDTH - RIGHT, at, Svg.FAINT, 1);
            svg.text(left - 8, at + 4, "end", Labels.number(tick));
        }
        for (double tick : x.ticks()) {
            double at = left + x.at(tick);
            svg.line(at, bottom, at, bottom + 5, Svg.INK, 1);
            svg.text(at, bottom + 20, "middle", Labels.number(tick));
        }
        svg.line(left, bottom, WIDTH - RIGHT, bottom, Svg.INK, 1);
        svg.text((left + WIDTH - RIGHT) / 2, HEIGHT - 14, "middle", xName);
        svg.upwards(18, (TOP + bottom) / 2, yName);
    }

    private static void draw(Svg svg, Line line, String colour, Scale x, Scale y, double left) {
        List<Integer> shown = shown(line, x);
        double[] px = shown.stream().mapToDouble(i -> left + x.at(line.x[i])).toArray();
        double[] py = shown.stream()
                .mapToDouble(i -> HEIGHT - BOTTOM - y.at(line.y[i]))
                .toArray();
        svg.polyline(px, py, colour);
    }

    /** Of each column of pixels the lowest and the highest point, in order of x. */
    private static List<Integer> shown(Line line, Scale x) {
        List<Integer> shown = new ArrayList<>();
        int from = 0;
        while (from < line.x.length) {
            long column = (long) x.at(line.x[from]);
            int lowest = from;
            int highest = from;
            int next = from;
            while (next < line.x.length && (long) x.at(line.x[next]) == column) {
                lowest = line.y[next] < line.y[lowest] ? next : lowest;
                highest = line.y[next] > line.y[highest] ? next : highest;
                next++;
            }
            shown.add(Math.min(lowest, highest));
            if (lowest != highest) {
                shown.add(Math.max(lowest, highest));
            }
            from = next;
        }
        return shown;
    }
}
