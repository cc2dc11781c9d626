package io.carillon.benchmarks.peers;

import static org.jobrunr.scheduling.JobBuilder.aJob;
import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/**
 * JobRunr: jobs as JSON with the history of their states. Every polling interval, of at least 5 s, it enqueues all that is due
 * within the next one, so half of its jobs may start early.
 */
final class JobRunrPeer implements Peer {

    /** Besides those of the workers: its own tasks, and creation. */
    private static final int MORE_CONNECTIONS = 8;

    private final HikariDataSource pool;
    private final JobScheduler scheduler;

    private JobRunrPeer(HikariDataSource pool, JobScheduler scheduler) {
        this.pool = pool;
        this.scheduler = scheduler;
    }

    static Peer start(DatabaseAddress address, Settings settings) {
        int workers = settings.number("workers");
        HikariDataSource pool = address.pool(workers + MORE_CONNECTIONS);
        JobScheduler scheduler = JobRunr.configure()
                .useStorageProvider(new PostgresStorageProvider(pool))
                .useBackgroundJobServer(usingStandardBackgroundJobServerConfiguration()
                        .andPollInterval(Duration.ofMillis(settings.number("polling-ms")))
                        .andWorkerCount(workers)
                        .andScheduledJobsRequestSize(settings.number("page")))
                .initialize()
                .getJobScheduler();
        return new JobRunrPeer(pool, scheduler);
    }

    @Override
    public void create(int count, Instant first, Duration step) {
        scheduler.create(IntStream.range(0, count).mapToObj(number -> job(number, first, step)));
    }

    @Override
    public void close() {
        JobRunr.destroy();
        pool.close();
    }

    private static JobBuilder job(int number, Instant first, Duration step) {
        Instant due = first.plus(step.multipliedBy(number));
        long dueMicros = Calls.micros(due);
        return aJob().scheduleAt(due).withJobLambda(() -> Calls.handle(number, dueMicros));
    }
}
