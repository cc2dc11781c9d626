package io.carillon.benchmarks.wave;

import io.carillon.client.JobRequest;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.jdbc.Pools;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.persistence.schema.PartitionKeeper;
import io.carillon.persistence.schema.PartitionRetention;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;

/**
 * Thirty days with {@code --runs} ended runs each (1,000,000 is what the product promises something about), of a thousand jobs: how
 * late runs start, what they cost and how long pages of runs take, without this history and with it; then how long it takes to
 * drop the oldest day.
 */
public final class History {

    private static final int DAYS = 30;
    private static final int JOBS = 1_000;
    private static final int PER_SECOND = 500;
    private static final String OF_HISTORY = "j.name = 'history'";

    private final Stand stand;
    private final OneOffs oneOffs;
    private final int seconds;

    private History(Stand stand, int seconds) {
        this.stand = stand;
        this.oneOffs = new OneOffs(stand);
        this.seconds = seconds;
    }

    public static void main(String[] args) throws Exception {
        WaveOptions options = Measurement.begin(args);
        MachineClock clock = new MachineClock();
        try (Database database = Database.start(options.dir());
                Stand stand = new Stand(options, database, clock)) {
            new History(stand, options.seconds()).measure(database, options.runs());
        }
    }

    private void measure(Database database, int runsADay) throws InterruptedException, SQLException, IOException {
        EmbeddedPostgres postgres = database.postgres();
        StoreSettings store =
                StoreSettings.of(postgres.jdbcUrl(Stand.DATABASE), postgres.username(), postgres.password());
        UUID job = createJobs();
        oneOffs.wave("to warm up", 50_000);
        look("without history", job);
        LocalDate today = stand.clock().now().atZone(ZoneOffset.UTC).toLocalDate();
        try (Pools pools = new Pools(store)) {
            fill(database, pools, today, runsADay);
            look("with history", job);
            long begin = stand.clock().nanos();
            var outcome = new PartitionRetention(pools.reads()).dropRunsBefore(today.minusDays(DAYS - 1L));
            Terminal.print("retention: %s in %.0f ms", outcome, (stand.clock().nanos() - begin) / 1e6);
        }
        look("a day less", job);
    }

    /** @return one of the jobs */
    private UUID createJobs() {
        UUID job = null;
        for (int i = 0; i < JOBS; i++) {
            job = stand.client()
                    .createJob(
                            JobRequest.named("history").oneOff(Creation.RUN_AT).build())
                    .jobId();
        }
        return Objects.requireNonNull(job);
    }

    private void look(String title, UUID job) throws InterruptedException, SQLException, IOException {
        oneOffs.rate(title + ", " + PER_SECOND + "/s", PER_SECOND, seconds);
        try (PageTimes pages = new PageTimes(stand)) {
            pages.time(title + ", runs of a job", "/jobs/" + job + "/runs?limit=100");
            pages.time(title + ", dead runs of a job", "/jobs/" + job + "/runs?limit=100&status=dead");
            pages.time(title + ", all runs", "/runs?limit=100");
            Instant old = stand.clock().now().minus(DAYS - 2L, ChronoUnit.DAYS);
            pages.time(title + ", all runs up to long ago", "/runs?limit=100&to=" + old);
            pages.time(title + ", dead letters", "/dead-letters?limit=100");
        }
    }

    private void fill(Database database, Pools pools, LocalDate today, int runsADay) throws SQLException {
        Instant begin = stand.clock().now();
        try (Connection connection = database.connect(Stand.DATABASE);
                Statement statement = connection.createStatement()) {
            for (int back = DAYS; back > 0; back--) {
                Instant day = today.minusDays(back).atStartOfDay(ZoneOffset.UTC).toInstant();
                // A day is made when there is something that belongs to it.
                statement.execute(EndedRuns.insert(OF_HISTORY, 1, day, Duration.ofSeconds(1), EndedRuns.SUCCEEDED));
                new PartitionKeeper(pools.reads(), (table, rows) -> {})
                        .prepare(stand.clock().now(), DAYS + 1);
                statement.execute(
                        EndedRuns.insert(OF_HISTORY, runsADay / JOBS, day, Duration.ofDays(1), EndedRuns.SUCCEEDED));
            }
            statement.execute("VACUUM ANALYZE");
            try (ResultSet size = statement.executeQuery("SELECT pg_database_size(current_database()) / 1000000")) {
                size.next();
                Terminal.print(
                        "filled %d days with %d runs each in %d s, %d MB",
                        DAYS,
                        runsADay,
                        Duration.between(begin, stand.clock().now()).toSeconds(),
                        size.getLong(1));
            }
        }
    }
}
