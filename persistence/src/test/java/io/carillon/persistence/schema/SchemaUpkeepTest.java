package io.carillon.persistence.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** The two roles: one owns the schema, the other reads and writes rows and nothing else. */
@Tag("postgres")
class SchemaUpkeepTest {

    private static final Instant NOW = Instant.parse("2026-11-29T17:00:00Z");
    private static final int RETENTION_DAYS = 30;

    @TempDir
    private static Path folder;

    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws SQLException {
        server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder));
        try (Connection connection =
                        as(server.username(), server.password(), "postgres").getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE owner LOGIN PASSWORD 'o'");
            statement.execute("CREATE ROLE \"the members\" LOGIN PASSWORD 'm'");
            statement.execute("CREATE DATABASE kept OWNER owner");
            statement.execute("CREATE DATABASE empty OWNER owner");
            statement.execute("CREATE DATABASE third OWNER owner");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void members_write_rows_and_change_no_table() throws SQLException {
        SchemaUpkeep.Report first = SchemaUpkeep.run(as("owner", "o", "kept"), NOW, RETENTION_DAYS, "the members");
        assertThat(first.daysMade()).isPositive();
        PGSimpleDataSource members = as("the members", "m", "kept");

        assertThat(Schema.require(members, null)).isEqualTo(first.step());
        execute(members, "UPDATE shards SET epoch = epoch + 1 WHERE shard = 1");
        execute(members, "INSERT INTO duties (expires_at, duty, holder) VALUES (now(), 'd', 'h')");
        execute(
                members,
                "INSERT INTO alert_outbox (run_version, created_at, next_try_at, run_id, job_id, owner_id)"
                        + " VALUES (1, now(), now(), gen_random_uuid(), gen_random_uuid(), 'o')");
        // What their own housekeeping does: there is nothing to make.
        assertThat(new PartitionKeeper(members, (table, rows) -> {}).prepare(NOW, RETENTION_DAYS))
                .isZero();
        // A backfill writes runs of a day from before there was a cluster: they tell of it, and make no table.
        execute(members, runOf(NOW.minus(Duration.ofDays(10))));
        Map<String, Long> strays = new HashMap<>();
        assertThat(new PartitionKeeper(members, strays::put).prepare(NOW, RETENTION_DAYS))
                .isZero();
        assertThat(strays).containsEntry("runs", 1L);
        assertThat(new PartitionRetention(members).allowed()).isFalse();
        assertThat(SchemaUpkeep.run(as("owner", "o", "kept"), NOW, RETENTION_DAYS, "the members")
                        .daysMade())
                .as("whoever owns the tables makes the day")
                .isEqualTo(1);
        execute(members, "DELETE FROM runs");
        for (String change : new String[] {
            "CREATE TABLE t (i int)",
            "DROP TABLE duties",
            "ALTER TABLE runs ADD COLUMN c int",
            "TRUNCATE runs",
            "UPDATE flyway_schema_history SET success = false"
        }) {
            assertThatThrownBy(() -> execute(members, change)).as(change).isInstanceOf(SQLException.class);
        }

        SchemaUpkeep.Report tomorrow =
                SchemaUpkeep.run(as("owner", "o", "kept"), NOW.plusSeconds(86_400), RETENTION_DAYS, "the members");
        assertThat(tomorrow.daysMade()).as("one day of each table").isEqualTo(DayTable.values().length);
        execute(members, "SELECT count(*) FROM runs");
        execute(members, "DELETE FROM idempotency_keys");
    }

    @Test
    void a_member_that_may_not_migrate_says_what_is_missing() {
        assertThatThrownBy(() -> Schema.require(as("owner", "o", "empty"), null))
                .isInstanceOf(FlywayException.class)
                .hasMessageContaining("migrate");
    }

    @Test
    void a_role_that_is_not_there_is_named() {
        assertThatThrownBy(() -> SchemaUpkeep.run(as("owner", "o", "third"), NOW, RETENTION_DAYS, "nobody"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("the role nobody");
    }

    private static String runOf(Instant nominal) {
        String id = "'" + String.format("%012x", nominal.toEpochMilli()) + "80018000000000000001'::uuid";
        String at = "'" + nominal + "'";
        return "INSERT INTO runs (run_id, job_id, shard, revision, trigger, state, attempt, retries_used, lapses, nominal_at,"
                + " due_at, ended_at, fencing_token, last_end, version, write_id, owner_id, pool) VALUES (" + id + ", "
                + id
                + ", 1, 1, 0, 2, 1, 0, 0, " + at + ", " + at + ", " + at + ", 1, 0, 1, " + id + ", 'acme', 'default')";
    }

    private static void execute(PGSimpleDataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static PGSimpleDataSource as(String role, String password, String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(server.jdbcUrl(database));
        source.setUser(role);
        source.setPassword(password);
        return source;
    }
}
