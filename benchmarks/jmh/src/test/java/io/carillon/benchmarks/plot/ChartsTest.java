package io.carillon.benchmarks.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ChartsTest {

    @Test
    void line_chart_has_a_line_and_a_legend_for_each_name() throws Exception {
        Document svg = parsed(LineChart.titled("Backlog < 1 & more", "hour", "runs")
                .line("300 workers", new double[] {0, 12, 24}, new double[] {0, 50, 10})
                .line("1,500 workers", new double[] {0, 12, 24}, new double[] {0, 5, 1})
                .toSvg());
        assertThat(all(svg, "polyline")).hasSize(2);
        assertThat(texts(svg)).contains("Backlog < 1 & more", "hour", "runs", "300 workers", "1,500 workers", "50");
    }

    @Test
    void more_points_than_pixels_keep_their_extremes() throws Exception {
        int seconds = 86_400;
        double[] x = IntStream.range(0, seconds).mapToDouble(i -> i).toArray();
        double[] y = new double[seconds];
        y[43_210] = 100;
        Document svg = parsed(LineChart.titled("A day", "second", "runs")
                .line("one peak", x, y)
                .toSvg());
        List<String> points = points(all(svg, "polyline").get(0));
        assertThat(points).hasSizeBetween(100, 2_000);
        double highest = points.stream()
                .mapToDouble(point -> Double.parseDouble(point.substring(point.indexOf(',') + 1)))
                .min()
                .orElseThrow();
        assertThat(highest).isEqualTo(72);
    }

    @Test
    void bar_ends_at_its_value_and_its_line_at_least_and_most() throws Exception {
        Document svg = parsed(RowChart.titled("Wave", "runs/s")
                .row("A", 100, 80, 120, "100", 0)
                .row("B", 50, 50, 50, "50", 1)
                .toSvg());
        List<Element> bars = all(svg, "rect").stream()
                .filter(bar -> !bar.getAttribute("fill").equals("#ffffff"))
                .toList();
        assertThat(bars).hasSize(2);
        double first = Double.parseDouble(bars.get(0).getAttribute("width"));
        double second = Double.parseDouble(bars.get(1).getAttribute("width"));
        assertThat(first / second).isBetween(1.99, 2.01);
        assertThat(bars.get(0).getAttribute("fill")).isNotEqualTo(bars.get(1).getAttribute("fill"));
    }

    @Test
    void logarithmic_rows_are_dots() throws Exception {
        Document svg = parsed(RowChart.titled("Lateness", "ms")
                .logarithmic()
                .row("A", 1, 1, 5, "1 / 5", 0)
                .row("B", 2_000, 2_000, 4_000, "2,000 / 4,000", 1)
                .toSvg());
        assertThat(all(svg, "circle")).hasSize(2);
        assertThat(all(svg, "rect")).hasSize(1);
    }

    @Test
    void same_figures_give_the_same_bytes() {
        assertThat(rows().toSvg()).isEqualTo(rows().toSvg());
    }

    @Test
    void empty_or_contradictory_charts_are_refused() {
        assertThatThrownBy(() -> LineChart.titled("t", "x", "y").toSvg()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> LineChart.titled("t", "x", "y").line("a", new double[2], new double[3]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RowChart.titled("t", "x").row("a", 1, 2, 3, "", 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static RowChart rows() {
        return RowChart.titled("Wave", "runs/s").row("A", 100, 80, 120, "100", 0);
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<Element> all(Document svg, String tag) {
        NodeList nodes = svg.getElementsByTagName(tag);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .map(Element.class::cast)
                .toList();
    }

    private static Stream<String> texts(Document svg) {
        return all(svg, "text").stream().map(Element::getTextContent);
    }

    private static List<String> points(Element line) {
        return Arrays.asList(line.getAttribute("points").split(" ", -1));
    }
}
