package io.carillon.app.watchdog;

import io.carillon.domain.id.JobId;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Jobs and runs as rows, without anybody who would plan or move them. */
final class RowsOfJobs {

    static final String JOB = "0190163d-8694-739b-aea5-966c26f8ad91";
    static final String RUN = "0190163d-8694-8001-aea5-966c26f8ad91";

    static final int SHARD = JobId.parse(JOB).shard();

    private final EmbeddedPostgres server;

    RowsOfJobs(EmbeddedPostgres server) {
        this.server = server;
    }

    /**
     * An hourly job.
     *
     * @param next its next due time, in SQL
     * @param plannedThrough in SQL
     */
    void job(String next, String plannedThrough) {
        execute("DELETE FROM runs; DELETE FROM job_state; DELETE FROM job_revisions; DELETE FROM skips;"
                + " DELETE FROM jobs");
        execute(
                "INSERT INTO jobs (created_at, revision, version, status, one_off, job_id, write_id, owner_id, name, pool)"
                        + " SELECT now(), 1, 1, 0, false, '" + JOB + "', '" + JOB + "', 'o', 'n', 'p'");
        execute("INSERT INTO job_revisions (revision, nominal_from, job_id, write_id, definition) SELECT 1,"
                + " date_trunc('hour', now()) - interval '1 day', '" + JOB + "', '" + JOB + "',"
                + " json_build_object('format', 1, 'name', 'n', 'owner_id', 'o', 'schedule', json_build_object('type', 'cron',"
                + " 'expression', '0 * * * *', 'time_zone', 'UTC'), 'pool', 'p', 'handler', 'h', 'retry',"
                + " json_build_object('max', 3, 'steps_s', json_build_array(1), 'jitter', 0), 'timeout_s', 300, 'misfire',"
                + " 'skip', 'misfire_after_s', 300, 'overlap', 'allow', 'timing', 'exact', 'priority', 5)");
        execute(
                "INSERT INTO job_state (created_at, planned_through, next_nominal_at, next_due_at, revision, version, shard,"
                        + " status, job_id, write_id) SELECT now(), " + plannedThrough + ", " + next + ", " + next
                        + ", 1, 1, " + SHARD + ", 0, '"
                        + JOB + "', '" + JOB + "'");
    }

    /** @param startedAt of its attempt, in SQL; its time limit is 300 s */
    void running(String startedAt) {
        execute(
                "INSERT INTO runs (nominal_at, due_at, started_at, revision, fencing_token, version, attempt, retries_used,"
                        + " lapses, shard, trigger, state, last_end, run_id, job_id, write_id, owner_id, pool) SELECT now(), now(), "
                        + startedAt + ", 1, 1, 1, 1, 0, 0, " + SHARD + ", 1, 1, 0, '" + RUN + "', '" + JOB + "', '"
                        + RUN + "', 'o', 'p'");
    }

    void execute(String sql) {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
