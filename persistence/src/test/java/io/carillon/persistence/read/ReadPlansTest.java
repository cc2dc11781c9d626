package io.carillon.persistence.read;

import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.ForecastStore;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.LanePage;
import io.carillon.domain.store.LanePlace;
import io.carillon.domain.store.Queries;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.ShardStore;
import io.carillon.domain.watch.SilentPage;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import io.carillon.persistence.schema.PartitionKeeper;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is read on the way of a run is found by index on full tables: the server counts the rows it read otherwise. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class ReadPlansTest {

    private static final Instant NOW = Samples.NOW;
    private static final int JOBS = 20_000;
    /** A partition of a few rows may be read as it is. */
    private static final long SCANNED_ROWS_MAX = 500;

    private static final Principal ANYONE = Principal.ANONYMOUS;

    private final TestDatabase database;
    private final DurableStore store;
    private final ShardStore shards;
    private final Queries queries;
    private final JobId someJob;
    private final RunId someRun;

    ReadPlansTest(TestDatabase database) {
        this.database = database;
        this.store = DurableStore.open(database.settings());
        this.shards = store.shardStore();
        this.queries = store.queries();
        this.someJob = JobId.parse(text("SELECT job_id FROM jobs ORDER BY job_id LIMIT 1"));
        this.someRun = RunId.parse(text("SELECT run_id FROM runs ORDER BY run_id LIMIT 1"));
    }

    /** Jobs of all shards, three days of runs of which one in two hundred is live. */
    @BeforeAll
    static void fill(TestDatabase database) throws SQLException {
        new PartitionKeeper(database.dataSource(), (table, rows) -> {}).prepare(TestTime.NOW, 30);
        database.execute("INSERT INTO jobs SELECT '2026-11-01'::timestamptz + i * interval '1 s', 1, 1, 0, i % 2 = 0,"
                + " md5(i::text)::uuid, md5(i::text)::uuid, 'owner-' || i % 7, 'job-' || i, 'default', NULL"
                + " FROM generate_series(1, " + JOBS + ") i");
        database.execute("INSERT INTO job_revisions SELECT 1, created_at, NULL, job_id, write_id,"
                + " json_build_object('format', 1, 'name', name, 'owner_id', owner_id, 'schedule',"
                + " json_build_object('type', 'cron', 'expression', '* * * * *', 'time_zone', 'UTC'), 'pool', pool,"
                + " 'handler', 'h', 'retry', json_build_object('max', 3, 'steps_s', json_build_array(1), 'jitter', 0),"
                + " 'timeout_s', 300, 'misfire', 'skip', 'misfire_after_s', 300, 'overlap', 'allow', 'timing', 'exact',"
                + " 'priority', 5), NULL FROM jobs");
        database.execute(
                "INSERT INTO job_state SELECT created_at, created_at, '" + NOW + "'::timestamptz + n * interval"
                        + " '1 s', '" + NOW + "'::timestamptz + n * interval '1 s', 1, 1, n % 256, 0, job_id, write_id"
                        + " FROM (SELECT *, row_number() OVER () AS n FROM jobs) j");
        database.execute(
                "INSERT INTO runs SELECT t, t, NULL, NULL, CASE WHEN n % 200 = 0 THEN NULL ELSE t END, NULL, NULL,"
                        + " 1, 1, 1, 1, 0, 0, shard, 0, CASE WHEN n % 200 = 0 THEN 0 ELSE 2 END, 0, run_id, job_id, run_id,"
                        + " 'owner-' || n % 7, 'default', NULL, NULL FROM (SELECT *, (lpad(to_hex((extract(epoch FROM t) * 1000)"
                        + "::bigint), 12, '0') || '8' || lpad(to_hex(shard::int), 3, '0') || '8' || substr(md5(n::text), 1, 15))::uuid"
                        + " AS run_id FROM (SELECT job_id, shard, d * " + JOBS + " + i AS n, '" + NOW
                        + "'::timestamptz + d * interval '1 day' + i * interval '1 s' AS t FROM (SELECT job_id, shard,"
                        + " row_number() OVER () AS i FROM job_state) j, generate_series(0, 2) d) x) y");
        database.execute("INSERT INTO run_progress SELECT 1, nominal_at, 0.5, run_id, 'half' FROM runs");
        database.execute("INSERT INTO run_checkpoints SELECT 1, 1, nominal_at, run_id, 'half' FROM runs");
        database.execute(
                "INSERT INTO run_logs SELECT 1, 1, 1, 21, run_id, '2026-11-29T12:00:00Z x' || chr(10) FROM runs");
        database.execute("UPDATE runs SET lane = 1 + shard % 2 WHERE ended_at IS NULL");
        database.execute("VACUUM ANALYZE");
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
    void watching() {
        try (PgWatchStore watch = PgWatchStore.open(database.settings())) {
            // Also with the plan that the driver has the server keep after some calls.
            for (int i = 0; i < 10; i++) {
                assertThat(watch.overdue(NOW.plusSeconds(5_000), 5)).hasSize(256 * 5);
                assertThat(watch.withLiveRuns(List.of(someJob), 1)).hasSizeLessThanOrEqualTo(1);
                assertThat(watch.overlong(NOW, Duration.ZERO, 20)).isEmpty();
                assertThat(watch.demand(NOW.plusSeconds(5_000), 20)).containsKey("default");
                SilentPage page = watch.silent(null, 1_000);
                assertThat(watch.silent(page.next(), 1_000).silent()).isEmpty();
            }
        }

        assertNothingScanned();
    }

    @Test
    void loading_what_is_due() {
        assertThat(get(shards.loadDueJobs(Set.of(1, 2, 77), NOW, NOW.plusSeconds(5_000), 10_000)))
                .hasSizeBetween(50, 100);

        assertNothingScanned();
    }

    @Test
    void counting_what_falls_due() {
        List<String> found = new ArrayList<>();
        ForecastStore.Rows rows = new ForecastStore.Rows() {
            @Override
            public void job(int shard, JobId job, JobDefinition definition, Instant plannedThrough, Instant nextDueAt) {
                found.add("job");
            }

            @Override
            public void unreadable(int shard, JobId job) {
                found.add("unreadable");
            }

            @Override
            public void claimed(int shard, String pool, Instant minute, long runs) {
                found.add("claimed");
            }

            @Override
            public void open(int shard, String pool, long runs) {
                found.add("open");
            }
        };
        // Also with the plan that the driver has the server keep after some calls.
        for (int i = 0; i < 10; i++) {
            store.forecasts().read(Set.of(8, 16, 200), NOW.plusSeconds(100), NOW.plusSeconds(4_900), 20, rows);
        }
        assertThat(found).contains("job", "claimed");

        assertNothingScanned();
    }

    @Test
    void loading_live_runs_of_shards() {
        assertThat(get(shards.loadLiveRuns(Set.of(8, 16, 200), 10_000))).isNotEmpty();

        assertNothingScanned();
    }

    @Test
    void loading_the_next_runs_of_lanes() {
        List<LanePage> pages = List.of(
                new LanePage(1, LanePlace.before(NOW.plusSeconds(100)), LanePlace.END),
                new LanePage(2, LanePlace.FIRST, LanePlace.END));
        // Also with the plan that the driver has the server keep after some calls.
        for (int i = 0; i < 10; i++) {
            assertThat(get(shards.loadWaiting(Set.of(8, 16, 200), pages, 5))).hasSizeBetween(1, 10);
        }
        assertThat(get(shards.loadLaneHeads(Set.of(8, 16, 200)))).isNotEmpty();
        assertThat(get(shards.liveRunIds(Set.of(8, 16, 200), Set.of(2L), 100))).isNotEmpty();
        assertThat(get(shards.countLive(Set.of(8, 16, 200), Set.of(1L, 2L)))).isNotEmpty();

        assertNothingScanned();
    }

    @Test
    void loading_live_runs_of_a_job() {
        get(shards.loadLiveRunsOf(someJob));

        assertNothingScanned();
    }

    @Test
    void loading_by_id() {
        assertThat(get(shards.loadJobs(List.of(someJob)))).hasSize(1);
        assertThat(get(shards.loadRuns(List.of(someRun)))).hasSize(1);
        assertThat(get(shards.findRequestedRun(someJob, "r"))).isEmpty();
        assertThat(get(shards.loadOwedAfter(someJob))).hasSize(1);

        assertNothingScanned();
    }

    @Test
    void loading_the_last_checkpoints_of_many_runs() {
        List<RunId> runs = database.column("SELECT run_id FROM runs ORDER BY md5(run_id::text) LIMIT 100").stream()
                .map(Objects::requireNonNull)
                .map(RunId::parse)
                .toList();
        database.execute("SELECT pg_stat_reset()");
        try (PgNoteStore notes = store.openNotes()) {
            // Also with the plan that the driver has the server keep after some calls.
            for (int i = 0; i < 10; i++) {
                assertThat(get(notes.lastCheckpoints(runs))).hasSize(100);
            }
        }

        assertNothingScanned();
    }

    @Test
    void showing_one() {
        assertThat(queries.job(ANYONE, someJob)).isPresent();
        assertThat(queries.run(ANYONE, someRun))
                .isPresent()
                .hasValueSatisfying(view -> assertThat(view.notes().logs()).hasSize(1));

        assertNothingScanned();
    }

    @Test
    void listing_jobs_of_one_owner_and_of_all() {
        JobFilter all = new JobFilter(null, null, null, null);
        String next = queries.jobs(ANYONE, all, 20, null).nextCursor();
        assertThat(queries.jobs(ANYONE, all, 20, next).items()).hasSize(20);
        String ofOne =
                queries.jobs(new Principal("x", "owner-3"), all, 20, null).nextCursor();
        assertThat(queries.jobs(new Principal("x", "owner-3"), all, 20, ofOne).items())
                .hasSize(20);

        assertNothingScanned();
    }

    @Test
    void listing_runs_of_a_job_and_of_all() {
        RunFilter ofJob = new RunFilter(someJob, null, null, null, null, null);
        assertThat(queries.runs(ANYONE, ofJob, NOW, 20, null).items()).hasSize(3);
        RunFilter all = new RunFilter(null, null, null, null, null, null);
        String next = queries.runs(ANYONE, all, NOW, 20, null).nextCursor();
        assertThat(queries.runs(ANYONE, all, NOW, 20, next).items()).hasSize(20);
        RunFilter window =
                new RunFilter(null, null, null, RunStatus.SUCCEEDED, NOW.plusSeconds(100), NOW.plusSeconds(200));
        assertThat(queries.runs(ANYONE, window, NOW, 20, null).items()).hasSize(20);

        assertNothingScanned();
    }

    @Test
    void listing_dead_letters_and_walking_over_them() {
        database.execute("UPDATE runs SET state = 3, died_at = ended_at WHERE ended_at IS NOT NULL AND shard % 50 = 7");
        database.execute("ANALYZE runs");
        database.execute("SELECT pg_stat_reset()");
        RunFilter all = new RunFilter(null, null, null, null, null, null);
        RunFilter ofJob = new RunFilter(someJob, null, null, null, null, null);
        String next = store.deadLetters().page(ANYONE, all, 20, null).nextCursor();
        assertThat(store.deadLetters().page(ANYONE, all, 20, next).items()).hasSize(20);
        store.deadLetters().page(ANYONE, ofJob, 20, null);
        store.deadLetters().page(new Principal("x", "owner-3"), all, 20, null);
        assertThat(store.redrives().dead(Redrive.begun(someJob.value(), ANYONE, all, NOW.plusSeconds(100_000)), 100))
                .hasSize(100);
        assertThat(queries.runs(ANYONE, new RunFilter(null, null, null, RunStatus.DEAD, null, null), NOW, 20, null)
                        .items())
                .hasSize(20);

        assertNothingScanned();
    }

    private void assertNothingScanned() {
        store.close();
        assertThat(database.number("SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables"
                        + " WHERE relname ~ '^(jobs|job_|runs|attempts|run_)'"))
                .as("rows read without an index")
                .isLessThan(SCANNED_ROWS_MAX);
        assertThat(database.number("SELECT sum(idx_scan) FROM pg_stat_user_tables"))
                .as("the server has counted")
                .isPositive();
    }

    private String text(String sql) {
        return Objects.requireNonNull(database.column(sql).get(0));
    }
}
