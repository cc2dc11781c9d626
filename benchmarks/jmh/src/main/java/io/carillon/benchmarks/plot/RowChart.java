package io.carillon.benchmarks.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * One row for each thing that is compared: a bar up to its value with a thin line from the least to the most; on a logarithmic
 * axis, where lengths of bars mean nothing, a dot instead of the bar.
 */
public final class RowChart {

    private static final double WIDTH = 900;
    private static final double TOP = 48;
    private static final double ROW = 34;
    private static final double BAR = 18;
    private static final double BOTTOM = 56;

    private final String title;
    private final String axisName;
    private final List<Row> rows = new ArrayList<>();
    private boolean logarithmic;

    private record Row(String name, double value, double least, double most, String label, int colour) {}

    private RowChart(String title, String axisName) {
        this.title = title;
        this.axisName = axisName;
    }

    /** @param axisName with its unit */
    public static RowChart titled(String title, String axisName) {
        return new RowChart(title, axisName);
    }

    /** All values must be above 0. */
    public RowChart logarithmic() {
        logarithmic = true;
        return this;
    }

    /**
     * @param least at most the value
     * @param most at least the value
     * @param label beside it
     * @param colour the same number gives the same colour
     */
    public RowChart row(String name, double value, double least, double most, String label, int colour) {
        if (!(least <= value && value <= most)) {
            throw new IllegalArgumentException(name + ": " + least + ", " + value + ", " + most);
        }
        rows.add(new Row(name, value, least, most, label, colour));
        return this;
    }

    public String toSvg() {
        if (rows.isEmpty()) {
            throw new IllegalStateException("a chart without rows: " + title);
        }
        double left = 28
                + rows.stream()
                        .mapToDouble(row -> Svg.widthOf(row.name()))
                        .max()
                        .orElseThrow();
        double right = 28
                + rows.stream()
                        .mapToDouble(row -> Svg.widthOf(row.label()))
                        .max()
                        .orElseThrow();
        Scale scale = scale(WIDTH - left - right);
        double bottom = TOP + rows.size() * ROW;
        Svg svg = new Svg(WIDTH, bottom + BOTTOM, title);
        for (double tick : scale.ticks()) {
            double at = left + scale.at(tick);
            svg.line(at, TOP, at, bottom, Svg.FAINT, 1);
            svg.text(at, bottom + 18, "middle", Labels.number(tick));
        }
        svg.text(left + scale.pixels() / 2, bottom + 42, "middle", axisName);
        for (int i = 0; i < rows.size(); i++) {
            draw(svg, rows.get(i), scale, left, TOP + i * ROW + ROW / 2);
        }
        return svg.finished();
    }

    private Scale scale(double pixels) {
        double least = rows.stream().mapToDouble(Row::least).min().orElseThrow();
        double most = rows.stream().mapToDouble(Row::most).max().orElseThrow();
        return logarithmic ? Scale.logarithmic(least, most, pixels) : Scale.linear(Math.min(0, least), most, pixels);
    }

    private void draw(Svg svg, Row row, Scale scale, double left, double middle) {
        String colour = Palette.colour(row.colour());
        double value = left + scale.at(row.value());
        double least = left + scale.at(row.least());
        double most = left + scale.at(row.most());
        svg.text(left - 10, middle + 4, "end", row.name());
        if (logarithmic) {
            svg.line(least, middle, most, middle, colour, 4);
            svg.circle(value, middle, 6, colour);
        } else {
            double zero = left + scale.at(0);
            svg.rectangle(zero, middle - BAR / 2, value - zero, BAR, colour);
            svg.line(least, middle, most, middle, Svg.INK, 1.5);
            svg.line(least, middle - 5, least, middle + 5, Svg.INK, 1.5);
            svg.line(most, middle - 5, most, middle + 5, Svg.INK, 1.5);
        }
        svg.text(Math.max(value, most) + 10, middle + 4, "start", row.label());
    }
}
