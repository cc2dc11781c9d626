package io.carillon.benchmarks.wave;

import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Times GET requests to the first member, one after the other on one connection. */
final class PageTimes implements AutoCloseable {

    private static final int REPEATS = 300;
    private static final Pattern NEXT = Pattern.compile("\"next_cursor\":\"([^\"]+)\"");

    private final MachineClock clock;
    private final HttpLine line;

    PageTimes(Stand stand) throws IOException {
        this.clock = stand.clock();
        this.line = new HttpLine(stand.restPort());
    }

    /**
     * Prints milliseconds.
     *
     * @throws IOException if an answer is not 200
     */
    void time(String title, String path) throws IOException {
        int bytes = ok(path).body().length();
        double[] micros = new double[REPEATS];
        for (int i = 0; i < REPEATS; i++) {
            long begin = clock.nanos();
            ok(path);
            micros[i] = (clock.nanos() - begin) / 1e3;
        }
        double[] sorted =
                IntStream.range(0, REPEATS).mapToDouble(i -> micros[i]).sorted().toArray();
        Terminal.print(
                "%s: ms p50 %.2f, p99 %.2f, max %.2f; %d bytes",
                title, sorted[REPEATS / 2] / 1e3, sorted[REPEATS * 99 / 100] / 1e3, sorted[REPEATS - 1] / 1e3, bytes);
    }

    /** @throws IOException if there is none */
    String nextCursor(String path) throws IOException {
        String body = ok(path).body();
        Matcher matcher = NEXT.matcher(body);
        if (!matcher.find()) {
            throw new IOException(String.format(Locale.ROOT, "no cursor in the answer to %s: %s", path, body));
        }
        return matcher.group(1);
    }

    private HttpLine.Answer ok(String path) throws IOException {
        HttpLine.Answer answer = line.get(path);
        if (answer.status() != 200) {
            throw new IOException("answered " + answer.status() + ": " + answer.body());
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
