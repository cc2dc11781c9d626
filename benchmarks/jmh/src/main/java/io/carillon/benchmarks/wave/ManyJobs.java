package io.carillon.benchmarks.wave;

import io.carillon.client.CreatedJob;
import io.carillon.client.JobRequest;
import io.carillon.persistence.jdbc.Pools;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.persistence.schema.Schema;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A member that starts on a database with {@code --runs} daily jobs (10,000,000 is what the product promises something about): how
 * long until it claims and starts what is due, how much memory it takes, how fast single jobs are created, changed and
 * deleted, and how long it takes to arm one job in twenty that is due at the same second.
 */
public final class ManyJobs {

    private static final int CROWD_SHARE = 20;
    private static final int MINUTES_OF_DAY = 24 * 60;
    /** From the end of filling to the second of the crowd: start, single calls, and the window in which it is armed. */
    private static final Duration UNTIL_CROWD = Duration.ofMinutes(4);

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int SINGLES = 500;
    private static final Pattern ARMED = Pattern.compile("\"armed_jobs\":(\\d+)");

    private final Stand stand;
    private final Database database;
    private final int crowd;
    private final Instant crowdDue;

    private ManyJobs(Stand stand, Database database, int crowd, Instant crowdDue) {
        this.stand = stand;
        this.database = database;
        this.crowd = crowd;
        this.crowdDue = crowdDue;
    }

    public static void main(String[] args) throws Exception {
        WaveOptions options = Measurement.begin(args);
        MachineClock clock = new MachineClock();
        int crowd = options.runs() / CROWD_SHARE;
        try (Database database = Database.start(options.dir())) {
            Filling filling = new Filling(clock, options.runs() - crowd, crowd);
            try (Stand stand = new Stand(options, database, clock, filling)) {
                new ManyJobs(stand, database, crowd, filling.crowdDue).measure(filling.firstClaim);
            }
        }
    }

    /** Jobs spread over all minutes of the day, and the crowd. */
    private static final class Filling implements Stand.Preparation {
        private final MachineClock clock;
        private final int spread;
        private final int crowd;
        private final CompletableFuture<Instant> firstClaim = new CompletableFuture<>();
        private Instant crowdDue = Instant.MAX;

        Filling(MachineClock clock, int spread, int crowd) {
            this.clock = clock;
            this.spread = spread;
            this.crowd = crowd;
        }

        @Override
        public void prepare(Database database) throws SQLException {
            var postgres = database.postgres();
            String url = postgres.jdbcUrl(Stand.DATABASE);
            try (Pools pools = new Pools(StoreSettings.of(url, postgres.username(), postgres.password()))) {
                Schema.migrate(pools.reads());
            }
            Instant begin = clock.now();
            try (Connection connection = database.connect(Stand.DATABASE);
                    JobRows rows = new JobRows(connection);
                    Statement statement = connection.createStatement()) {
                Instant minute = begin.truncatedTo(ChronoUnit.MINUTES);
                rows.add(
                        spread,
                        WaveWorker.BYSTANDER,
                        begin,
                        i -> minute.plus(1 + i % MINUTES_OF_DAY, ChronoUnit.MINUTES));
                crowdDue = clock.now().plus(UNTIL_CROWD).truncatedTo(ChronoUnit.MINUTES);
                rows.add(crowd, WaveWorker.HANDLER, begin, i -> crowdDue);
                statement.execute("VACUUM ANALYZE");
                try (ResultSet size = statement.executeQuery("SELECT pg_database_size(current_database()) / 1000000")) {
                    size.next();
                    Terminal.print(
                            "filled %d jobs in %d s, %d MB; %d are due at %s",
                            spread + crowd,
                            Duration.between(begin, clock.now()).toSeconds(),
                            size.getLong(1),
                            crowd,
                            crowdDue);
                }
            }
            Thread watch = new Thread(() -> watch(database), "first-claim");
            watch.setDaemon(true);
            watch.start();
        }

        private void watch(Database database) {
            try (Connection connection = database.connect(Stand.DATABASE);
                    Statement look = connection.createStatement()) {
                while (!isTrue(look, "SELECT EXISTS (SELECT FROM runs)")) {
                    clock.pause(Duration.ofMillis(50));
                }
                firstClaim.complete(clock.now());
            } catch (SQLException | InterruptedException e) {
                firstClaim.completeExceptionally(e);
            }
        }

