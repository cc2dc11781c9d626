package io.carillon.benchmarks.wave;

import io.carillon.client.CarillonException;
import io.carillon.client.JobRequest;
import io.carillon.client.JobResult;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.ScheduleSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The creation benchmark: how many jobs a second become durable, by one HTTP client, by eight, by batches and by a stream,
 * beside the plain batched insert of the same rows; for one client, beside the insert of one job at a time. Member, clients and
 * PostgreSQL share the machine.
 */
public final class Creation {

    static final Instant RUN_AT = Instant.parse("2099-01-01T00:00:00Z");
    static final String PAYLOAD = "{\"n\":1}";

    private static final String JOB =
            "{\"name\":\"created\",\"run_at\":\"" + RUN_AT + "\",\"payload\":" + PAYLOAD + "}";
    private static final int BATCH_JOBS = 1_000;
    private static final String BATCH = "{\"jobs\":[" + String.join(",", Collections.nCopies(BATCH_JOBS, JOB)) + "]}";
    /** Of single creates: so long the compiler takes half of the member's time. */
    private static final int WARM_UP_SECONDS = 60;

    private static final int WARM_UP_OF_BATCHES_SECONDS = 5;

    private final Stand stand;
    private final Database database;
    private final CreationFloor.Rates floor;
    private long made;

    private Creation(Stand stand, Database database, CreationFloor.Rates floor) {
        this.stand = stand;
        this.database = database;
        this.floor = floor;
    }

    public static void main(String[] args) throws Exception {
        WaveOptions options = Measurement.begin(args);
        MachineClock clock = new MachineClock();
        try (Database database = Database.start(options.dir())) {
            CreationFloor.Rates floor = options.floors()
                    ? new CreationFloor(database, clock).measure(options.seconds())
                    : CreationFloor.Rates.NOT_MEASURED;
            try (Stand stand = new Stand(options, database, clock)) {
                new Creation(stand, database, floor).measure(options.seconds());
            }
        }
    }

    /** What the body of a request amounts to. */
    static JobDefinition definition() {
        return new JobDefinition(
                "created",
                null,
                "default",
                new ScheduleSpec.OneOff(RUN_AT),
                Payload.ofUtf8(PAYLOAD.getBytes(StandardCharsets.UTF_8)),
                "default",
                "created",
                null,
                RetryPolicy.DEFAULT,
                Duration.ofMinutes(5),
                null,
                MisfirePolicy.RUN_ONCE,
                Duration.ofMinutes(5),
                OverlapPolicy.ALLOW,
                Timing.EXACT,
                null,
                5,
                null,
                null,
                Map.of());
    }

    private interface Line {
        /** Creates until the time is over. @return how many */
        long until(long endNanos) throws IOException;
    }

    private void measure(int seconds) throws InterruptedException, ExecutionException, SQLException {
        created("warm-up", 8, WARM_UP_SECONDS, floor.inBatches(), this::singly);
        // What HTTP alone takes: the same line, server and thread pools, and nothing to do.
        run("calls that do nothing, 1 HTTP client", 1, seconds, Double.NaN, this::nothing);
        run("calls that do nothing, 8 HTTP clients", 8, seconds, Double.NaN, this::nothing);
        created("1 HTTP client", 1, seconds, floor.singly(), this::singly);
        created("8 HTTP clients", 8, seconds, floor.inBatches(), this::singly);
        created("warm-up of batches", 2, WARM_UP_OF_BATCHES_SECONDS, floor.inBatches(), this::inBatches);
        created("batches of " + BATCH_JOBS + ", 2 HTTP clients", 2, seconds, floor.inBatches(), this::inBatches);
        created("warm-up of the stream", 1, WARM_UP_OF_BATCHES_SECONDS, floor.inBatches(), this::inStream);
        created("stream, 1 client", 1, seconds, floor.inBatches(), this::inStream);
        try (Connection connection = database.connect("wave");
                Statement look = connection.createStatement();
                ResultSet row = look.executeQuery("SELECT count(*) FROM jobs JOIN job_state USING (job_id)"
                        + " JOIN job_revisions USING (job_id)")) {
            row.next();
            Terminal.print(
                    "%d jobs were answered, %d are in the database%s",
                    made, row.getLong(1), made == row.getLong(1) ? "" : ": NOT EXACT");
        }
    }

    private void created(String title, int threads, int seconds, double floorRate, Line line)
            throws InterruptedException, ExecutionException {
        made += run(title, threads, seconds, floorRate, line);
    }

    /** @return how many calls, or jobs */
    private long run(String title, int threads, int seconds, double floorRate, Line line)
            throws InterruptedException, ExecutionException {
        ExecutorService clients = Executors.newFixedThreadPool(threads);
        Cpu before = stand.cpu();
        long begin = stand.clock().nanos();
        long end = begin + seconds * 1_000_000_000L;
        long jobs = 0;
        try {
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counts.add(clients.submit(() -> line.until(end)));
            }
            for (Future<Long> count : counts) {
                jobs += count.get();
            }
        } finally {
            clients.shutdownNow();
        }
        double rate = jobs / ((stand.clock().nanos() - begin) / 1e9);
        Terminal.print(
                "%s: %.0f/s%s; CPU us each: %s",
                title,
                rate,
                Double.isNaN(floorRate) ? "" : String.format(Locale.ROOT, ", %.2f of the floor", rate / floorRate),
                stand.cpu().since(before).eachOf((int) jobs));
        return jobs;
    }

    private long singly(long endNanos) throws IOException {
        try (HttpLine line = new HttpLine(stand.restPort())) {
            long jobs = 0;
            while (stand.clock().nanos() < endNanos) {
                require(line.post("/jobs", JOB), 201);
                jobs++;
            }
            return jobs;
        }
    }

    private long nothing(long endNanos) throws IOException {
        try (HttpLine line = new HttpLine(stand.restPort())) {
            long calls = 0;
            while (stand.clock().nanos() < endNanos) {
                require(line.get("/actuator/health/liveness"), 200);
                calls++;
            }
            return calls;
        }
    }

    private long inBatches(long endNanos) throws IOException {
        try (HttpLine line = new HttpLine(stand.restPort())) {
            long jobs = 0;
            while (stand.clock().nanos() < endNanos) {
                HttpLine.Answer answer = require(line.post("/jobs:batch", BATCH), 200);
                if (answer.body().contains("\"error\"")) {
                    throw new IOException("a job of a batch was refused: " + answer.body());
                }
                jobs += BATCH_JOBS;
            }
            return jobs;
        }
    }

    private long inStream(long endNanos) {
        long[] jobs = {0};
        JobRequest request =
                JobRequest.named("created").oneOff(RUN_AT).payload(PAYLOAD).build();
        Iterator<JobRequest> requests = new Iterator<>() {
            private int left;

            /** The time is looked at once a chunk, so that two looks in a row say the same. */
            @Override
            public boolean hasNext() {
                if (left == 0 && stand.clock().nanos() < endNanos) {
                    left = BATCH_JOBS;
                }
                return left > 0;
            }

            @Override
            public JobRequest next() {
                left--;
                return request;
            }
        };
        stand.client().createJobs(requests, result -> jobs[0] += madeBy(result));
        return jobs[0];
    }

    /** @throws CarillonException if it was refused */
    private static int madeBy(JobResult result) {
        return result.orThrow().existed() ? 0 : 1;
    }

    private static HttpLine.Answer require(HttpLine.Answer answer, int status) throws IOException {
        if (answer.status() != status) {
            throw new IOException("answered " + answer.status() + ": " + answer.body());
        }
        return answer;
    }
}
