package io.carillon.benchmarks.wave;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * How long a page of 100 runs takes over HTTP when one job has {@code --runs} of them (1,000,000 is what the product promises
 * something about): the first pages, pages in the middle, and each status, most of which a handful of runs have.
 */
public final class RunPages {

    private static final int RARE = 7;
    private static final int REPEATS = 300;
    private static final List<String> STATUSES =
            List.of("succeeded", "failed", "dead", "cancelled", "queued", "running", "scheduled");
    private static final Pattern JOB_ID = Pattern.compile("\"job_id\":\"([^\"]+)\"");
    private static final Pattern NEXT = Pattern.compile("\"next_cursor\":\"([^\"]+)\"");

    private final Stand stand;
    private final HttpLine line;

    private RunPages(Stand stand, HttpLine line) {
        this.stand = stand;
        this.line = line;
    }

    public static void main(String[] args) throws Exception {
        WaveOptions options = Measurement.begin(args);
        MachineClock clock = new MachineClock();
        try (Database database = Database.start(options.dir());
                Stand stand = new Stand(options, database, clock);
                HttpLine line = new HttpLine(stand.restPort())) {
            new RunPages(stand, line).measure(database, options.runs());
        }
    }

    private void measure(Database database, int runs) throws IOException, SQLException {
        HttpLine.Answer made =
                line.post("/jobs", "{\"name\":\"many\",\"handler\":\"many\",\"run_at\":\"" + Creation.RUN_AT + "\"}");
        String job = group(JOB_ID, made.body());
        try (Connection connection = database.connect("wave");
                Statement fill = connection.createStatement()) {
            Instant midnight = stand.clock().now().truncatedTo(ChronoUnit.DAYS);
            Duration passed = Duration.between(midnight, stand.clock().now());
            fill.execute(insert(job, runs, midnight, passed, 2));
            for (int state : new int[] {3, 4}) {
                fill.execute(insert(job, RARE, midnight, passed, state));
            }
            fill.execute("VACUUM ANALYZE runs");
        }
        String path = "/jobs/" + job + "/runs?limit=100";
        time("warm-up", path);
        time("first page", path);
        String deep = path;
        for (int page = 0; page < 100; page++) {
            deep = path + "&cursor=" + group(NEXT, ok(deep).body());
        }
        time("page 101", deep);
        for (String status : STATUSES) {
            time(status, path + "&status=" + status);
        }
    }

    private void time(String title, String path) throws IOException {
        int bytes = ok(path).body().length();
        double[] micros = new double[REPEATS];
        for (int i = 0; i < REPEATS; i++) {
            long begin = stand.clock().nanos();
            ok(path);
            micros[i] = (stand.clock().nanos() - begin) / 1e3;
        }
        double[] sorted =
                IntStream.range(0, REPEATS).mapToDouble(i -> micros[i]).sorted().toArray();
        Terminal.print(
                "%s: ms p50 %.2f, p99 %.2f, max %.2f; %d bytes",
                title, sorted[REPEATS / 2] / 1e3, sorted[REPEATS * 99 / 100] / 1e3, sorted[REPEATS - 1] / 1e3, bytes);
    }

    private HttpLine.Answer ok(String path) throws IOException {
        HttpLine.Answer answer = line.get(path);
        if (answer.status() != 200) {
            throw new IOException("answered " + answer.status() + ": " + answer.body());
        }
        return answer;
    }

    private static String group(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    /** Runs that have ended in this state, spread evenly over today up to now; their ids carry their times, as all do. */
    private static String insert(String job, int runs, Instant midnight, Duration passed, int state) {
        return "INSERT INTO runs (nominal_at, due_at, started_at, ended_at, died_at, cancelled_at, revision,"
                + " fencing_token, version, attempt, retries_used, lapses, shard, trigger, state, last_end, run_id,"
                + " job_id, write_id, owner_id, pool)"
                + " SELECT t, t, t, t, CASE WHEN " + state + " = 3 THEN t END, CASE WHEN " + state + " = 4 THEN t END,"
                + " 1, 1, 3, 1, 0, 0, s.shard, 0, " + state + ", 0,"
                + " (lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0') || '8'"
                + " || lpad(to_hex(s.shard::int), 3, '0') || '8' || substr(md5(i || '/" + state + "'), 1, 15))::uuid,"
                + " j.job_id, j.write_id, j.owner_id, j.pool"
                + " FROM generate_series(1, " + runs + ") i"
                + " JOIN jobs j ON j.job_id = '" + job + "' JOIN job_state s ON s.job_id = j.job_id"
                + " CROSS JOIN LATERAL (SELECT '" + midnight + "'::timestamptz + i * ('" + passed.toSeconds()
                + " seconds'::interval / " + runs + ") AS t) x";
    }
}
