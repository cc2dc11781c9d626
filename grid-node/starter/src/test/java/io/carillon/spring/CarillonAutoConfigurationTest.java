package io.carillon.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.client.CarillonClient;
import io.carillon.client.JobRequest;
import io.carillon.client.JobStatus;
import io.carillon.member.CarillonMember;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.worker.handler.RunContext;
import io.carillon.worker.time.SystemClock;
import io.carillon.worker.time.WorkerClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Which beans there are under which settings, and in which order they stop. */
@Tag("postgres")
class CarillonAutoConfigurationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final WorkerClock CLOCK = new SystemClock();

    @TempDir
    static Path folder;

    private static EmbeddedPostgres server;

    private final ApplicationContextRunner bare =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(CarillonAutoConfiguration.class));

    @BeforeAll
    static void startServer() {
        server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder));
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void without_a_member_there_is_a_client_and_the_handlers_take_runs_elsewhere() {
        bare.withPropertyValues("carillon.member.enabled=false", "carillon.worker.grid=localhost:1, localhost:2")
                .withUserConfiguration(Application.class)
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(CarillonMember.class);
                    assertThat(context).hasSingleBean(CarillonClient.class).doesNotHaveBean(CarillonHealth.class);
                    assertThat(context.getBean(HandlersLifecycle.class).isRunning())
                            .isTrue();
                });
    }

    @Test
    void without_handlers_no_runs_are_taken() {
        bare.withPropertyValues("carillon.member.enabled=false")
                .run(context -> assertThat(
                                context.getBean(HandlersLifecycle.class).isRunning())
                        .isFalse());
        bare.withPropertyValues("carillon.member.enabled=false", "carillon.worker.enabled=false")
                .withUserConfiguration(Application.class)
                .run(context -> assertThat(context).doesNotHaveBean(HandlersLifecycle.class));
    }

    @Test
    void two_methods_under_one_name_are_refused() {
        bare.withPropertyValues("carillon.member.enabled=false")
                .withUserConfiguration(Application.class, Twice.class)
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("two methods are the handler work"));
    }

    @Test
    void a_member_without_a_database_is_refused_with_words() {
        bare.run(context -> assertThat(context)
                .hasFailed()
                .getFailure()
                .rootCause()
                .hasMessageContaining("give the application one DataSource (spring.datasource.url)"));
    }

    @ParameterizedTest
    @CsvSource({
        "carillon.lease.heartbeat=50s, the heartbeat must be from",
        "carillon.ready.max=1, readyMax must be from 100",
        "carillon.store.writers=0, writers must be from 1 to 16",
        "carillon.schema=No, small letters",
        "carillon.cluster.expected-size=3, say port and members",
    })
    void a_setting_that_cannot_be_is_told_in_a_line(String setting, String words) {
        bare.withPropertyValues("carillon.datasource.url=jdbc:postgresql:x", setting)
                .run(context -> assertThat(context.getStartupFailure())
                        .satisfies(failure -> assertThat(new StartFailureAnalyzer().analyze(failure))
                                .extracting(analysis -> analysis.getDescription())
                                .asString()
                                .contains("the settings carillon.* do not fit", words)));
    }

    @Test
    void unknown_keys_are_refused() {
        bare.withPropertyValues("carillon.member.enabled=false", "carillon.wroker.slots=3")
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("carillon.wroker.slots"));
    }

    @Test
    void a_pool_that_is_too_small_is_refused_with_words() {
        withDatabase(10)
                .run(context -> assertThat(context.getStartupFailure())
                        .satisfies(failure -> assertThat(new StartFailureAnalyzer().analyze(failure))
                                .extracting(analysis -> analysis.getDescription())
                                .asString()
                                .contains("spring.datasource.hikari.maximum-pool-size")));
    }

    @Test
    void handlers_at_work_end_while_the_member_and_the_database_are_still_there() {
        withDatabase(20).withUserConfiguration(Application.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(CarillonMember.class);
            Application application = context.getBean(Application.class);
            CarillonClient jobs = context.getBean(CarillonClient.class);
            assertThat(context.getBean(HealthIndicator.class).health())
                    .extracting(Health::getStatus)
                    .isEqualTo(Status.UP);
            assertThat(context.getBean(MeterRegistry.class)
                            .find("carillon.occurrences")
                            .counters())
                    .isNotEmpty();
            var quick = jobs.createJob(
                            JobRequest.named("quick").oneOff(CLOCK.now()).build())
                    .jobId();
            await().atMost(PATIENCE).until(() -> jobs.getJob(quick).status() == JobStatus.COMPLETED);

            jobs.createJob(JobRequest.named("work").oneOff(CLOCK.now()).build());
            assertThat(application.started.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            Thread closing = new Thread(context::close, "closing");
            closing.start();
            assertThat(application.webStopped.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            application.mayEnd.countDown();
            closing.join(PATIENCE.toMillis());
            assertThat(closing.isAlive()).isFalse();
            assertThat(application.log).containsExactly("web server stopped", "handler ended, the database says 1");
        });
    }

    @Test
    void spans_go_to_the_exporters_of_the_application_which_stay_open() {
        InMemorySpanExporter first = InMemorySpanExporter.create();
        InMemorySpanExporter second = InMemorySpanExporter.create();
        withDatabase(20)
                .withUserConfiguration(Application.class)
                .withBean("first", SpanExporter.class, () -> first, bean -> bean.setDestroyMethodName(""))
                .withBean("second", SpanExporter.class, () -> second, bean -> bean.setDestroyMethodName(""))
                .withPropertyValues("carillon.schema=traced")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    CarillonClient jobs = context.getBean(CarillonClient.class);
                    var quick = jobs.createJob(JobRequest.named("quick")
                                    .oneOff(CLOCK.now())
                                    .build())
                            .jobId();
                    await().atMost(PATIENCE).until(() -> jobs.getJob(quick).status() == JobStatus.COMPLETED);
                });
        for (InMemorySpanExporter exporter : List.of(first, second)) {
            assertThat(exporter.getFinishedSpanItems())
                    .as("sent at the end, to exporters that were not shut")
                    .extracting(SpanData::getName)
                    .contains("carillon.run", "carillon.attempt");
        }
    }

    @Test
    void spans_can_be_switched_off() {
        InMemorySpanExporter exporter = InMemorySpanExporter.create();
        withDatabase(20)
                .withBean("exporter", SpanExporter.class, () -> exporter, bean -> bean.setDestroyMethodName(""))
                .withPropertyValues("carillon.schema=traced", "carillon.tracing.enabled=false")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(MeterRegistry.class)
                                    .find("carillon.spans")
                                    .counters())
                            .isEmpty();
                });
    }

    @Test
    void two_mappers_without_a_primary_one_keep_nothing_from_starting() {
        ApplicationContextRunner elsewhere =
                bare.withPropertyValues("carillon.member.enabled=false").withUserConfiguration(Application.class);
        elsewhere
                .withBean("one", JsonMapper.class, () -> JsonMapper.builder().build())
                .withBean("other", JsonMapper.class, () -> JsonMapper.builder().build())
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .getBean(HandlersLifecycle.class)
                        .extracting(HandlersLifecycle::isRunning)
                        .isEqualTo(true));
    }

    @Test
    void editors_can_describe_every_setting() throws IOException {
        try (InputStream stream = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            assertThat(stream).isNotNull();
            String metadata = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            for (String key : List.of(
                    "carillon.member.enabled",
                    "carillon.worker.slots",
                    "carillon.cluster.members",
                    "carillon.grpc.port",
                    "carillon.lease.duration",
                    "carillon.tracing.enabled",
                    "carillon.tracing.ratio",
                    "carillon.schema")) {
                assertThat(metadata)
                        .containsPattern("\"name\": \"" + key + "\",\\s+\"type\": \"[^\"]+\",\\s+\"description\"");
            }
        }
    }

    private ApplicationContextRunner withDatabase(int connections) {
        return bare.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                .withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues(
                        "spring.datasource.url=" + server.jdbcUrl(),
                        "spring.datasource.username=" + server.username(),
                        "spring.datasource.password=" + server.password(),
                        "spring.datasource.hikari.maximum-pool-size=" + connections);
    }

    /** With something in the place of the web server, which stops in its phase. */
    @Configuration(proxyBeanMethods = false)
    static class Application {

        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch webStopped = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);
        final List<String> log = new CopyOnWriteArrayList<>();
        private final ObjectProvider<DataSource> pool;

        Application(ObjectProvider<DataSource> pool) {
            this.pool = pool;
        }

        @JobHandler("quick")
        void quick(RunContext run) {}

        @JobHandler("work")
        void work() throws InterruptedException {
            started.countDown();
            assertThat(mayEnd.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            Integer one = new JdbcTemplate(pool.getObject()).queryForObject("SELECT 1", Integer.class);
            log.add("handler ended, the database says " + one);
        }

        @Bean
        SmartLifecycle webServer() {
            return new SmartLifecycle() {
                private volatile boolean running;

                @Override
                public void start() {
                    running = true;
                }

                @Override
                public void stop() {
                    running = false;
                    log.add("web server stopped");
                    webStopped.countDown();
                }

                @Override
                public boolean isRunning() {
                    return running;
                }

                @Override
                public int getPhase() {
                    return SmartLifecycle.DEFAULT_PHASE - 2048;
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Twice {

        @JobHandler("work")
        void again() {}
    }
}
