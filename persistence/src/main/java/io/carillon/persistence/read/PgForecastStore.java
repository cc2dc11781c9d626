package io.carillon.persistence.read;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.Shards;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.store.ForecastStore;
import io.carillon.persistence.codec.DefinitionCodec;
import io.carillon.persistence.jdbc.BinaryArray;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows of plans and of runs, in one statement and so in one snapshot: a claim between two would be counted twice or not. */
public final class PgForecastStore implements ForecastStore {

    private static final Logger log = LoggerFactory.getLogger(PgForecastStore.class);

    private static final int JOB = 0;
    private static final int CLAIMED = 1;

    /**
     * Jobs by the due index up to the end of the window; runs to come by the live index, of which claiming ahead makes a minute's worth; of
     * those that are due a bounded number. A wait for a retry is a wait.
     */
    private static final String ROWS = """
            SELECT 0, j.shard, v.definition::text, j.job_id, j.planned_through, j.next_due_at, 0::bigint
            FROM job_state j JOIN job_revisions v ON v.job_id = j.job_id AND v.revision = j.revision
            WHERE j.shard = ANY(?) AND j.next_due_at < ? AND j.status = 0
            UNION ALL
            SELECT 1, r.shard, r.pool, NULL, date_trunc('minute', r.due_at), NULL, count(*)
            FROM runs r
            WHERE r.shard = ANY(?) AND r.ended_at IS NULL AND r.due_at >= ? AND r.due_at < ? AND r.state = 0
            GROUP BY r.shard, r.pool, date_trunc('minute', r.due_at)
            UNION ALL
            SELECT 2, s.shard, o.pool, NULL, NULL, NULL, count(*)
            FROM unnest(?) AS s(shard)
            CROSS JOIN LATERAL (SELECT x.pool FROM runs x
                WHERE x.shard = s.shard AND x.ended_at IS NULL AND x.due_at < ? ORDER BY x.due_at LIMIT ?) o
            GROUP BY s.shard, o.pool""";

    private final Reader reader;

    public PgForecastStore(Reader reader) {
        this.reader = reader;
    }

    @Override
    public void read(Set<Integer> shards, Instant now, Instant until, int openMax, Rows rows) {
        shards.forEach(Shards::check);
        List<Integer> asked = List.copyOf(shards);
        OffsetDateTime from = now.atOffset(ZoneOffset.UTC);
        OffsetDateTime to = until.atOffset(ZoneOffset.UTC);
        var unused = reader.now(database -> Reader.list(
                database,
                ROWS,
                statement -> {
                    statement.setObject(1, BinaryArray.int2s(asked, Integer::intValue));
                    statement.setObject(2, to);
                    statement.setObject(3, BinaryArray.int2s(asked, Integer::intValue));
                    statement.setObject(4, from);
                    statement.setObject(5, to);
                    statement.setObject(6, BinaryArray.int2s(asked, Integer::intValue));
                    statement.setObject(7, from);
                    statement.setInt(8, openMax);
                },
                row -> handOver(row, rows)));
    }

    /** One definition that nobody can read any more must not keep all others from being counted. */
    private static void job(ResultSet row, int shard, Rows rows) throws SQLException {
        JobId job = new JobId(row.getObject(4, UUID.class));
        JobDefinition definition;
        try {
            definition = DefinitionCodec.fromJson(row.getString(3), null);
        } catch (RuntimeException e) {
            log.debug("the definition of job={} cannot be read", job, e);
            rows.unreadable(shard, job);
            return;
        }
        rows.job(shard, job, definition, Columns.instant(row, 5), Columns.instant(row, 6));
    }

    private static boolean handOver(ResultSet row, Rows rows) throws SQLException {
        int kind = row.getInt(1);
        int shard = row.getInt(2);
        if (kind == JOB) {
            job(row, shard, rows);
        } else if (kind == CLAIMED) {
            rows.claimed(shard, row.getString(3), Columns.instant(row, 5), row.getLong(7));
        } else {
            rows.open(shard, row.getString(3), row.getLong(7));
        }
        return true;
    }
}
