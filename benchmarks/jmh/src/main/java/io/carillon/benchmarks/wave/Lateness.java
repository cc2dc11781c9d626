package io.carillon.benchmarks.wave;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * What the handler has seen: how late it was called after each run's due time, in milliseconds; nearest ranks.
 *
 * @param calls of the handler
 * @param runs distinct ones among them
 * @param early calls before the due time
 * @param drift by how much the median of the last tenth, in order of due times, exceeds that of the first
 */
record Lateness(
        int calls, int runs, int early, double least, double p50, double p90, double p99, double most, double drift) {

    record Call(String handler, UUID runId, Instant dueAt, long lateMicros) {

        /** The same as {@link #parse} reads. */
        String toLine() {
            return handler + " " + runId + " " + dueAt + " " + lateMicros;
        }

        static Call parse(String line) {
            String[] fields = line.split(" ", -1);
            if (fields.length != 4) {
                throw new IllegalArgumentException("not a call: " + line);
            }
            return new Call(fields[0], UUID.fromString(fields[1]), Instant.parse(fields[2]), Long.parseLong(fields[3]));
        }

        Instant calledAt() {
            return dueAt.plus(lateMicros, ChronoUnit.MICROS);
        }
    }

    static Lateness of(List<Call> calls) {
        List<Call> byDueTime = new ArrayList<>(calls);
        byDueTime.sort(Comparator.comparing(Call::dueAt));
        int tenth = (calls.size() + 9) / 10;
        double[] all = sorted(byDueTime);
        double[] first = sorted(byDueTime.subList(0, tenth));
        double[] last = sorted(byDueTime.subList(calls.size() - tenth, calls.size()));
        return new Lateness(
                calls.size(),
                (int) calls.stream().map(Call::runId).distinct().count(),
                (int) calls.stream().filter(call -> call.lateMicros() < 0).count(),
                rank(all, 0),
                rank(all, 0.50),
                rank(all, 0.90),
                rank(all, 0.99),
                rank(all, 1),
                rank(last, 0.50) - rank(first, 0.50));
    }

    boolean onceEach(int expected) {
        return calls == expected && runs == expected;
    }

    String inWords() {
        return String.format(
                Locale.ROOT,
                "late by ms: least %.1f  p50 %.1f  p90 %.1f  p99 %.1f  most %.1f; early %d",
                least,
                p50,
                p90,
                p99,
                most,
                early);
    }

    private static double[] sorted(List<Call> calls) {
        return calls.stream()
                .mapToDouble(call -> call.lateMicros() / 1e3)
                .sorted()
                .toArray();
    }

    private static double rank(double[] sorted, double quantile) {
        return sorted.length == 0 ? Double.NaN : sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
    }
}
