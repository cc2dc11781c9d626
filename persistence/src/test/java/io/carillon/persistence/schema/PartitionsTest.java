package io.carillon.persistence.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.schema.PartitionRetention.DayOutcome;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PartitionsTest {

    private static final List<String> BESIDE_RUNS =
            List.of("run_payloads", "run_progress", "run_checkpoints", "run_logs");

    private static final Instant NOW = Instant.parse("2026-11-29T17:00:00Z");
    private static final LocalDate TODAY = LocalDate.parse("2026-11-29");
    private static final JobId JOB = new JobId(new UUID(1, 2));
    private static final int SUCCEEDED = 2;
    private static final int DEAD = 3;
    private static final int WAITING = 0;

    private final Map<String, Long> strays = new HashMap<>();
    private final TestDatabase database;
    private final PartitionKeeper keeper;
    private final PartitionRetention retention;

    PartitionsTest(TestDatabase database) {
        this.database = database;
        this.keeper = new PartitionKeeper(database.dataSource(), strays::put);
        this.retention = new PartitionRetention(database.dataSource());
    }

    @BeforeEach
    void empty() {
        database.execute("TRUNCATE runs, run_payloads, run_results, attempts, run_requests");
    }

    @Test
    void days_are_made_a_week_ahead_once() throws SQLException {
        keeper.prepare(NOW, 30);

        assertThat(keeper.prepare(NOW, 30)).isZero();
        assertThat(database.column("SELECT relname FROM pg_class WHERE relname ~ '^runs_2026' AND relkind = 'r'"))
                .contains("runs_20261128", "runs_20261129", "runs_20261206")
                .doesNotContain("runs_20261207");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-29T00:00:00Z", "2026-11-29T23:59:59.999999Z"})
    void a_run_lies_in_the_day_of_its_nominal_time(String nominal) throws SQLException {
        keeper.prepare(NOW, 30);

        insert(Instant.parse(nominal), SUCCEEDED);

        assertThat(database.column("SELECT tableoid::regclass::text FROM runs")).containsExactly("runs_20261129");
    }

    @Test
    void rows_of_a_day_that_was_missing_move_into_it_when_it_is_made() throws SQLException {
        keeper.prepare(NOW, 30);
        insert(Instant.parse("2026-11-20T10:00:00Z"), SUCCEEDED);
        insert(Instant.parse("2026-11-22T10:00:00Z"), WAITING);
        assertThat(database.column("SELECT DISTINCT tableoid::regclass::text FROM runs"))
                .containsExactly("runs_default");

        keeper.prepare(NOW, 30);

        assertThat(database.column("SELECT tableoid::regclass::text FROM runs ORDER BY run_id"))
                .containsExactly("runs_20261120", "runs_20261122");
        assertThat(strays).containsEntry("runs", 0L);
    }

    @Test
    void rows_beyond_the_days_that_are_made_raise_the_alarm() throws SQLException {
        insert(Instant.parse("2027-03-01T10:00:00Z"), WAITING);

        keeper.prepare(NOW, 30);

        assertThat(strays).containsEntry("runs", 1L);
    }

    @Test
    void a_day_is_dropped_but_its_live_runs_and_dead_letters_stay() throws SQLException {
        RunId ended = insert(Instant.parse("2026-10-01T10:00:00Z"), SUCCEEDED);
        RunId live = insert(Instant.parse("2026-10-01T11:00:00Z"), WAITING);
        RunId dead = insert(Instant.parse("2026-10-01T12:00:00Z"), DEAD);
        for (RunId run : new RunId[] {ended, live, dead}) {
            database.execute("INSERT INTO run_payloads VALUES ('" + run + "', '{}')");
            database.execute("INSERT INTO run_progress VALUES (1, now(), 0.5, '" + run + "', 'half')");
            database.execute("INSERT INTO run_checkpoints VALUES (1, 1, now(), '" + run + "', 'half')");
            database.execute("INSERT INTO run_logs VALUES (1, 1, 1, 4, '" + run + "', 'line')");
            database.execute(
                    "INSERT INTO run_requests VALUES ('" + JOB + "', '" + run + "', '" + run + "', '" + run + "')");
        }
        keeper.prepare(NOW, 90);
        assertThat(database.column("SELECT DISTINCT tableoid::regclass::text FROM runs"))
                .containsExactly("runs_20261001");

        assertThat(retention.dropRunsBefore(TODAY.minusDays(30)))
                .containsExactly(new DayOutcome.Dropped(LocalDate.parse("2026-10-01"), 2));

        assertThat(database.column("SELECT run_id FROM runs"))
                .containsExactlyInAnyOrder(live.toString(), dead.toString());
        for (String table : BESIDE_RUNS) {
            assertThat(database.column("SELECT run_id FROM " + table))
                    .as(table)
                    .containsExactlyInAnyOrder(live.toString(), dead.toString());
        }
        assertThat(database.column("SELECT run_id FROM run_requests"))
                .containsExactlyInAnyOrder(live.toString(), dead.toString());
        assertThat(database.column("SELECT relname FROM pg_class WHERE relname LIKE '%20261001%'"))
                .isEmpty();

        keeper.prepare(NOW, 30);
        assertThat(strays).as("kept on purpose, no alarm").containsEntry("runs", 0L);

        database.execute("UPDATE runs SET state = 2, ended_at = '2026-11-29' WHERE run_id = '" + live + "'");
        retention.dropRunsBefore(TODAY.minusDays(30));
        assertThat(database.column("SELECT run_id FROM runs")).containsExactly(dead.toString());
        for (String table : BESIDE_RUNS) {
            assertThat(database.column("SELECT run_id FROM " + table)).as(table).containsExactly(dead.toString());
        }
    }

    @Test
    void a_day_with_too_many_runs_to_keep_is_refused() throws SQLException {
        Instant day = Instant.parse("2026-10-02T00:00:00Z");
        insert(day, SUCCEEDED);
        keeper.prepare(NOW, 90);
        database.execute("INSERT INTO runs SELECT nominal_at, due_at, retry_at, started_at, NULL, lease_expires_at,"
                + " cancel_requested_at, revision, fencing_token, version, attempt, retries_used, lapses, shard, trigger, 0,"
                + " last_end, (substr(run_id::text, 1, 24) || lpad(to_hex(g), 12, '0'))::uuid, job_id, write_id, owner_id,"
                + " pool, worker_id, reason, NULL FROM runs, generate_series(1, "
                + (PartitionRetention.KEPT_ROWS_MAX + 1)
                + ") g");

        assertThat(retention.dropRunsBefore(TODAY.minusDays(30)))
                .containsExactly(
                        new DayOutcome.Refused(LocalDate.parse("2026-10-02"), PartitionRetention.KEPT_ROWS_MAX + 1));
        assertThat(database.number("SELECT count(*) FROM runs")).isEqualTo(PartitionRetention.KEPT_ROWS_MAX + 2);
        database.execute("DROP TABLE runs_20261002");
    }

    private RunId insert(Instant nominal, int state) {
        RunId id = RunId.of(JOB, nominal, Trigger.SCHEDULE, null);
        String ended = state == WAITING ? "NULL" : "'" + nominal + "'";
        database.execute(
                "INSERT INTO runs (run_id, job_id, shard, revision, trigger, state, attempt, retries_used, lapses,"
                        + " nominal_at, due_at, ended_at, died_at, fencing_token, last_end, version, write_id, owner_id, pool) VALUES ('"
                        + id + "', '" + JOB + "', " + JOB.shard() + ", 1, 0, " + state + ", 0, 0, 0, '" + nominal
                        + "', '" + nominal
                        + "', " + ended + ", " + (state == DEAD ? ended : "NULL") + ", 0, 0, 1, '"
                        + UUID.nameUUIDFromBytes(new byte[] {1})
                        + "', 'default', 'default')");
        return id;
    }
}
