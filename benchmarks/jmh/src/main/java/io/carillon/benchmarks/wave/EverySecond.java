package io.carillon.benchmarks.wave;

import io.carillon.client.CreatedJob;
import io.carillon.client.JobRequest;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Watches a cron that is due every second, for drift, gaps and repeats. */
final class EverySecond {

    private static final Duration MARGIN = Duration.ofSeconds(10);

    private EverySecond() {}

    static void watch(Stand stand, Duration length) throws InterruptedException, SQLException, IOException {
        CreatedJob job = stand.client()
                .createJob(JobRequest.named("every-second")
                        .handler(WaveWorker.HANDLER)
                        .cron("* * * * * *")
                        .build());
        Instant first = Objects.requireNonNull(job.nextRunAt());
        stand.clock().pauseUntil(first.plus(length));
        stand.client().deleteJob(job.jobId());
        // What was claimed ahead is withdrawn by the deletion; what was due before is still counted.
        stand.clock().pause(MARGIN);
        Lateness lateness = Lateness.of(stand.calls());
        Terminal.print(
                "every second: %d runs handled in %d calls over %d s; %s; drift of the median %.2f ms",
                lateness.runs(), lateness.calls(), length.toSeconds(), lateness.inWords(), lateness.drift());
    }
}
