package io.carillon.worker.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.env.RandomValuePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class WorkerSettingsTest {

    @TempDir
    private Path folder;

    @Test
    void defaults_are_those_of_the_documentation() {
        WorkerSettings settings = read(Map.of());

        assertThat(settings.grid()).containsExactly("localhost:9090");
        assertThat(settings.id()).isNull();
        assertThat(settings.pool()).isEqualTo("default");
        assertThat(settings.slots()).isEqualTo(20);
        assertThat(settings.fallback()).isEqualTo(Fallback.NONE);
        assertThat(settings.shutdownGrace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.http().allowed()).isEmpty();
        assertThat(settings.http().denied()).isEmpty();
    }

    @Test
    void every_known_key_is_read() throws IOException {
        Path file = Files.createFile(folder.resolve("file.pem"));
        WorkerSettings settings = read(Map.ofEntries(
                Map.entry("carillon.worker.grid", "a:1,b:2"),
                Map.entry("carillon.worker.id", "w"),
                Map.entry("carillon.worker.pool", "p"),
                Map.entry("carillon.worker.slots", "100000"),
                Map.entry("carillon.worker.fallback", "log"),
                Map.entry("carillon.worker.shutdown-grace", "1h"),
                Map.entry("carillon.worker.api-key-file", file.toString()),
                Map.entry("carillon.worker.tls.enabled", "true"),
                Map.entry("carillon.worker.tls.trust-certificates", file.toString()),
                Map.entry("carillon.worker.tls.certificate", file.toString()),
                Map.entry("carillon.worker.tls.private-key", file.toString()),
                Map.entry("carillon.worker.http.allow", "127.0.0.0/8,::1/128"),
                Map.entry("carillon.worker.http.deny", "127.0.0.53")));

        assertThat(settings)
                .isEqualTo(new WorkerSettings(
                        List.of("a:1", "b:2"),
                        "w",
                        "p",
                        100_000,
                        Fallback.LOG,
                        Duration.ofHours(1),
                        null,
                        file,
                        new WorkerSettings.Tls(true, file, file, file),
                        new WorkerSettings.Http(List.of("127.0.0.0/8", "::1/128"), List.of("127.0.0.53"))));
        assertThat(read(Map.of("carillon.worker.api-key", "k")).apiKey()).isEqualTo("k");
        assertThat(KnownKeys.ALL).hasSize(14);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "carillon.worker.grid           | ''          | carillon.worker.grid= is not allowed",
                "carillon.worker.grid           | localhost   | carillon.worker.grid=localhost is not allowed",
                "carillon.worker.grid           | a:1,b       | carillon.worker.grid=b is not allowed",
                "carillon.worker.grid           | a:123456    | carillon.worker.grid=a:123456 is not allowed",
                "carillon.worker.id             | ' '         | carillon.worker.id",
                "carillon.worker.pool           | ''          | carillon.worker.pool= is not allowed",
                "carillon.worker.slots          | 0           | carillon.worker.slots=0 is not allowed; allowed is 1 to",
                "carillon.worker.slots          | 100001      | carillon.worker.slots=100001 is not allowed",
                "carillon.worker.slots          | many        | carillon.worker.slots=many cannot be read",
                "carillon.worker.fallback       | loggg       | carillon.worker.fallback=loggg cannot be read",
                "carillon.worker.shutdown-grace | -1s         | carillon.worker.shutdown-grace=-1s is not allowed",
                "carillon.worker.shutdown-grace | 2h          | carillon.worker.shutdown-grace=7200s is not allowed",
                "carillon.worker.shutdown-grace | soon        | carillon.worker.shutdown-grace=soon cannot be read",
                "carillon.worker.http.allow     | 10.0.0.0/33 | carillon.worker.http.allow=10.0.0.0/33 is not allowed",
                "carillon.worker.http.allow     | localhost   | carillon.worker.http.allow=localhost is not allowed",
                "carillon.worker.http.deny      | 10.0.0.0/33 | carillon.worker.http.deny=10.0.0.0/33 is not allowed",
            })
    void what_cannot_be_is_refused_by_name(String key, String value, String message) {
        assertThatThrownBy(() -> read(Map.of(key, value)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_key_is_in_no_message() {
        assertThatThrownBy(() -> read(Map.of("carillon.worker.api-key", "carillon_secret secret")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("carillon.worker.api-key")
                .hasMessageNotContaining("carillon_secret");
        WorkerSettings settings = read(Map.of("carillon.worker.api-key", "carillon_secret"));
        assertThat(settings.toString()).doesNotContain("carillon_secret");
        assertThat(settings.security().toString()).doesNotContain("carillon_secret");
    }

    @Test
    void a_key_is_given_once_and_certificates_in_pairs() throws IOException {
        Path file = Files.createFile(folder.resolve("file.pem"));
        assertThatThrownBy(() ->
                        read(Map.of("carillon.worker.api-key", "k", "carillon.worker.api-key-file", file.toString())))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("one of api-key and api-key-file");
        assertThatThrownBy(() -> read(Map.of("carillon.worker.tls.certificate", file.toString())))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tls.private-key");
        assertThatThrownBy(() -> read(Map.of("carillon.worker.tls.trust-certificates", folder + "/none")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("carillon.worker.tls.trust-certificates");
    }

    @Test
    void environment_variables_work() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(source -> environment.getPropertySources().remove(source.getName()));
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        Map.of("CARILLON_WORKER_SHUTDOWN_GRACE", "5s", "CARILLON_WORKER_HTTP_ALLOW", "10.0.0.0/8")));

        SettingsCheck.check(environment);
        WorkerSettings settings = WorkerSettings.read(environment);

        assertThat(settings.shutdownGrace()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.http().allowed()).hasSize(1);
    }

    @Test
    void unknown_key_is_refused_wherever_it_stands() {
        StandardEnvironment environment = new StandardEnvironment();
        RandomValuePropertySource.addToEnvironment(environment);
        environment.getPropertySources().addLast(new MapPropertySource("a file", Map.of("carillon.worker.slot", "5")));

        assertThatThrownBy(() -> SettingsCheck.check(environment))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("carillon.worker.slot")
                .hasMessageContaining("carillon.worker.slots");
    }

    private static WorkerSettings read(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return WorkerSettings.read(environment);
    }
}
