package io.carillon.persistence.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.persistence.fixture.Folders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("postgres")
@Timeout(180)
class EmbeddedPostgresTest {

    /** Made once and copied, since making a database takes seconds. */
    private static Path made = Path.of("");

    private Path folder = Path.of("");
    private Path dir = Path.of("");
    private EmbeddedPostgresSettings settings = EmbeddedPostgresSettings.in(Path.of(""));

    @BeforeAll
    static void make_a_database() {
        made = Folders.temporary("carillon-embedded-");
        EmbeddedPostgres.start(settingsIn(made)).close();
    }

    @AfterAll
    static void remove_the_database() {
        Folders.delete(made);
    }

    @BeforeEach
    void copy_the_database() {
        folder = Folders.temporary("carillon-embedded-");
        dir = folder.resolve("deep/in/postgres");
        settings = settingsIn(dir);
        Command.Result copied = Command.run(
                List.of(
                        "/bin/sh",
                        "-c",
                        "mkdir -p \"$2\" && cp -a \"$1/.\" \"$2\"",
                        "sh",
                        made.toString(),
                        dir.toString()),
                Duration.ofSeconds(60));
        assertThat(copied.ok()).as(copied.output()).isTrue();
    }

    private static EmbeddedPostgresSettings settingsIn(Path dir) {
        return EmbeddedPostgresSettings.in(dir).withBinaries(Folders.programs());
    }

    @AfterEach
    void remove_it() {
        PostmasterFile.read(dir.resolve("data"))
                .filter(PostmasterFile::alive)
                .flatMap(PostmasterFile::process)
                .ifPresent(process -> {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                });
        Folders.delete(folder);
    }

