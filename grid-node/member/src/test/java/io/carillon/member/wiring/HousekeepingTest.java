package io.carillon.member.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.time.StoreTime;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("postgres")
class HousekeepingTest {

    private static final Duration RETENTION = Duration.ofDays(30);
    private static final int SUCCEEDED = 2;
    private static final int DEAD = 3;

    private final EmbeddedPostgres server;
    private final DurableStore store;
    private final StoreTime time;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    HousekeepingTest(@TempDir Path folder) {
        server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder));
        store = DurableStore.open(StoreSettings.of(server.jdbcUrl(), server.username(), server.password()));
        store.migrate();
        time = StoreTime.start(store.referenceClock());
    }

    @AfterEach
    void close() {
        time.close();
        store.close();
        server.close();
    }

    @Test
    void history_beyond_the_retention_is_dropped_but_its_dead_letters() throws SQLException {
        Instant old = time.now().minus(40, ChronoUnit.DAYS);
        Instant recent = time.now().minus(20, ChronoUnit.DAYS);
        insert(1, old, SUCCEEDED);
        insert(2, old, DEAD);
        insert(3, recent, SUCCEEDED);
        // Days of the rows above are made while they are within the retention.
        try (Housekeeping before = housekeeping(Duration.ofDays(60))) {
            assertThat(before.drop()).isPositive();
            assertThat(runs()).containsExactly("1", "2", "3");
        }
        execute("UPDATE duties SET expires_at = '2000-01-01'");

        try (Housekeeping now = housekeeping(RETENTION)) {
            now.drop();
            assertThat(runs()).containsExactly("2", "3");
            assertThat(meters.counter("carillon.history.days.dropped").count()).isEqualTo(1);
            assertThat(meters.counter("carillon.history.runs.kept").count()).isEqualTo(1);
            assertThat(column("SELECT count(*) FROM runs WHERE died_at IS NOT NULL"))
                    .containsExactly("1");
        }
    }

    @Test
    void one_member_at_a_time_drops() throws SQLException {
        insert(1, time.now().minus(40, ChronoUnit.DAYS), SUCCEEDED);
        try (Housekeeping wide = housekeeping(Duration.ofDays(60));
                Housekeeping narrow = housekeeping(RETENTION)) {
            wide.drop();
            narrow.drop();
            assertThat(runs()).as("the other member has the duty").containsExactly("1");

            execute("UPDATE duties SET expires_at = '2000-01-01'");
            narrow.drop();
            assertThat(runs()).isEmpty();
        }
    }

    @Test
    void what_failed_is_tried_again_long_before_the_next_turn() {
        try (Housekeeping keeper = housekeeping(RETENTION)) {
            Duration turn = keeper.drop();
            store.close();
            assertThat(keeper.drop()).isPositive().isLessThan(turn.dividedBy(10));
        }
    }

    private Housekeeping housekeeping(Duration retention) {
        return new Housekeeping(
                store.maintenance(),
                store.duties(),
                store.alerts(),
                store.auditLog(),
                time,
                retention,
                Duration.ofDays(365),
                meters);
    }

    /** @param n told by the run's version */
    private void insert(int n, Instant nominal, int state) throws SQLException {
        String id = String.format("%012x", nominal.toEpochMilli()) + "80018000" + String.format("%012x", n);
        execute("INSERT INTO runs (run_id, job_id, shard, revision, trigger, state, attempt, retries_used, lapses,"
                + " nominal_at, due_at, ended_at, died_at, fencing_token, last_end, version, write_id, owner_id, pool)"
                + " VALUES ('" + id + "'::uuid, '" + id + "'::uuid, 1, 1, 0, " + state + ", 1, 0, 0, '" + nominal
                + "', '"
                + nominal + "', '" + nominal + "', " + (state == DEAD ? "'" + nominal + "'" : "NULL") + ", 1, 0, " + n
                + ", '" + id + "'::uuid, 'acme', 'default')");
    }

    private List<String> runs() throws SQLException {
        return column("SELECT version FROM runs ORDER BY version");
    }

    private List<String> column(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = store.maintenance().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = store.maintenance().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
