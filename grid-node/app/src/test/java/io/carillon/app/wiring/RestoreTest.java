package io.carillon.app.wiring;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.app.recount.AuditCommand;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A base backup, taken while the database is written to, and the archived log, restored as docs/operations/backup.md says: up to the
 * last commit that was archived.
 */
@Tag("postgres")
@Timeout(value = 4, unit = MINUTES)
class RestoreTest {

    private static final String ARCHIVED = """

            wal_level = replica
            archive_mode = on
            archive_command = 'test ! -f archive/%f && cp %p archive/%f'
            """;

    @Test
    void a_restore_has_every_commit_that_was_archived_and_is_known_as_another_database(@TempDir Path folder)
            throws Exception {
        Path primary = folder.resolve("primary");
        Path restored = folder.resolve("restored");
        EmbeddedPostgres.start(EmbeddedPostgresSettings.in(primary)).close();
        Files.writeString(primary.resolve("data/postgresql.conf"), ARCHIVED, StandardOpenOption.APPEND);
        // An empty folder with the right owner.
        run(
                "cp",
                "-a",
                primary.resolve("data/pg_notify").toString(),
                primary.resolve("data/archive").toString());
        run("sh", "-c", "rm -f " + primary + "/data/archive/*");
        EmbeddedPostgres lost = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(primary));
        try {
            try (DurableStore store = DurableStore.open(settings(lost))) {
                store.migrate();
            }
            try (Connection connection = connect(lost);
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_backup_start('nightly', true)");
                AccountedJob.insert(statement, 1);
                run("cp", "-a", primary.toString(), restored.toString());
                AccountedJob.insert(statement, 2);
                try (ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_backup_stop()")) {
                    row.next();
                    Files.writeString(restored.resolve("data/backup_label"), row.getString(1));
                }
                AccountedJob.insert(statement, 3);
                String last = text(statement, "SELECT pg_walfile_name(pg_switch_wal())");
                Awaitility.await("the log is archived")
                        .atMost(Duration.ofSeconds(30))
                        .until(() ->
                                Files.exists(primary.resolve("data/archive").resolve(last)));
                AccountedJob.insert(statement, 4);
            }
        } finally {
            // In good order it would archive what is left.
            lost.stopImmediately();
        }

        run(
                "sh",
                "-c",
                "cd " + restored + "/data && rm -rf postmaster.pid pg_wal/* && touch recovery.signal"
                        + " && chmod 600 backup_label && chown --reference=PG_VERSION recovery.signal backup_label");
        Files.writeString(
                restored.resolve("data/postgresql.conf"),
                "\nrestore_command = 'cp " + primary.resolve("data/archive") + "/%f %p'\narchive_mode = off\n",
                StandardOpenOption.APPEND);
        try (EmbeddedPostgres server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(restored))) {
            Awaitility.await("the end of recovery")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> number(server, "SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END") == 1);
            assertThat(number(server, "SELECT count(*) FROM jobs"))
                    .as("the fourth was not archived")
                    .isEqualTo(3);
            long floor = number(server, "SELECT hi FROM fence_floor");

            assertThat(audit(server)).startsWith("0 audited ").contains(" jobs=3 ", " unaccounted=0 ");
            try (DurableStore store = DurableStore.open(settings(server))) {
                store.migrate();
            }
            assertThat(number(server, "SELECT hi FROM fence_floor"))
                    .as("no token that was handed out after the backup comes again")
                    .isGreaterThan(floor + 1_000_000_000);
        }
    }

    private static String text(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static String audit(EmbeddedPostgres server) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        int code = AuditCommand.run(
                AuditConfiguration.class,
                List.of(
                        "--spring.datasource.url=" + server.jdbcUrl(),
                        "--spring.datasource.username=" + server.username(),
                        "--spring.datasource.password=" + server.password()),
                out,
                out);
        return code + " " + said.toString(StandardCharsets.UTF_8);
    }

    private static long number(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static StoreSettings settings(EmbeddedPostgres server) {
        return StoreSettings.of(server.jdbcUrl(), server.username(), server.password());
    }

    private static Connection connect(EmbeddedPostgres server) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    }
}
