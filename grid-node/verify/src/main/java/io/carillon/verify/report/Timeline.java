package io.carillon.verify.report;

import io.carillon.verify.check.Findings;
import io.carillon.verify.check.Violation;
import io.carillon.verify.check.Wait;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.evidence.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An SVG picture of what happened when: faults as bands, the lateness of starts over time on a logarithmic scale, and violations as marks
 * below. Of each short stretch of time the latest start is drawn, so the size of the picture does not grow with the load.
 */
final class Timeline {
    private static final int WIDTH = 1_160;
    private static final int LEFT = 70;
    private static final int TOP = 20;
    private static final int HEIGHT = 260;
    private static final int MARKS = 30;
    private static final int BUCKETS = 540;
    private static final int TICKS = 8;
    private static final int MARKS_MAX = 400;
    private static final double MILLIS_MIN = 1;
    private static final double MILLIS_MAX = 1_000_000;

    private final Instant from;
    private final double millis;

    private Timeline(Instant from, Instant to) {
        this.from = from;
        this.millis = Math.max(1, Duration.between(from, to).toMillis());
    }

    static String of(Evidence evidence, Findings findings) {
        Timeline timeline =
                new Timeline(evidence.setting().startedAt(), evidence.closing().readAt());
        StringBuilder svg = new StringBuilder();
        int bottom = TOP + HEIGHT;
        svg.append(format(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"lateness over time, with faults and"
                        + " violations\">",
                LEFT + WIDTH + 10, bottom + MARKS + 30));
        evidence.faults().forEach(fault -> timeline.band(svg, fault, evidence));
        timeline.axes(svg);
        timeline.points(svg, findings.waits(), false, "quiet");
        timeline.points(svg, findings.waits(), true, "hit");
        findings.violations().stream().limit(MARKS_MAX).forEach(violation -> timeline.mark(svg, violation));
        return svg.append("</svg>").toString();
    }

    private double x(Instant at) {
        double share = Duration.between(from, at).toMillis() / millis;
        return LEFT + WIDTH * Math.min(1, Math.max(0, share));
    }

    private static double y(double lateMillis) {
        double bounded = Math.min(MILLIS_MAX, Math.max(MILLIS_MIN, lateMillis));
        return TOP + HEIGHT * (1 - Math.log(bounded / MILLIS_MIN) / Math.log(MILLIS_MAX / MILLIS_MIN));
    }

    private void band(StringBuilder svg, Fault fault, Evidence evidence) {
        Instant healed = fault.healthyAt() == null ? evidence.closing().readAt() : fault.healthyAt();
        String title = Html.escaped("fault " + fault.number() + ": " + fault.kind() + " of " + fault.whom());
        svg.append(format(
                "<rect class=\"fault\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>%s</title></rect>",
                x(fault.from()), TOP, Math.max(1, x(healed) - x(fault.from())), HEIGHT, title));
    }

    private void axes(StringBuilder svg) {
        for (double late = MILLIS_MIN; late <= MILLIS_MAX; late *= 10) {
            svg.append(format(
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    LEFT, LEFT + WIDTH, y(late), y(late)));
            svg.append(format(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    LEFT - 6, y(late) + 4, Words.seconds(Duration.ofMillis((long) late))));
        }
        for (int i = 0; i <= TICKS; i++) {
            double at = millis * i / TICKS;
            svg.append(format(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f s</text>",
                    LEFT + (double) WIDTH * i / TICKS, TOP + HEIGHT + MARKS + 20, at / 1_000));
        }
    }

    private void points(StringBuilder svg, List<Wait> waits, boolean disturbed, String style) {
        Map<Integer, Wait> latest = new TreeMap<>();
        waits.stream()
                .filter(wait -> wait.disturbed() == disturbed)
                .forEach(wait -> latest.merge(bucket(wait.from()), wait, Timeline::later));
        latest.values()
                .forEach(wait -> svg.append(format(
                        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/>",
                        style, x(wait.from()), y((double) wait.late().toMillis()))));
    }

    private static Wait later(Wait a, Wait b) {
        return a.late().compareTo(b.late()) < 0 ? b : a;
    }

    private int bucket(Instant at) {
        double share = Duration.between(from, at).toMillis() / millis;
        return (int) Math.min(BUCKETS - 1, Math.max(0, share * BUCKETS));
    }

    private void mark(StringBuilder svg, Violation violation) {
        svg.append(format(
                "<line class=\"bad\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"><title>%s</title></line>",
                x(violation.at()),
                x(violation.at()),
                TOP + HEIGHT + 4,
                TOP + HEIGHT + MARKS,
                Html.escaped(violation.verdict().id() + ": " + violation.words())));
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
