package io.carillon.app.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.persistence.DurableStore;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.persistence.read.PgWatchStore;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the looks see in rows that nobody works on. */
@Tag("postgres")
class LooksTest {

    private static final WatchLimits LIMITS = new WatchLimits(Duration.ofSeconds(10), Duration.ofSeconds(90));
    private static final String NEXT_HOUR = "date_trunc('hour', now()) + interval '1 hour'";
    private static final String THIS_HOUR = "date_trunc('hour', now())";

    @TempDir
    private static Path folder;

    private static EmbeddedPostgres server;
    private static RowsOfJobs rows;

    private PgWatchStore store;
    private Looks looks;

    @BeforeAll
    static void start() {
        server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder));
        try (DurableStore durable =
                DurableStore.open(StoreSettings.of(server.jdbcUrl(), server.username(), server.password()))) {
            durable.migrate();
        }
        rows = new RowsOfJobs(server);
    }

    @BeforeEach
    void open() {
        store = PgWatchStore.open(StoreSettings.of(server.jdbcUrl(), server.username(), server.password()));
        looks = new Looks(store, LIMITS);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_due_time_that_nobody_plans_is_a_finding_at_the_second_look() {
        rows.job("now() - interval '11 s'", THIS_HOUR);

        assertThat(looks.overdue().found()).isZero();
        assertThat(looks.overdue())
                .satisfies(finding -> assertThat(finding.found()).isEqualTo(1))
                .satisfies(finding -> assertThat(finding.examples())
                        .singleElement()
                        .asString()
                        .contains(RowsOfJobs.JOB));

        rows.execute("UPDATE job_state SET version = version + 1");
        assertThat(looks.overdue().found()).as("somebody works on it").isZero();
    }

    @Test
    void a_due_time_within_the_limit_is_none() {
        rows.job("now() - interval '1 s'", THIS_HOUR);

        assertThat(looks.overdue().found()).isZero();
        assertThat(looks.overdue().found()).isZero();
    }

    @Test
    void a_job_that_waits_for_its_live_runs_is_not_overdue() {
        rows.job("now() - interval '1 h'", THIS_HOUR);
        rows.execute(
                "INSERT INTO runs (nominal_at, due_at, revision, fencing_token, version, attempt, retries_used, lapses,"
                        + " shard, trigger, state, last_end, run_id, job_id, write_id, owner_id, pool) SELECT now(), now(), 1, 0, 1, 0, 0,"
                        + ""
                        + " 0, " + RowsOfJobs.SHARD + ", 0, 0, 0, overlay('" + RowsOfJobs.RUN
                        + "' placing lpad(i::text, 12, '0') from 25)::uuid, '"
                        + RowsOfJobs.JOB + "', '" + RowsOfJobs.RUN + "', 'o', 'p' FROM generate_series(1, 500) i");

        assertThat(looks.overdue().found()).isZero();
        assertThat(looks.overdue().found()).isZero();

        rows.execute("DELETE FROM runs WHERE run_id::text LIKE '%1'");
        assertThat(looks.overdue().found()).as("it could have more").isEqualTo(1);
    }

    @Test
    void a_run_beyond_its_time_limit_and_all_grace_is_a_finding() {
        rows.job(NEXT_HOUR, THIS_HOUR);
        rows.running("now() - interval '380 s'");
        assertThat(looks.overlong().found()).as("within the grace").isZero();

        rows.execute("UPDATE runs SET started_at = now() - interval '400 s'");
        assertThat(looks.overlong().found()).isEqualTo(1);
        assertThat(looks.overlong().examples()).singleElement().asString().contains(RowsOfJobs.RUN);
    }

    @Test
    void an_active_schedule_without_a_next_time_is_a_finding_until_a_walk_does_not_see_it() {
        rows.job("NULL", THIS_HOUR);
        assertThat(looks.silent(100).found()).isEqualTo(1);

        rows.execute(
                "UPDATE job_revisions SET definition = (definition::jsonb || '{\"ends_at\":\"2026-01-01T00:00:00Z\"}')::json");
        assertThat(looks.silent(100).found()).as("it has come to its end").isZero();

        rows.job("NULL", THIS_HOUR);
        rows.execute("UPDATE job_state SET status = 1");
        assertThat(looks.silent(100).found()).as("it is paused").isZero();
    }

    @Test
    void an_occurrence_in_neither_a_run_nor_a_skip_is_a_finding() {
        rows.job(NEXT_HOUR, THIS_HOUR);
        assertThat(looks.unaccounted(100).found()).isEqualTo(1);

        rows.execute("INSERT INTO skips (nominal_first, nominal_last, n, revision, reason, job_id, write_id) SELECT "
                + THIS_HOUR + " - interval '23 h', " + THIS_HOUR + ", 24, 1, 0, '" + RowsOfJobs.JOB + "', '"
                + RowsOfJobs.JOB + "'");
        assertThat(looks.unaccounted(100).found()).isZero();
    }

    /** A walk of several looks: what the one before has found stands beside what this one finds. */
    @Test
    void a_hole_that_two_walks_find_is_one() {
        rows.job(NEXT_HOUR, THIS_HOUR);
        assertThat(looks.unaccounted(1).found()).isEqualTo(1);
        assertThat(looks.unaccounted(1).found()).as("the walk is through").isEqualTo(1);
        assertThat(looks.unaccounted(1).found()).as("in another window by now").isEqualTo(1);
    }
}
