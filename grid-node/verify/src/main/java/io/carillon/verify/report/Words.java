package io.carillon.verify.report;

import io.carillon.verify.check.Figures;
import io.carillon.verify.check.Findings;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How reports write times and figures. */
final class Words {
    private static final long MILLIS_PER_SECOND = 1_000;

    private Words() {}

    /** {@code 0.012 s}. */
    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3f s", (double) duration.toMillis() / MILLIS_PER_SECOND);
    }

    static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** A line each. */
    static List<String> figures(Findings findings) {
        Figures figures = findings.figures();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "requests: %,d acknowledged, %,d refused, %,d without an answer",
                figures.acknowledged(),
                figures.refused(),
                figures.unknown()));
        lines.add(String.format(
                Locale.ROOT,
                "%,d jobs owed %,d occurrences; %,d runs were called %,d times, %,d of them repeats",
                figures.jobs(),
                figures.occurrences(),
                figures.runs(),
                figures.calls(),
                figures.repeats()));
        lines.add(String.format(
                Locale.ROOT,
                "%,d attempts lapsed or were handed back, %,d of them without a fault",
                figures.lapses(),
                figures.quietLapses()));
        lines.add(lateness("runs that no fault touched", figures.untouched()));
        lines.add(lateness("runs that a fault touched", figures.touched()));
        return lines;
    }

    private static String lateness(String whose, Figures.Lateness lateness) {
        return String.format(
                Locale.ROOT,
                "lateness of %,d %s: p50 %s, p99 %s, at most %s",
                lateness.runs(),
                whose,
                seconds(lateness.p50()),
                seconds(lateness.p99()),
                seconds(lateness.max()));
    }
}
