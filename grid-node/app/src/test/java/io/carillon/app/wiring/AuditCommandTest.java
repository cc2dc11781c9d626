package io.carillon.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.app.recount.AuditCommand;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command against a real database, from its words to its exit code. */
@Tag("postgres")
class AuditCommandTest {

    private static final String JOB = "0190163d-8694-739b-aea5-966c26f8ad91";

    @Test
    void exit_codes_tell_what_was_found(@TempDir Path folder) throws SQLException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder))) {
            assertThat(audit(server)).as("no schema").startsWith("2 carillon: the audit could not be made: ");
            try (DurableStore store =
                    DurableStore.open(StoreSettings.of(server.jdbcUrl(), server.username(), server.password()))) {
                store.migrate();
                assertThat(audit(server)).startsWith("0 audited ").contains(" jobs=0 ");
                try (Connection connection = store.maintenance().getConnection();
                        Statement statement = connection.createStatement()) {
                    assertThat(AccountedJob.insert(statement, 1)).isEqualTo(JOB);
                }
            }
            assertThat(audit(server, "--job=" + JOB)).startsWith("0 audited ").contains(" occurrences=3 unaccounted=0");
            try (Connection connection =
                            DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
                    Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM skips");
            }
            assertThat(audit(server)).startsWith("1 hole job=" + JOB).contains(" unaccounted=3 ");
            assertThat(audit(server, "--from=soon")).startsWith("2 ").contains("--from=soon");
        }
    }

    /** Exit code, blank, what was said. */
    private static String audit(EmbeddedPostgres server, String... words) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        List<String> args = new ArrayList<>(List.of(words));
        args.add("--spring.datasource.url=" + server.jdbcUrl());
        args.add("--spring.datasource.username=" + server.username());
        args.add("--spring.datasource.password=" + server.password());
        int code = AuditCommand.run(AuditConfiguration.class, args, out, out);
        return code + " " + said.toString(StandardCharsets.UTF_8);
    }
}
