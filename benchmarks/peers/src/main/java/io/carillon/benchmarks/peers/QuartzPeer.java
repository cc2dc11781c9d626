package io.carillon.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.impl.jdbcjobstore.PostgreSQLDelegate;

/**
 * Quartz with its clustered JDBC store: one durable job and a trigger for each call, the least that it can write for one. Its due
 * times are whole milliseconds.
 */
final class QuartzPeer implements Peer {

    private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
    private static final int TRIGGERS_A_TRANSACTION = 1_000;
    /** Besides those of the threads: acquiring, misfires, checking in, creation. */
    private static final int MORE_CONNECTIONS = 4;

    private static final JobDetail JOB =
            JobBuilder.newJob(Call.class).withIdentity("call").storeDurably().build();

    private final Scheduler scheduler;

    private QuartzPeer(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Made by Quartz, by reflection. */
    public static final class Call implements Job {

        @Override
        public void execute(JobExecutionContext context) {
            int number = Integer.parseInt(context.getTrigger().getKey().getName());
            Calls.handle(number, Calls.micros(context.getScheduledFireTime().toInstant()));
        }
    }

    static Peer start(DatabaseAddress address, Settings settings) throws SchedulerException, SQLException, IOException {
        makeTables(address);
        Scheduler scheduler = new StdSchedulerFactory(properties(address, settings)).getScheduler();
        scheduler.start();
        return new QuartzPeer(scheduler);
    }

    @Override
    public void create(int count, Instant first, Duration step) throws SchedulerException {
        Set<Trigger> triggers = new HashSet<>();
        for (int number = 0; number < count; number++) {
            triggers.add(trigger(number, first.plus(step.multipliedBy(number))));
            if (triggers.size() == TRIGGERS_A_TRANSACTION || number == count - 1) {
                scheduler.scheduleJobs(Map.of(JOB, triggers), true);
                triggers = new HashSet<>();
            }
        }
    }

    @Override
    public void close() throws SchedulerException {
        scheduler.shutdown(true);
    }

    private static Trigger trigger(int number, Instant due) {
        return TriggerBuilder.newTrigger()
                .withIdentity(Integer.toString(number))
                .startAt(Date.from(due))
                .withSchedule(SimpleScheduleBuilder.simpleSchedule().withMisfireHandlingInstructionIgnoreMisfires())
                .build();
    }

    private static Properties properties(DatabaseAddress address, Settings settings) {
        int threads = settings.number("threads");
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "org.quartz.scheduler.instanceName",
                "peer",
                "org.quartz.scheduler.instanceId",
                "AUTO",
                "org.quartz.threadPool.threadCount",
                Integer.toString(threads),
                // Several triggers an acquisition; ahead of their time none, which would make calls early.
                "org.quartz.scheduler.batchTriggerAcquisitionMaxCount",
                Integer.toString(settings.number("batch"))));
        properties.putAll(Map.of(
                "org.quartz.jobStore.class", JobStoreTX.class.getName(),
                "org.quartz.jobStore.driverDelegateClass", PostgreSQLDelegate.class.getName(),
                "org.quartz.jobStore.isClustered", "true",
                "org.quartz.jobStore.useProperties", "true",
                // Several triggers at once are safe under the lock only.
                "org.quartz.jobStore.acquireTriggersWithinLock", "true",
                "org.quartz.jobStore.dataSource", "peer"));
        properties.putAll(Map.of(
                "org.quartz.dataSource.peer.provider", "hikaricp",
                "org.quartz.dataSource.peer.driver", "org.postgresql.Driver",
                "org.quartz.dataSource.peer.URL", address.jdbcUrlForBatches(),
                "org.quartz.dataSource.peer.user", address.username(),
                "org.quartz.dataSource.peer.password", address.password(),
                "org.quartz.dataSource.peer.maxConnections", Integer.toString(threads + MORE_CONNECTIONS)));
        return properties;
    }

    private static void makeTables(DatabaseAddress address) throws SQLException, IOException {
        try (InputStream script = QuartzPeer.class.getResourceAsStream(TABLES);
                Connection connection =
                        DriverManager.getConnection(address.jdbcUrl(), address.username(), address.password());
                Statement statement = connection.createStatement()) {
            if (script == null) {
                throw new IOException("Quartz has no " + TABLES);
            }
            statement.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
