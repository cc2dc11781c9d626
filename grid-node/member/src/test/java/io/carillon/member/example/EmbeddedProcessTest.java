package io.carillon.member.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.member.ListeningPorts;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples as processes of their own. */
@Tag("process")
class EmbeddedProcessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final int TERMINATED = 143;

    @TempDir
    Path folder;

    private EmbeddedPostgres server;

    @BeforeEach
    void startServer() {
        server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder));
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void a_plain_program_fires_and_stops_cleanly_and_listens_nowhere() throws Exception {
        try (Program program =
                Program.start(PlainApplication.class, server.jdbcUrl(), server.username(), server.password())) {
            await().atMost(PATIENCE)
                    .failFast("it has ended", program::requireAlive)
                    .untilAsserted(() -> {
                        assertThat(program.lines("tick ")).hasSizeGreaterThanOrEqualTo(3);
                        assertThat(program.lines("hello ")).containsExactly("hello \"world\"");
                    });
            assertThat(ListeningPorts.of(program.pid())).isEmpty();
            assertThat(program.stop()).isEqualTo(TERMINATED);
            assertThat(
                            ask(
                                    "SELECT count(*) FROM carillon_store.runs WHERE lease_expires_at IS NOT NULL AND ended_at IS NULL"))
                    .as("runs left running")
                    .isEqualTo("0");
            assertThat(ask("SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'carillon%'"))
                    .as("connections left open")
                    .isEqualTo("0");
        }
    }

    /** The owner of the job's shard gives the runs to the worker beside it, so that is the one to be killed. */
    @Test
    void of_two_programs_in_a_cluster_one_goes_on_when_the_other_is_killed() throws Exception {
        int port = freePort();
        int other = freePort();
        try (Program first = member(port, other);
                Program second = serving(member(other, port))) {
            serving(first);
            await().atMost(PATIENCE).until(() -> ticks(first) + ticks(second) >= 3);
            assertThat(ListeningPorts.of(first.pid())).containsExactly(port);
            assertThat(ListeningPorts.of(second.pid())).containsExactly(other);
            Program busy = ticks(first) >= ticks(second) ? first : second;
            Program survivor = busy == first ? second : first;

            busy.kill();
            int before = ticks(survivor);
            await().atMost(PATIENCE)
                    .failFast("it has ended", survivor::requireAlive)
                    .untilAsserted(() -> {
                        assertThat(ticks(survivor)).isGreaterThan(before + 10);
                        assertThat(missing(first, second)).isEmpty();
                    });
            assertThat(survivor.stop()).isEqualTo(TERMINATED);
        }
    }

    private static Program serving(Program program) {
        await().atMost(PATIENCE)
                .failFast("it has ended", program::requireAlive)
                .until(() -> !program.lines("serving ").isEmpty());
        return program;
    }

    private static int ticks(Program program) {
        return program.lines("tick ").size();
    }

    /** Seconds between the first tick and a moment ago that neither has heard. */
    private static NavigableSet<Instant> missing(Program first, Program second) {
        NavigableSet<Instant> heard = new TreeSet<>();
        for (Program program : new Program[] {first, second}) {
            program.lines("tick ").forEach(line -> heard.add(Instant.parse(line.substring("tick ".length()))));
        }
        NavigableSet<Instant> missing = new TreeSet<>();
        for (Instant at = heard.first(); at.isBefore(heard.last().minusSeconds(6)); at = at.plusSeconds(1)) {
            if (!heard.contains(at)) {
                missing.add(at);
            }
        }
        return missing;
    }

    private Program member(int own, int other) throws IOException {
        return Program.start(
                ClusterApplication.class,
                server.jdbcUrl(),
                server.username(),
                server.password(),
                Integer.toString(own),
                Integer.toString(other));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String ask(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
