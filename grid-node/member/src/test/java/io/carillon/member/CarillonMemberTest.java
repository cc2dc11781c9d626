package io.carillon.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariDataSource;
import io.carillon.client.CarillonClient;
import io.carillon.client.CarillonException;
import io.carillon.client.Job;
import io.carillon.client.JobRequest;
import io.carillon.client.JobStatus;
import io.carillon.client.RetrySpec;
import io.carillon.client.Run;
import io.carillon.client.RunFilter;
import io.carillon.client.RunStatus;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.worker.CarillonWorker;
import io.carillon.worker.time.SystemClock;
import io.carillon.worker.time.WorkerClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member over the pool of a program around it, against a real PostgreSQL and a real grid. */
@Tag("postgres")
class CarillonMemberTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final WorkerClock CLOCK = new SystemClock();

    @TempDir
    static Path folder;

    private static EmbeddedPostgres server;
    private final AtomicInteger calls = new AtomicInteger();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private HikariDataSource pool;

    @BeforeAll
    static void startServer() {
        server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder));
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void openPool() {
        pool = new HikariDataSource();
        pool.setJdbcUrl(server.jdbcUrl());
        pool.setUsername(server.username());
        pool.setPassword(server.password());
        pool.setMaximumPoolSize(20);
        pool.setAutoCommit(false);
        pool.setConnectionInitSql(
                "SET search_path = public; SET statement_timeout = 12345; SET application_name = host");
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void runs_what_is_due_and_opens_no_port() throws IOException {
        Set<Integer> before = ListeningPorts.of(ProcessHandle.current().pid());
        try (CarillonMember carillon = counting().start()) {
            UUID cron = carillon.jobs()
                    .createJob(JobRequest.named("count").cron("* * * * * *").build())
                    .jobId();
            UUID once = carillon.jobs()
                    .createJob(JobRequest.named("once")
                            .handler("count")
                            .payload("{\"n\": 1}")
                            .oneOff(CLOCK.now())
                            .build())
                    .jobId();

            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(carillon.jobs().getJob(once).status()).isEqualTo(JobStatus.COMPLETED);
                assertThat(succeeded(carillon, cron)).hasSizeGreaterThanOrEqualTo(2);
            });
            Run ran = carillon.jobs().getRun(succeeded(carillon, once).get(0).runId());
            assertThat(ran.result()).isEqualTo("{\"payload\": {\"n\": 1}}");
            assertThat(ListeningPorts.of(ProcessHandle.current().pid())).isEqualTo(before);
            assertThat(carillon.grpcPort()).isZero();
            assertThat(carillon.health().up()).isTrue();
            assertThat(carillon.health().workers()).isEqualTo(1);
            assertThat(meters.find("carillon.occurrences").counters()).isNotEmpty();
        }
        assertThat(meters.getMeters()).isEmpty();
    }

    @Test
    void calls_within_the_process_obey_the_rules_of_any_client() {
        try (CarillonMember carillon = counting().start()) {
            CarillonClient jobs = carillon.jobs();
            assertThatThrownBy(() -> jobs.createJob(
                            JobRequest.named("bad").cron("61 * * * *").build()))
                    .isInstanceOf(CarillonException.class)
                    .hasMessageContaining("61");
            UUID job = jobs.createJob(
                            JobRequest.named("count").cron("0 0 1 1 *").build())
                    .jobId();
            jobs.pauseJob(job);
            assertThat(jobs.getJob(job).status()).isEqualTo(JobStatus.PAUSED);
            jobs.resumeJob(job);
            UUID run = jobs.triggerJob(job);
            await().atMost(PATIENCE).until(() -> jobs.getRun(run).status() == RunStatus.SUCCEEDED);
            UUID idle = jobs.triggerJob(jobs.createJob(JobRequest.named("no-handler-has-it")
                            .cron("0 0 1 1 *")
                            .build())
                    .jobId());
            jobs.cancelRun(idle);
            await().atMost(PATIENCE).until(() -> jobs.getRun(idle).status() == RunStatus.CANCELLED);
            jobs.deleteJob(job);
            assertThat(jobs.getJob(job)).extracting(Job::status).isEqualTo(JobStatus.DELETED);
        }
    }

    @Test
    void connections_go_back_as_they_came_and_the_programs_own_steps_stay_apart() throws SQLException {
        Flyway.configure().dataSource(pool).load().migrate();
        try (CarillonMember carillon = counting().start()) {
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isBetween(8, 11);
            assertThat(carillon.health().postgresAway()).isNull();
        }
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        List<Connection> all = new ArrayList<>();
        try {
            while (all.size() < pool.getMaximumPoolSize()) {
                Connection one = pool.getConnection();
                all.add(one);
                assertThat(shown(one, "search_path")).isEqualTo("public");
                assertThat(shown(one, "statement_timeout")).isEqualTo("12345ms");
                assertThat(shown(one, "application_name")).isEqualTo("host");
                assertThat(shown(one, "enable_seqscan")).isEqualTo("on");
                assertThat(shown(one, "lock_timeout")).isEqualTo("0");
                assertThat(one.getAutoCommit()).isFalse();
                assertThat(one.getNetworkTimeout()).isZero();
            }
        } finally {
            for (Connection one : all) {
                one.close();
            }
        }
        assertThat(Flyway.configure().dataSource(pool).load().info().applied()).hasSize(1);
    }

    @Test
    void a_grid_of_the_programs_own_is_left_alone() {
        Config own = new Config("own").setProperty("hazelcast.logging.type", "slf4j");
        own.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        own.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        own.getJetConfig().setEnabled(false);
        HazelcastInstance host = Hazelcast.newHazelcastInstance(own);
        try {
            try (CarillonMember carillon = counting().start()) {
                assertThat(carillon.health().up()).isTrue();
                assertThat(host.getCluster().getMembers()).hasSize(1);
            }
            assertThat(host.getLifecycleService().isRunning()).isTrue();
        } finally {
            host.shutdown();
        }
    }

    @Test
    void handlers_at_work_end_before_the_member_does() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        CarillonMember carillon = builder()
                .worker(worker -> worker.handler("slow", run -> {
                    started.countDown();
                    assertThat(mayEnd.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                            .isTrue();
                    return "\"ended\"";
                }))
                .start();
        UUID job = carillon.jobs()
                .createJob(JobRequest.named("slow").oneOff(CLOCK.now()).build())
                .jobId();
        assertThat(started.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        Thread closing = new Thread(carillon::close, "closing");
        closing.start();
        await().atMost(PATIENCE)
                .until(() ->
                        closing.getState() == Thread.State.WAITING || closing.getState() == Thread.State.TIMED_WAITING);
        mayEnd.countDown();
        closing.join(PATIENCE.toMillis());
        assertThat(closing.isAlive()).isFalse();
        carillon.close();

        try (CarillonMember again = builder().start()) {
            assertThat(succeeded(again, job)).hasSize(1);
        }
    }

    @Test
    void a_port_for_others_is_opened_if_one_is_asked_for() {
        try (CarillonMember carillon = builder().grpcPort(0).start();
                CarillonClient remote = CarillonClient.builder()
                        .target("localhost:" + carillon.grpcPort())
                        .build();
                CarillonWorker worker = CarillonWorker.builder()
                        .grid("localhost:" + carillon.grpcPort())
                        .handler("remote", run -> "1")
                        .start()) {
            UUID job = remote.createJob(JobRequest.named("remote")
                            .oneOff(CLOCK.now())
                            .retry(RetrySpec.never())
                            .build())
                    .jobId();
            await().atMost(PATIENCE).until(() -> remote.getJob(job).status() == JobStatus.COMPLETED);
            assertThat(worker.status().succeeded()).isEqualTo(1);
        }
    }

    @Test
    void a_pool_that_is_too_small_is_refused_with_words() {
        pool.setMaximumPoolSize(10);
        assertThatThrownBy(() -> builder().start())
                .hasMessageContaining("gives at most 10 connections at once, of which a member keeps 11")
                .hasMessageContaining("maximumPoolSize");
    }

    private MemberBuilder builder() {
        return CarillonMember.builder().dataSource(pool).meters(meters);
    }

    private MemberBuilder counting() {
        return builder()
                .worker(worker -> worker.handler("count", run -> {
                    calls.incrementAndGet();
                    return "{\"payload\": " + run.payload() + "}";
                }));
    }

    private static List<Run> succeeded(CarillonMember carillon, UUID job) {
        return carillon.jobs()
                .allRuns(RunFilter.ofJob(job).inStatus(RunStatus.SUCCEEDED))
                .toList();
    }

    private static String shown(Connection connection, String setting) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + setting)) {
            row.next();
            return row.getString(1);
        }
    }
}
