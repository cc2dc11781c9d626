package io.carillon.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.app.start.StartFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class PropertiesTest {

    @Test
    void defaults_are_those_of_the_documentation() {
        assertThat(bound(ClusterProperties.class, Map.of()))
                .isEqualTo(new ClusterProperties(
                        "carillon", 5701, "127.0.0.1", List.of(), List.of(), null, null, Duration.ofMinutes(1)));
        assertThat(bound(EngineProperties.class, Map.of()))
                .isEqualTo(new EngineProperties(
                        new EngineProperties.Lease(Duration.ofMinutes(1), Duration.ofSeconds(20)),
                        new EngineProperties.Cancel(Duration.ofSeconds(30)),
                        new EngineProperties.Timeout(Duration.ofSeconds(30)),
                        new EngineProperties.Handoff(Duration.ofSeconds(10)),
                        new EngineProperties.Queue(Duration.ofMinutes(10)),
                        new EngineProperties.Ready(200_000),
                        new EngineProperties.Preload(Duration.ofMinutes(1)),
                        new EngineProperties.History(Duration.ofDays(30)),
                        1));
        assertThat(bound(EmbeddedPostgresProperties.class, Map.of()))
                .isEqualTo(new EmbeddedPostgresProperties(Path.of("data/postgres"), 0));
        assertThat(bound(SecurityProperties.class, Map.of()))
                .isEqualTo(new SecurityProperties(
                        false, false, Duration.ofHours(1), SecurityProperties.MetricsRole.ADMIN));
        assertThat(bound(AuditProperties.class, Map.of())).isEqualTo(new AuditProperties(Duration.ofDays(365)));
        assertThat(bound(DemoProperties.class, Map.of())).isEqualTo(new DemoProperties(false));
        assertThat(bound(RedriveProperties.class, Map.of())).isEqualTo(new RedriveProperties(200));
        assertThat(bound(AlertProperties.class, Map.of())).isEqualTo(new AlertProperties(List.of()));
        assertThat(bound(JetProperties.class, Map.of())).isEqualTo(new JetProperties(false));
        assertThat(bound(SchemaProperties.class, Map.of())).isEqualTo(new SchemaProperties(true));
        assertThat(bound(StartProperties.class, Map.of())).isEqualTo(new StartProperties(Duration.ofMinutes(1)));
        assertThat(bound(ManagementCenterProperties.class, Map.of()))
                .isEqualTo(new ManagementCenterProperties(false, 5711));
        assertThat(bound(WatchdogProperties.class, Map.of())).isEqualTo(new WatchdogProperties(Duration.ofSeconds(10)));
    }

    @Test
    void every_setting_is_read_under_its_name() {
        assertThat(bound(
                        ClusterProperties.class,
                        Map.of(
                                "carillon.cluster.name", "c",
                                "carillon.cluster.port", "1",
                                "carillon.cluster.bind-address", "127.0.0.2",
                                "carillon.cluster.trusted-interfaces", "10.0.0.0/8",
                                "carillon.cluster.kubernetes-service", "k",
                                "carillon.cluster.expected-size", "5",
                                "carillon.cluster.cp-reset-after", "0s")))
                .isEqualTo(new ClusterProperties(
                        "c", 1, "127.0.0.2", List.of(), List.of("10.0.0.0/8"), "k", 5, Duration.ZERO));
        assertThat(bound(
                        EngineProperties.class,
                        Map.of(
                                "carillon.lease.duration", "30s",
                                "carillon.lease.heartbeat", "5s",
                                "carillon.cancel.grace", "10s",
                                "carillon.timeout.grace", "20s",
                                "carillon.handoff.timeout", "2s",
                                "carillon.queue.deadline", "1m",
                                "carillon.ready.max", "1000",
                                "carillon.preload.horizon", "2m",
                                "carillon.history.retention", "7d",
                                "carillon.loops", "3")))
                .isEqualTo(new EngineProperties(
                        new EngineProperties.Lease(Duration.ofSeconds(30), Duration.ofSeconds(5)),
                        new EngineProperties.Cancel(Duration.ofSeconds(10)),
                        new EngineProperties.Timeout(Duration.ofSeconds(20)),
                        new EngineProperties.Handoff(Duration.ofSeconds(2)),
                        new EngineProperties.Queue(Duration.ofMinutes(1)),
                        new EngineProperties.Ready(1_000),
                        new EngineProperties.Preload(Duration.ofMinutes(2)),
                        new EngineProperties.History(Duration.ofDays(7)),
                        3));
        assertThat(bound(
                        EmbeddedPostgresProperties.class,
                        Map.of("carillon.embedded-postgres.dir", "/d", "carillon.embedded-postgres.port", "5")))
                .isEqualTo(new EmbeddedPostgresProperties(Path.of("/d"), 5));
        assertThat(bound(RedriveProperties.class, Map.of("carillon.redrive.rate", "5")))
                .isEqualTo(new RedriveProperties(5));
        assertThat(bound(AlertProperties.class, Map.of("carillon.alerts.allow", "127.0.0.0/8,::1")))
                .isEqualTo(new AlertProperties(List.of("127.0.0.0/8", "::1")));
        assertThat(bound(JetProperties.class, Map.of("carillon.jet.enabled", "true")))
                .isEqualTo(new JetProperties(true));
        assertThat(bound(SchemaProperties.class, Map.of("carillon.schema.migrate", "false")))
                .isEqualTo(new SchemaProperties(false));
        assertThat(bound(StartProperties.class, Map.of("carillon.start.database-wait", "0s")))
                .isEqualTo(new StartProperties(Duration.ZERO));
        assertThat(bound(ManagementCenterProperties.class, Map.of("carillon.management-center.enabled", "true")))
                .isEqualTo(new ManagementCenterProperties(true, 5711));
        assertThat(bound(WatchdogProperties.class, Map.of("carillon.watchdog.overdue-after", "1m")))
                .isEqualTo(new WatchdogProperties(Duration.ofMinutes(1)));
        assertThat(bound(
                        SecurityProperties.class,
                        Map.of(
                                "carillon.security.enabled", "true",
                                "carillon.security.insecure", "true",
                                "carillon.security.outage-grace", "10m",
                                "carillon.security.metrics-role", "viewer")))
                .isEqualTo(new SecurityProperties(
                        true, true, Duration.ofMinutes(10), SecurityProperties.MetricsRole.VIEWER));
        assertThat(bound(AuditProperties.class, Map.of("carillon.audit.retention", "30d")))
                .isEqualTo(new AuditProperties(Duration.ofDays(30)));
        assertThat(bound(
                        TracingProperties.class,
                        Map.of(
                                "carillon.tracing.endpoint", "http://collector:4318/v1/traces",
                                "carillon.tracing.ratio", "0.25")))
                .isEqualTo(new TracingProperties("http://collector:4318/v1/traces", 0.25));
        assertThat(bound(DemoProperties.class, Map.of("carillon.demo.enabled", "true")))
                .isEqualTo(new DemoProperties(true));
    }

    @Test
    void the_size_of_a_healthy_cluster_follows_from_its_members_unless_it_is_given() {
        assertThat(bound(ClusterProperties.class, Map.of()).healthySize()).isEqualTo(1);
        assertThat(bound(ClusterProperties.class, Map.of("carillon.cluster.members", "a:1,b:1,c:1"))
                        .healthySize())
                .isEqualTo(3);
        assertThat(bound(
                                ClusterProperties.class,
                                Map.of("carillon.cluster.members", "a:1", "carillon.cluster.expected-size", "3"))
                        .healthySize())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "carillon.lease.duration, 2s",
        "carillon.lease.duration, 2h",
        "carillon.lease.duration, soon",
        "carillon.lease.heartbeat, 31s",
        "carillon.lease.heartbeat, 100ms",
        "carillon.cancel.grace, 0s",
        "carillon.cancel.grace, 2h",
        "carillon.timeout.grace, 0s",
        "carillon.timeout.grace, 2h",
        "carillon.handoff.timeout, 0s",
        "carillon.handoff.timeout, 6m",
        "carillon.queue.deadline, 1s",
        "carillon.ready.max, 99",
        "carillon.preload.horizon, 1s",
        "carillon.history.retention, 1h",
        "carillon.loops, 0",
        "carillon.loops, 65",
        "carillon.loops, many",
    })
    void a_bad_value_is_refused_with_its_key_and_exit_code_2(String key, String value) {
        assertThatThrownBy(() -> bound(EngineProperties.class, Map.of(key, value)))
                .satisfies(failure -> {
                    StartFailure told = StartFailure.of(failure);
                    assertThat(told.exitCode()).isEqualTo(2);
                    assertThat(told.line())
                            .startsWith("bad settings: ")
                            .contains(key)
                            .doesNotContain("\n");
                });
    }

    /** What Spring reads when a bean asks for it would be refused when half of a member is there. */
    @ParameterizedTest
    @CsvSource({
        "carillon.lease.heartbeat, 40s",
        "carillon.watchdog.overdue-after, 0s",
        "carillon.alerts.allow, localhost",
        "carillon.audit.retention, 1h",
        "carillon.cluster.cp-reset-after, 1s",
        "carillon.cluster.port, 0",
        "carillon.cluster.expected-size, 0",
        "carillon.embedded-postgres.port, 65536",
        "carillon.history.retention, 1h",
        "carillon.management-center.port, 0",
        "carillon.redrive.rate, 0",
        "carillon.schema.migrate, perhaps",
        "carillon.security.metrics-role, worker",
        "carillon.tracing.endpoint, collector:4317",
        "carillon.demo.enabled, perhaps",
    })
    void all_settings_are_looked_at_before_anything_is_opened(String key, String value) {
        assertThatThrownBy(() -> EverySettingCheck.check(environment(Map.of(key, value))))
                .satisfies(failure -> {
                    assertThat(StartFailure.of(failure).exitCode()).isEqualTo(2);
                    assertThat(StartFailure.of(failure).line()).contains(key);
                });
        EverySettingCheck.check(environment(Map.of()));
    }

    @Test
    void members_and_a_service_that_finds_them_are_refused_together() {
        assertThatThrownBy(() -> bound(
                        ClusterProperties.class,
                        Map.of("carillon.cluster.members", "a:1", "carillon.cluster.kubernetes-service", "k")))
                .satisfies(failure -> assertThat(StartFailure.of(failure).line())
                        .contains("carillon.cluster.kubernetes-service=k is not allowed"));
    }

    @ParameterizedTest
    @CsvSource({
        "carillon.tracing.endpoint, collector:4317",
        "carillon.tracing.endpoint, http://",
        "carillon.tracing.ratio, -0.5",
        "carillon.tracing.ratio, 2",
        "carillon.tracing.ratio, half",
    })
    void tracing_that_cannot_be_is_refused_with_its_key(String key, String value) {
        assertThatThrownBy(() -> bound(TracingProperties.class, Map.of(key, value)))
                .satisfies(
                        failure -> assertThat(StartFailure.of(failure).line()).contains(key));
    }

    @Test
    void a_range_that_is_none_is_refused() {
        assertThatThrownBy(() -> bound(AlertProperties.class, Map.of("carillon.alerts.allow", "localhost")))
                .satisfies(failure ->
                        assertThat(StartFailure.of(failure).line()).contains("carillon.alerts.allow", "localhost"));
    }

    @ParameterizedTest
    @CsvSource({"0", "2001"})
    void a_pace_of_redrives_that_cannot_be_kept_is_refused(String rate) {
        assertThatThrownBy(() -> bound(RedriveProperties.class, Map.of("carillon.redrive.rate", rate)))
                .satisfies(
                        failure -> assertThat(StartFailure.of(failure).line()).contains("carillon.redrive.rate", rate));
    }

    @ParameterizedTest
    @CsvSource({
        "carillon.embedded-postgres.port, -1",
        "carillon.embedded-postgres.port, 65536",
    })
    void a_bad_port_of_the_embedded_server_is_refused(String key, String value) {
        assertThatThrownBy(() -> bound(EmbeddedPostgresProperties.class, Map.of(key, value)))
                .satisfies(failure -> assertThat(StartFailure.of(failure).line())
                        .contains(key)
                        .contains(value));
    }

    private static <T> T bound(Class<T> type, Map<String, String> settings) {
        String prefix = type.getAnnotation(ConfigurationProperties.class).value();
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate(prefix, type);
    }

    private static Environment environment(Map<String, String> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.copyOf(settings)));
        return environment;
    }
}