        private static boolean isTrue(Statement look, String query) throws SQLException {
            try (ResultSet row = look.executeQuery(query)) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    private void measure(CompletableFuture<Instant> firstClaim)
            throws InterruptedException, SQLException, IOException, ExecutionException {
        boolean started = stand.await(LONGEST, () -> stand.handled(WaveWorker.BYSTANDER) > 0);
        Terminal.print(
                "cold start: first claim %.1f s after the launch, first start %s",
                seconds(stand.launchedAt(), firstClaim.get()),
                started ? String.format(Locale.ROOT, "%.1f s", seconds(stand.launchedAt(), firstStart())) : "NEVER");
        singles();
        long before = armed();
        MemberMemory calm = stand.memory();
        Terminal.print("%d jobs armed, heap after a collection at most %d MB", before, calm.heapMb());
        stand.clock().pauseUntil(crowdDue.minus(WINDOW));
        Cpu idle = stand.cpu();
        boolean all = stand.await(WINDOW, () -> armed() >= before + crowd * 0.9);
        Terminal.print(
                "%s of the %d due at once were armed %.1f s after they came into the window, which is looked at every 10 s;"
                        + " CPU us a job: %s",
                all ? "90 %" : "NOT 90 %",
                crowd,
                seconds(crowdDue.minus(WINDOW), stand.clock().now()),
                stand.cpu().since(idle).eachOf(crowd));
        boolean handled = stand.await(WINDOW.plus(LONGEST), () -> stand.handled(WaveWorker.HANDLER) >= crowd);
        List<Lateness.Call> calls = stand.calls().stream()
                .filter(call -> call.handler().equals(WaveWorker.HANDLER))
                .toList();
        Terminal.print(
                "crowd: %s of %d handled; %s",
                handled && Lateness.of(calls).onceEach(crowd) ? "each" : "NOT EACH",
                crowd,
                Lateness.of(calls).inWords());
        MemberMemory most = stand.memory();
        Terminal.print(
                "members' heap after a collection at most %d MB, resident at most %d MB",
                most.heapMb(), most.residentMb());
    }

    private Instant firstStart() throws SQLException {
        try (Connection connection = database.connect(Stand.DATABASE);
                Statement look = connection.createStatement();
                ResultSet row = look.executeQuery("SELECT min(started_at) FROM runs")) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).toInstant();
        }
    }

    /** One call after the other, as the first jobs of a user would come. */
    private void singles() {
        double[] creates = new double[SINGLES];
        double[] patches = new double[SINGLES];
        double[] deletes = new double[SINGLES];
        Instant far = Creation.RUN_AT;
        for (int i = 0; i < SINGLES; i++) {
            JobRequest request = JobRequest.named("single")
                    .handler(WaveWorker.HANDLER)
                    .oneOff(far)
                    .build();
            UUID[] id = new UUID[1];
            creates[i] = millis(() -> {
                CreatedJob made = stand.client().createJob(request);
                id[0] = made.jobId();
            });
            patches[i] = millis(() -> stand.client().pauseJob(id[0]));
            deletes[i] = millis(() -> stand.client().deleteJob(id[0]));
        }
        Terminal.print(
                "one call at a time, ms p50 / p99: create %s, pause %s, delete %s",
                ranks(creates), ranks(patches), ranks(deletes));
    }

    private double millis(Runnable call) {
        long begin = stand.clock().nanos();
        call.run();
        return (stand.clock().nanos() - begin) / 1e6;
    }

    private static String ranks(double[] values) {
        Arrays.sort(values);
        return String.format(Locale.ROOT, "%.1f / %.1f", values[values.length / 2], values[values.length * 99 / 100]);
    }

    private long armed() throws IOException {
        try (HttpLine line = new HttpLine(stand.restPort())) {
            Matcher armed = ARMED.matcher(line.get("/cluster").body());
            if (!armed.find()) {
                throw new IOException("/cluster says nothing of armed jobs");
            }
            return Long.parseLong(armed.group(1));
        }
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }
}
