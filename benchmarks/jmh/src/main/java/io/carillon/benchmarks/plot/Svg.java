package io.carillon.benchmarks.plot;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A picture under way. Coordinates are pixels from the upper left; text is measured by its number of characters. */
final class Svg {

    static final String INK = "#1f2933";
    static final String FAINT = "#d9dee3";
    static final int FONT = 13;

    /** Of a character of {@link #FONT}, on average, in the sans-serif fonts that browsers have. */
    private static final double CHARACTER = 7.2;

    private final StringBuilder text = new StringBuilder();

    Svg(double width, double height, String title) {
        text.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$s %2$s\" width=\"%1$s\" height=\"%2$s\""
                        + " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"%3$d\" role=\"img\">\n",
                number(width),
                number(height),
                FONT));
        text.append("<title>").append(escaped(title)).append("</title>\n");
        rectangle(0, 0, width, height, "#ffffff");
        text(16, 28, "start", title, "font-size=\"16\" font-weight=\"bold\"");
    }

    static double widthOf(String label) {
        return label.length() * CHARACTER;
    }

    void rectangle(double x, double y, double width, double height, String fill) {
        element("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"" + fill + "\"/>", x, y, width, height);
    }

    void line(double x1, double y1, double x2, double y2, String stroke, double width) {
        element(
                "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"" + stroke + "\" stroke-width=\"%s\"/>",
                x1,
                y1,
                x2,
                y2,
                width);
    }

    void circle(double x, double y, double radius, String fill) {
        element("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"" + fill + "\"/>", x, y, radius);
    }

    void polyline(double[] x, double[] y, String stroke) {
        String points = IntStream.range(0, x.length)
                .mapToObj(i -> number(x[i]) + "," + number(y[i]))
                .collect(Collectors.joining(" "));
        text.append("<polyline fill=\"none\" stroke-width=\"1.8\" stroke-linejoin=\"round\" stroke=\"")
                .append(stroke)
                .append("\" points=\"")
                .append(points)
                .append("\"/>\n");
    }

    /** @param anchor which end of the text is at x: start, middle or end */
    void text(double x, double y, String anchor, String label) {
        text(x, y, anchor, label, "");
    }

    /** From bottom to top, its middle at the point. */
    void upwards(double x, double y, String label) {
        text(x, y, "middle", label, "transform=\"rotate(-90 " + number(x) + " " + number(y) + ")\"");
    }

    String finished() {
        return text + "</svg>\n";
    }

    private void text(double x, double y, String anchor, String label, String more) {
        text.append(String.format(
                Locale.ROOT,
                "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" fill=\"%s\"%s>%s</text>\n",
                number(x),
                number(y),
                anchor,
                INK,
                more.isEmpty() ? "" : " " + more,
                escaped(label)));
    }

    private void element(String format, double... values) {
        Object[] numbers = IntStream.range(0, values.length)
                .mapToObj(i -> number(values[i]))
                .toArray();
        text.append(String.format(Locale.ROOT, format, numbers)).append('\n');
    }

    /** A tenth of a pixel is enough, and keeps files small. */
    private static String number(double value) {
        double rounded = Math.round(value * 10) / 10.0;
        return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
    }

    private static String escaped(String label) {
        return label.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