    @Test
    void a_server_that_died_is_started_again_on_its_port_with_its_data() throws SQLException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(settings)) {
            execute(postgres, "CREATE TABLE kept (n int)");
            execute(postgres, "INSERT INTO kept VALUES (7)");
            assertThat(postgres.revive()).as("it lives").isFalse();
            killProcesses();
            assertThat(postgres.revive()).isTrue();
            execute(postgres, "SELECT 1 / (count(*) FILTER (WHERE n = 7)) FROM kept");
        }
    }

    @Test
    void a_server_that_was_closed_is_not_started_again() {
        EmbeddedPostgres postgres = EmbeddedPostgres.start(settings);
        postgres.close();
        assertThat(postgres.revive()).isFalse();
    }

    @Test
    void data_outlives_a_clean_stop() throws SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(settings)) {
            assertThat(server.adopted()).isFalse();
            execute(server, "CREATE TABLE kept AS SELECT 7 AS n");
        }
        try (EmbeddedPostgres server = EmbeddedPostgres.start(settings)) {
            assertThat(server.adopted()).isFalse();
            assertThat(text(server, "SELECT n FROM kept")).isEqualTo("7");
        }
    }

    @Test
    void data_outlives_a_kill_and_the_same_port_can_be_had_again() throws SQLException {
        EmbeddedPostgres first = EmbeddedPostgres.start(settings);
        execute(first, "CREATE TABLE kept AS SELECT 7 AS n");
        first.kill();
        assertThat(dir.resolve("data/postmaster.pid")).exists();

        try (EmbeddedPostgres second = EmbeddedPostgres.start(settings.withPort(first.port()))) {
            assertThat(second.adopted()).isFalse();
            assertThat(second.port()).isEqualTo(first.port());
            assertThat(text(second, "SELECT n FROM kept")).isEqualTo("7");
        }
    }

    @Test
    void data_outlives_an_immediate_stop() throws SQLException {
        EmbeddedPostgres first = EmbeddedPostgres.start(settings);
        execute(first, "CREATE TABLE kept AS SELECT 7 AS n");
        first.stopImmediately();

        try (EmbeddedPostgres second = EmbeddedPostgres.start(settings)) {
            assertThat(text(second, "SELECT n FROM kept")).isEqualTo("7");
        }
    }

    @Test
    void a_server_left_running_is_adopted() throws SQLException {
        EmbeddedPostgres first = EmbeddedPostgres.start(settings);
        first.abandon();

        try (EmbeddedPostgres second = EmbeddedPostgres.start(settings)) {
            assertThat(second.adopted()).isTrue();
            assertThat(second.port()).isEqualTo(first.port());
            assertThat(text(second, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void a_server_left_running_on_another_port_is_restarted() throws SQLException {
        EmbeddedPostgres first = EmbeddedPostgres.start(settings);
        first.abandon();
        int other = LoopbackPort.anyFree();

        try (EmbeddedPostgres second = EmbeddedPostgres.start(settings.withPort(other))) {
            assertThat(second.adopted()).isFalse();
            assertThat(second.port()).isEqualTo(other);
            assertThat(text(second, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void a_stale_file_that_names_another_program_does_not_stop_the_start() throws IOException, SQLException {
        Path file = dir.resolve("data/postmaster.pid");
        Files.writeString(
                file, ProcessHandle.current().pid() + "\n" + dir.resolve("data") + "\n1700000000\n5432\n\n127.0.0.1\n");

        try (EmbeddedPostgres server = EmbeddedPostgres.start(settings)) {
            assertThat(text(server, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void what_an_interrupted_first_start_left_is_made_anew() throws IOException, SQLException {
        Path fresh = folder.resolve("fresh");
        Files.createDirectories(fresh.resolve("data"));
        Files.writeString(fresh.resolve("password"), "old\n");

        try (EmbeddedPostgres server = EmbeddedPostgres.start(settingsIn(fresh))) {
            assertThat(text(server, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void it_is_durable_and_utf8_and_listens_on_loopback_only() throws SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(settings)) {
            assertThat(text(server, "SHOW fsync")).isEqualTo("on");
            assertThat(text(server, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(text(server, "SHOW full_page_writes")).isEqualTo("on");
            assertThat(text(server, "SHOW data_checksums")).isEqualTo("on");
            assertThat(text(server, "SHOW server_encoding")).isEqualTo("UTF8");
            assertThat(text(server, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(text(server, "SHOW unix_socket_directories")).isEmpty();
            assertThat(text(server, "SHOW server_version")).startsWith("18");
        }
    }

    @Test
    void the_password_is_random_needed_and_kept_from_others() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(settings)) {
            assertThat(server.password()).hasSizeGreaterThanOrEqualTo(40);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("password"))))
                    .isEqualTo("rw-------");
            assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), server.username(), "guess"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password authentication failed");
        }
    }

    @Test
    void a_folder_in_use_is_refused() {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(settings)) {
            assertThat(server.port()).isPositive();
            assertThatThrownBy(() -> EmbeddedPostgres.start(settings))
                    .isInstanceOf(EmbeddedPostgresException.class)
                    .hasMessageContaining("another process uses");
        }
    }

    @Test
    void a_taken_port_is_named() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedPostgres.start(settings.withPort(taken.getLocalPort())))
                    .isInstanceOf(EmbeddedPostgresException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " is taken");
        }
    }

    @Test
    void data_of_another_major_version_is_refused() throws IOException {
        Files.writeString(dir.resolve("data/PG_VERSION"), "15\n");

        assertThatThrownBy(() -> EmbeddedPostgres.start(settings))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("made by PostgreSQL 15 and this build brings 18");
    }

    @Test
    void a_folder_that_cannot_be_made_is_named_in_one_line() throws IOException {
        Path file = folder.resolve("file");
        Files.writeString(file, "in the way");

        assertThatThrownBy(() -> EmbeddedPostgres.start(EmbeddedPostgresSettings.in(file.resolve("postgres"))))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("cannot write to " + file.resolve("postgres"))
                .hasMessageNotContaining("\n");
    }

    private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    private static Connection connect(EmbeddedPostgres server) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
    }

    private void killProcesses() {
        ProcessHandle postmaster = PostmasterFile.read(dir.resolve("data"))
                .flatMap(PostmasterFile::process)
                .orElseThrow();
        List<ProcessHandle> all = new ArrayList<>(postmaster.descendants().toList());
        all.add(postmaster);
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
    }
}
