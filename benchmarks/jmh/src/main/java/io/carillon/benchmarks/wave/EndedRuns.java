package io.carillon.benchmarks.wave;

import java.time.Duration;
import java.time.Instant;

/** Rows of runs that have ended, written in bulk. */
final class EndedRuns {

    /** Stored states. */
    static final int SUCCEEDED = 2;

    static final int DEAD = 3;
    static final int CANCELLED = 4;

    private EndedRuns() {}

    /**
     * A statement that writes {@code each} runs of every job, spread evenly over a time; their ids carry their times, as all do.
     *
     * @param jobs a condition on {@code jobs j}
     */
    static String insert(String jobs, int each, Instant from, Duration length, int state) {
        return "INSERT INTO runs (nominal_at, due_at, started_at, ended_at, died_at, cancelled_at, revision,"
                + " fencing_token, version, attempt, retries_used, lapses, shard, trigger, state, last_end, run_id,"
                + " job_id, write_id, owner_id, pool)"
                + " SELECT t, t, t, t, CASE WHEN " + state + " = 3 THEN t END, CASE WHEN " + state + " = 4 THEN t END,"
                + " 1, 1, 3, 1, 0, 0, s.shard, 0, " + state + ", 0,"
                + " (lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0') || '8'"
                + " || lpad(to_hex(s.shard::int), 3, '0') || '8'"
                + " || substr(md5(j.job_id || '/' || i || '/" + state + "'), 1, 15))::uuid,"
                + " j.job_id, j.write_id, j.owner_id, j.pool"
                + " FROM generate_series(1, " + each + ") i"
                + " CROSS JOIN LATERAL (SELECT '" + from + "'::timestamptz + i * ('" + length.toSeconds()
                + " seconds'::interval / " + each + ") AS t) x"
                + " CROSS JOIN jobs j JOIN job_state s ON s.job_id = j.job_id WHERE " + jobs + " ORDER BY t";
    }
}
