package io.carillon.benchmarks.wave;

import io.carillon.client.JobRequest;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/**
 * How long a page of 100 runs takes over HTTP when one job has {@code --runs} of them (1,000,000 is what the product promises
 * something about): the first pages, pages in the middle, and each status, most of which a handful of runs have.
 */
public final class RunPages {

    private static final int RARE = 7;
    private static final List<String> STATUSES =
            List.of("succeeded", "failed", "dead", "cancelled", "queued", "running", "scheduled");

    private final Stand stand;
    private final PageTimes pages;

    private RunPages(Stand stand, PageTimes pages) {
        this.stand = stand;
        this.pages = pages;
    }

    public static void main(String[] args) throws Exception {
        WaveOptions options = Measurement.begin(args);
        MachineClock clock = new MachineClock();
        try (Database database = Database.start(options.dir());
                Stand stand = new Stand(options, database, clock);
                PageTimes pages = new PageTimes(stand)) {
            new RunPages(stand, pages).measure(database, options.runs());
        }
    }

    private void measure(Database database, int runs) throws IOException, SQLException {
        UUID job = stand.client()
                .createJob(JobRequest.named("many").oneOff(Creation.RUN_AT).build())
                .jobId();
        try (Connection connection = database.connect("wave");
                Statement fill = connection.createStatement()) {
            Instant midnight = stand.clock().now().truncatedTo(ChronoUnit.DAYS);
            Duration passed = Duration.between(midnight, stand.clock().now());
            String only = "j.job_id = '" + job + "'";
            fill.execute(EndedRuns.insert(only, runs, midnight, passed, EndedRuns.SUCCEEDED));
            fill.execute(EndedRuns.insert(only, RARE, midnight, passed, EndedRuns.DEAD));
            fill.execute(EndedRuns.insert(only, RARE, midnight, passed, EndedRuns.CANCELLED));
            fill.execute("VACUUM ANALYZE runs");
        }
        String path = "/jobs/" + job + "/runs?limit=100";
        pages.time("warm-up", path);
        pages.time("first page", path);
        String deep = path;
        for (int page = 0; page < 100; page++) {
            deep = path + "&cursor=" + pages.nextCursor(deep);
        }
        pages.time("page 101", deep);
        for (String status : STATUSES) {
            pages.time(status, path + "&status=" + status);
        }
    }
}
