package io.carillon.persistence.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Facts of the schema that speed and safety rest on. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class SchemaTest {

    private static final Instant NOW = Instant.parse("2026-11-29T17:00:00Z");

    @BeforeAll
    static void make_partitions(TestDatabase database) throws SQLException {
        List<String> strays = new ArrayList<>();
        new PartitionKeeper(database.dataSource(), (table, rows) -> strays.add(table + "=" + rows)).prepare(NOW, 30);
        assertThat(strays)
                .containsExactly(
                        "runs=0",
                        "run_payloads=0",
                        "run_results=0",
                        "attempts=0",
                        "run_progress=0",
                        "run_checkpoints=0",
                        "run_logs=0",
                        "idempotency_keys=0");
    }

    @Test
    void there_are_256_shards_under_epoch_0(TestDatabase database) {
        assertThat(database.number("SELECT count(*) FROM shards WHERE epoch = 0 AND shard BETWEEN 0 AND 255"))
                .isEqualTo(256);
    }

    @Test
    void every_partition_of_runs_leaves_half_of_each_page_free(TestDatabase database) {
        assertThat(
                        database.column(
                                "SELECT DISTINCT substring(array_to_string(reloptions, ',') from 'fillfactor=([0-9]+)')"
                                        + " FROM pg_class WHERE oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'runs'::regclass)"))
                .containsExactly("45");
    }

    @Test
    void job_state_is_vacuumed_early(TestDatabase database) {
        assertThat(database.column(
                        "SELECT array_to_string(reloptions, ',') FROM pg_class WHERE oid = 'job_state'::regclass"))
                .first()
                .asString()
                .contains("autovacuum_vacuum_scale_factor=0.02", "autovacuum_vacuum_cost_delay=0", "fillfactor=80");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    runs             | runs_live         | (shard, due_at, job_id) WHERE (ended_at IS NULL)
                    runs             | runs_job          | (job_id, run_id)
                    runs             | runs_waiting      | (lane, GREATEST(due_at, retry_at), run_id, shard) WHERE (ended_at IS NULL)
                    runs             | runs_dead         | (run_id) WHERE (died_at IS NOT NULL)
                    runs             | runs_dead_owner   | (owner_id, run_id) WHERE (died_at IS NOT NULL)
                    runs             | runs_dead_job     | (job_id, run_id) WHERE (died_at IS NOT NULL)
                    runs             | runs_cancelled_job | (job_id, run_id) WHERE (cancelled_at IS NOT NULL)
                    job_state        | job_state_due     | (shard, next_due_at) WHERE (next_due_at IS NOT NULL)
                    jobs             | jobs_owner_key    | (owner_id, key) WHERE ((key IS NOT NULL) AND (status <> 2))
                    """)
    void indexes_are_as_designed(String table, String index, String columns, TestDatabase database) {
        assertThat(database.column("SELECT indexdef FROM pg_indexes WHERE tablename = '" + table + "' AND indexname = '"
                        + index + "'"))
                .singleElement()
                .asString()
                .endsWith("USING btree " + columns);
    }

    /** A column of any index, predicates included, that a start changes would end heap-only updates. */
    @Test
    void no_index_of_runs_knows_a_column_that_a_start_changes(TestDatabase database) {
        assertThat(database.column("SELECT DISTINCT a.attname FROM pg_index i, pg_attribute a"
                        + " WHERE i.indrelid = 'runs'::regclass AND a.attrelid = i.indrelid"
                        + " AND (a.attnum = ANY(i.indkey::int2[])"
                        + " OR pg_get_expr(i.indexprs, i.indrelid) LIKE '%' || a.attname || '%'"
                        + " OR pg_get_expr(i.indpred, i.indrelid) LIKE '%' || a.attname || '%')"))
                // A retry changes retry_at; a start leaves it.
                .containsExactlyInAnyOrder(
                        "run_id",
                        "job_id",
                        "shard",
                        "lane",
                        "due_at",
                        "retry_at",
                        "ended_at",
                        "died_at",
                        "cancelled_at",
                        "owner_id");
    }

    @ParameterizedTest
    @CsvSource({"jobs", "job_state", "runs", "owners"})
    void every_row_that_moves_has_version_and_write_id(String table, TestDatabase database) {
        assertThat(database.column("SELECT column_name FROM information_schema.columns WHERE table_name = '" + table
                        + "' AND column_name IN ('version', 'write_id')"))
                .containsExactlyInAnyOrder("version", "write_id");
    }
}
