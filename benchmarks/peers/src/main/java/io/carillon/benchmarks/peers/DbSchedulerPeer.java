package io.carillon.benchmarks.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;

/**
 * db-scheduler: a table of executions, polled; a finished one-time task is a deleted row. Each task has a name and no data. Its
 * limits of fetching are in percent of the number of threads.
 */
final class DbSchedulerPeer implements Peer {

    /** Besides those of the threads: polling, heartbeats and creation. */
    private static final int MORE_CONNECTIONS = 4;

    /** What its documentation asks for, without the index for priorities, which are not used. */
    private static final String SCHEMA = """
            CREATE TABLE scheduled_tasks (
                task_name            text        NOT NULL,
                task_instance        text        NOT NULL,
                task_data            bytea,
                execution_time       timestamptz NOT NULL,
                picked               boolean     NOT NULL,
                picked_by            text,
                last_success         timestamptz,
                last_failure         timestamptz,
                consecutive_failures int,
                last_heartbeat       timestamptz,
                version              bigint      NOT NULL,
                priority             smallint,
                PRIMARY KEY (task_name, task_instance)
            );
            CREATE INDEX scheduled_tasks_execution_time ON scheduled_tasks (execution_time);
            CREATE INDEX scheduled_tasks_last_heartbeat ON scheduled_tasks (last_heartbeat)""";

    private final HikariDataSource pool;
    private final Scheduler scheduler;
    private final OneTimeTask<Void> task;

    private DbSchedulerPeer(HikariDataSource pool, Scheduler scheduler, OneTimeTask<Void> task) {
        this.pool = pool;
        this.scheduler = scheduler;
        this.task = task;
    }

    static Peer start(DatabaseAddress address, Settings settings, boolean lockAndFetch) throws SQLException {
        int threads = settings.number("threads");
        double lower = settings.number("lower-percent") / 100.0;
        double upper = settings.number("upper-percent") / 100.0;
        HikariDataSource pool = address.pool(threads + MORE_CONNECTIONS);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(SCHEMA);
        }
        OneTimeTask<Void> task = Tasks.oneTime("call")
                .execute((instance, context) -> Calls.handle(
                        Integer.parseInt(instance.getId()),
                        Calls.micros(context.getExecution().getExecutionTime())));
        SchedulerBuilder builder = Scheduler.create(pool, task)
                .schedulerName(new SchedulerName.Fixed("peer"))
                .threads(threads)
                .pollingInterval(Duration.ofMillis(settings.number("polling-ms")));
        Scheduler scheduler = (lockAndFetch
                        ? builder.pollUsingLockAndFetch(lower, upper)
                        : builder.pollUsingFetch(lower, upper))
                .build();
        scheduler.start();
        return new DbSchedulerPeer(pool, scheduler, task);
    }

    @Override
    public void create(int count, Instant first, Duration step) {
        scheduler.scheduleBatch(IntStream.range(0, count)
                .<SchedulableInstance<?>>mapToObj(number -> SchedulableInstance.of(
                        task.instance(Integer.toString(number)), first.plus(step.multipliedBy(number)))));
    }

    @Override
    public void close() {
        scheduler.stop();
        pool.close();
    }
}
