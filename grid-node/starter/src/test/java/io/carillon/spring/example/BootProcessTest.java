package io.carillon.spring.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.member.ListeningPorts;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example as a process of its own. */
@Tag("process")
class BootProcessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TERMINATED = 143;

    @Test
    void fires_stops_cleanly_and_has_no_port_but_its_own(@TempDir Path folder) throws Exception {
        int port = freePort();
        Path output = folder.resolve("output");
        try (EmbeddedPostgres server =
                EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder.resolve("postgres")))) {
            Process application = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx300m",
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            BootApplication.class.getName(),
                            "--server.port=" + port,
                            "--spring.datasource.url=" + server.jdbcUrl(),
                            "--spring.datasource.username=" + server.username(),
                            "--spring.datasource.password=" + server.password(),
                            "--spring.datasource.hikari.maximum-pool-size=15",
                            "--management.endpoint.health.show-details=always",
                            "--management.endpoints.web.exposure.include=health,metrics"))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                await().atMost(PATIENCE)
                        .failFast(
                                "it has ended",
                                () -> assertThat(application.isAlive())
                                        .as(Files.readString(output))
                                        .isTrue())
                        .until(() -> Files.readString(output).split("example +: tick ", -1).length > 3);
                assertThat(get(port, "/actuator/health"))
                        .contains("\"carillon\":{")
                        .contains("\"shards\":\"served\"");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(get(port, "/actuator/metrics/carillon.runs"))
                                .contains("carillon.runs"));
                assertThat(ListeningPorts.of(application.pid())).containsExactly(port);
                application.destroy();
                assertThat(application.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
                assertThat(application.exitValue()).as(Files.readString(output)).isEqualTo(TERMINATED);
                assertThat(Files.readString(output)).doesNotContain("Exception").doesNotContain("did not close");
            } finally {
                application.destroyForcibly();
            }
        }
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
