package io.carillon.app.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.gateway.grpc.PublicServices;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a member starts, and how it does not: exit code, one line on standard error, and nothing but log on the other. */
@Tag("process")
class StartProcessTest {

    private static final List<String> PORTS =
            List.of("server.port", "spring.grpc.server.port", "carillon.cluster.port");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--carillon.lease.durration=5s | unknown setting carillon.lease.durration; did you mean carillon.lease.duration?",
                "--carillon.lease.duration=1s | carillon.lease.duration=1s is not allowed; allowed is 3s to 3600s",
                "--carillon.lease.duration=soon | carillon.lease.duration=soon cannot be read: 'soon' is not a valid duration",
                "--carillon.lease.heartbeat=40s | carillon.lease.heartbeat=40s is not allowed; allowed is 500ms to 30s",
                "--server.port=http | server.port=http cannot be read",
                "--spring.grpc.server.port=70000 | spring.grpc.server.port=70000 is not allowed; allowed is 0 to 65535",
                "--server.address=0.0.0.0 | server.address=0.0.0.0 listens beyond this machine without access control",
                "--carillon.cluster.bind-address=0.0.0.0 | carillon.cluster.bind-address=0.0.0.0 listens beyond this machine",
            })
    void bad_settings_are_one_line_and_exit_code_2(String setting, String line)
            throws IOException, InterruptedException {
        List<String> settings = onFreePorts();
        settings.removeIf(other -> other.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
        settings.add(setting);
        try (MemberProcess member = MemberProcess.start(folder, Map.of(), List.of(), settings)) {
            assertRefused(member, 2, "carillon: bad settings: " + line);
        }
        assertThat(folder.resolve("data"))
                .as("no database was made for nothing")
                .doesNotExist();
    }

    @Test
    void an_unknown_setting_in_the_environment_is_refused_too() throws IOException, InterruptedException {
        try (MemberProcess member =
                MemberProcess.start(folder, Map.of("CARILLON_LEASE_DURRATION", "5s"), List.of(), onFreePorts())) {
            assertRefused(member, 2, "carillon: bad settings: unknown setting CARILLON_LEASE_DURRATION");
        }
    }

    @ParameterizedTest
    @CsvSource({"server.port", "spring.grpc.server.port", "carillon.cluster.port"})
    void a_taken_port_is_named_with_its_option(String key) throws IOException, InterruptedException {
        List<String> settings = onFreePorts();
        settings.removeIf(other -> other.startsWith("--" + key + "="));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            settings.add("--" + key + "=" + taken.getLocalPort());
            try (MemberProcess member = MemberProcess.start(folder, Map.of(), List.of(), settings)) {
                assertRefused(member, 1, "carillon: cannot start: port " + taken.getLocalPort() + " on 127.0.0.1");
                assertThat(member.err()).contains("choose another with --" + key + "=PORT");
            }
        }
    }

    @Test
    void a_data_folder_that_cannot_be_written_is_named() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("file"));
        List<String> settings = onFreePorts();
        settings.add("--carillon.embedded-postgres.dir=" + file.resolve("data"));
        try (MemberProcess member = MemberProcess.start(folder, Map.of(), List.of(), settings)) {
            assertRefused(member, 1, "carillon: cannot start the embedded PostgreSQL: cannot write to ");
            assertThat(member.err()).contains("carillon.embedded-postgres.dir");
        }
    }

    @Test
    void a_database_that_does_not_answer_is_named() throws IOException, InterruptedException {
        List<String> settings = onFreePorts();
        settings.add("--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + freePort() + "/none");
        settings.add("--carillon.start.database-wait=2s");
        try (MemberProcess member = MemberProcess.start(folder, Map.of(), List.of(), settings)) {
            assertRefused(member, 1, "carillon: cannot start: PostgreSQL at spring.datasource.url cannot be used: ");
            assertThat(member.err()).contains("refused");
        }
    }

    @Test
    void a_database_that_comes_later_is_waited_for() throws IOException, InterruptedException {
        EmbeddedPostgresSettings where =
                EmbeddedPostgresSettings.in(folder.resolve("later")).withPort(freePort());
        List<String> settings = onFreePorts();
        try (EmbeddedPostgres made = EmbeddedPostgres.start(where)) {
            settings.add("--spring.datasource.url=" + made.jdbcUrl());
            settings.add("--spring.datasource.username=" + made.username());
            settings.add("--spring.datasource.password=" + made.password());
        }
        try (MemberProcess member = MemberProcess.start(folder, Map.of(), List.of(), settings)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> member.out().contains("waiting for it for 60 s at most"));
            try (EmbeddedPostgres back = EmbeddedPostgres.start(where)) {
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> !member.isAlive() || member.out().contains("Carillon is ready."));
                assertThat(member.isAlive()).as(member.err() + back.port()).isTrue();
                member.terminate();
                assertThat(member.exitCode()).isZero();
            }
        }
    }

    @Test
    void a_common_pool_without_threads_is_refused_if_an_operator_insists_on_it()
            throws IOException, InterruptedException {
        List<String> jvm = List.of("-Djava.util.concurrent.ForkJoinPool.common.parallelism=1");
        try (MemberProcess member = MemberProcess.start(folder, Map.of(), jvm, onFreePorts())) {
            assertRefused(member, 1, "carillon: cannot start: the common pool has a parallelism of 1");
        }
    }

    @Test
    void a_member_says_where_it_is_runs_a_job_of_the_demo_and_stops_cleanly() throws IOException, InterruptedException {
        List<String> settings = onFreePorts();
        settings.add("--demo");
        try (MemberProcess member = MemberProcess.start(folder, Map.of(), List.of(), settings)) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> !member.isAlive() || member.out().contains("Carillon is ready."));
            assertThat(member.isAlive()).as(member.err()).isTrue();
            String rest = "http://localhost:" + port(settings.get(0));
            assertThat(member.out())
                    .contains("REST    " + rest)
                    .contains("curl -s " + rest + "/jobs")
                    .contains(folder.toRealPath().resolve("data/postgres").toString());
            post(rest + "/jobs", "{\"name\":\"hello\",\"run_at\":\"2020-01-01T00:00:00Z\",\"misfire_after_s\":1}");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> get(rest + "/runs").contains("\"status\":\"succeeded\""));
            assertThat(get(rest + "/actuator/health")).contains("\"postgresql\":\"answers\"");

            try (PublicServices services = new PublicServices(port(settings.get(1)))) {
                assertThat(services.names())
                        .contains("carillon.v1.JobService", "carillon.v1.WorkerService", "grpc.health.v1.Health");
                await().atMost(Duration.ofSeconds(20)).until(services::healthy);
            }

            member.terminate();

            assertThat(member.exitCode()).isZero();
            assertThat(member.err()).isEmpty();
            assertThat(folder.resolve("data/postgres/data/postmaster.pid")).doesNotExist();
        }
    }

    private static int port(String setting) {
        return Integer.parseInt(setting.substring(setting.indexOf('=') + 1));
    }

    private static void assertRefused(MemberProcess member, int exitCode, String line)
            throws IOException, InterruptedException {
        assertThat(member.exitCode()).as(member.err()).isEqualTo(exitCode);
        assertThat(member.err()).startsWith(line).hasLineCount(1);
        assertThat(member.out()).doesNotContain("Exception").doesNotContain("\tat ");
    }

    private static List<String> onFreePorts() throws IOException {
        List<String> settings = new ArrayList<>();
        for (String key : PORTS) {
            settings.add("--" + key + "=" + freePort());
        }
        return settings;
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private static void post(String url, String json) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Content-Type", "application/json")
                                .timeout(Duration.ofSeconds(20))
                                .POST(HttpRequest.BodyPublishers.ofString(json))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    private static String get(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
