package io.carillon.persistence.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Queries;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import io.carillon.persistence.schema.PartitionKeeper;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Lists of runs where one job has nearly all of them: a page costs what it shows. The server counts what it read.
 *
 * <p>{@code -Dlist.runs=1000000} for the size that the product promises something about.
 */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class RunListPlansTest {

    private static final int RUNS = Integer.getInteger("list.runs", 60_000);
    private static final int RARE = 7;
    private static final int PAGE = 100;
    /** Rows and entries, of a page, its neighbours and the few live runs. */
    private static final long READ_MAX = 3_000;

    private static final Instant NOW = Samples.NOW;
    private static final Principal ANYONE = Principal.ANONYMOUS;
    private static final JobId MANY = new JobId(new UUID(1, 1));
    private static final JobId FEW = new JobId(new UUID(1, 2));

    private final TestDatabase database;
    private final DurableStore store;
    private final Queries queries;

    RunListPlansTest(TestDatabase database) {
        this.database = database;
        this.store = DurableStore.open(database.settings());
        this.queries = store.queries();
    }

    /** Nearly all runs have succeeded, over seven days; a few are of each other kind; another owner has few at all. */
    @BeforeAll
    static void fill(TestDatabase database) throws SQLException {
        new PartitionKeeper(database.dataSource(), (table, rows) -> {}).prepare(TestTime.NOW, 30);
        database.execute("INSERT INTO jobs SELECT now(), 1, 1, 0, false, job_id, job_id, owner, 'job', 'default', NULL"
                + " FROM (VALUES ('" + MANY + "'::uuid, 'large'), ('" + FEW + "'::uuid, 'small')) j(job_id, owner)");
        fill(database, MANY, "large", RUNS, 2, 0);
        for (int state : new int[] {0, 1, 3, 4}) {
            fill(database, MANY, "large", RARE, state, state);
        }
        fill(database, FEW, "small", RARE, 2, 5);
        database.execute("VACUUM ANALYZE");
    }

    private static void fill(TestDatabase database, JobId job, String owner, int n, int state, int salt) {
        String ended = state < 2 ? "NULL::timestamptz" : "t";
        database.execute(
                "INSERT INTO runs (nominal_at, due_at, started_at, worker_id, ended_at, died_at, cancelled_at, revision,"
                        + " fencing_token, version, attempt, retries_used, lapses, shard, trigger, state, last_end, run_id,"
                        + " job_id, write_id, owner_id, pool)"
                        + " SELECT t, t, CASE WHEN " + state + " = 1 THEN t END, CASE WHEN " + state
                        + " = 1 THEN 'w' END, " + ended + ", CASE WHEN " + state + " = 3 THEN t END, CASE WHEN " + state
                        + " = 4 THEN t END, 1, 1, 1, 1, 0, 0, " + job.shard() + ", 0, " + state + ", 0,"
                        + " (lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0') || '8' || lpad(to_hex("
                        + job.shard()
                        + "), 3, '0') || '8' || substr(md5(i || '/" + salt + job + "'), 1, 15))::uuid, '" + job + "', '"
                        + job
                        + "', '" + owner + "', 'default' FROM (SELECT i, '" + NOW + "'::timestamptz - interval '1 day'"
                        + " + i * (interval '7 days' / " + n + ") AS t FROM generate_series(1, " + n + ") i) x");
    }

    @BeforeEach
    void forget() {
        database.execute("SELECT pg_stat_reset()");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void any_page_of_a_job_with_many_runs() {
        RunFilter filter = ofJob(MANY, null);
        String cursor = null;
        for (int page = 0; page < 3; page++) {
            Page<RunView> found = page(filter, cursor);
            assertThat(found.items()).hasSize(PAGE);
            cursor = found.nextCursor();
        }
        String deep = new Cursor(Cursor.RUNS, 0, new UUID(NOW.toEpochMilli() << 16 | 0x8000L, Long.MIN_VALUE)).encode();
        assertThat(page(filter, deep).items()).hasSize(PAGE);
        assertReadFew();
    }

    @ParameterizedTest
    @EnumSource
    void a_page_of_a_job_by_status(RunStatus status) {
        assertThat(page(ofJob(MANY, status), null).items())
                .hasSizeBetween(status == RunStatus.FAILED ? 0 : 1, PAGE)
                .allMatch(view -> RunStatus.of(view.run(), NOW) == status);
        assertReadFew();
    }

    @ParameterizedTest
    @EnumSource
    void a_page_of_a_job_without_runs_of_that_status(RunStatus status) {
        assertThat(page(ofJob(FEW, status), null).items()).hasSize(status == RunStatus.SUCCEEDED ? RARE : 0);
        assertReadFew();
    }

    @Test
    void pages_of_an_owner_with_few_runs_of_one_with_many_and_of_none() {
        assertThat(page(ofOwner("small", null), null).items()).hasSize(RARE);
        assertThat(page(ofOwner("small", RunStatus.QUEUED), null).items()).isEmpty();
        assertThat(page(ofOwner("large", null), null).items()).hasSize(PAGE);
        assertThat(page(ofOwner("nobody", null), null).items()).isEmpty();
        assertThat(queries.runs(new Principal("x", "small"), ofOwner("large", null), NOW, PAGE, null)
                        .items())
                .isEmpty();
        assertReadFew();
    }

    @Test
    void an_owner_of_many_jobs_is_read_among_the_newest_of_all() {
        database.execute("INSERT INTO jobs SELECT now(), 1, 1, 0, false, md5(i::text)::uuid, '" + FEW
                + "', 'busy', 'job', 'default', NULL FROM generate_series(1, 30) i");
        database.execute("UPDATE runs SET owner_id = 'busy' WHERE job_id = '" + FEW + "'");
        assertThat(page(ofOwner("busy", null), null).items()).hasSize(RARE);
        database.execute("UPDATE runs SET owner_id = 'small' WHERE job_id = '" + FEW + "'");
    }

    private Page<RunView> page(RunFilter filter, @Nullable String cursor) {
        return queries.runs(ANYONE, filter, NOW, PAGE, cursor);
    }

    private static RunFilter ofJob(JobId job, @Nullable RunStatus status) {
        return new RunFilter(job, null, null, status, null, null);
    }

    private static RunFilter ofOwner(String owner, @Nullable RunStatus status) {
        return new RunFilter(null, owner, null, status, null, null);
    }

    private void assertReadFew() {
        store.close();
        assertThat(
                        database.number(
                                "SELECT (SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables WHERE relname ~ '^runs')"
                                        + " + (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes WHERE relname ~ '^runs')"))
                .as("rows and entries read")
                .isBetween(0L, READ_MAX);
    }
}
