package io.carillon.app.wiring;

import java.sql.SQLException;
import java.sql.Statement;

/** An hourly job as rows, whose last three hours were skipped: its ledger closes. */
final class AccountedJob {

    private AccountedJob() {}

    /** @param number tells jobs apart, one digit */
    static String insert(Statement statement, int number) throws SQLException {
        String job = "0190163d-8694-739b-aea5-966c26f8ad9" + number;
        String hour = "date_trunc('hour', now())";
        String values = "'" + job + "'::uuid, '" + job + "'::uuid";
        statement.execute("INSERT INTO job_revisions (revision, nominal_from, job_id, write_id, definition) SELECT 1, "
                + hour + " - interval '3 h', " + values + ", json_build_object('format', 1, 'name', 'n',"
                + " 'owner_id', 'o', 'schedule', json_build_object('type', 'cron', 'expression', '0 * * * *',"
                + " 'time_zone', 'UTC'), 'pool', 'p', 'handler', 'h', 'retry', json_build_object('max', 3, 'steps_s',"
                + " json_build_array(1), 'jitter', 0), 'timeout_s', 300, 'misfire', 'skip', 'misfire_after_s', 300,"
                + " 'overlap', 'allow', 'timing', 'exact', 'priority', 5)");
        statement.execute("INSERT INTO jobs (created_at, revision, version, status, one_off, job_id, write_id,"
                + " owner_id, name, pool) SELECT now(), 1, 1, 0, false, " + values + ", 'o', 'n', 'p'");
        statement.execute("INSERT INTO job_state (created_at, planned_through, revision, version, shard, status,"
                + " job_id, write_id) SELECT now(), " + hour + ", 1, 1, 1, 0, " + values);
        statement.execute("INSERT INTO skips (nominal_first, nominal_last, n, revision, reason, job_id, write_id)"
                + " SELECT " + hour + " - interval '2 h', " + hour + ", 3, 1, 0, " + values);
        return job;
    }
}
