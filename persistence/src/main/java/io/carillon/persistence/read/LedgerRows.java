package io.carillon.persistence.read;

import io.carillon.domain.id.JobId;
import io.carillon.domain.ledger.Revision;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.Run;
import io.carillon.persistence.codec.DefinitionCodec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The rows that account for a window of one job's time. Windows begin inclusive and end exclusive. */
final class LedgerRows {

    private static final String REVISIONS = "SELECT revision, definition, nominal_from, nominal_to FROM job_revisions";

    private static final String RUNS = "SELECT " + RunColumns.of("r") + " FROM runs r";

    /** Ranges of one job do not overlap in their beginnings, so the one that reaches into the window is the last before it. */
    private static final String BEGIN = "nominal_first >= coalesce((SELECT max(b.nominal_first) FROM skips b"
            + " WHERE b.job_id = ? AND b.nominal_first <= ?), ?)";

    private LedgerRows() {}

    static List<Revision> revisions(Connection connection, JobId job, Instant from, Instant to) throws SQLException {
        Conditions conditions = new Conditions()
                .and("job_id = ?", job.value())
                .and("nominal_from < ?", to)
                .and("(nominal_to IS NULL OR nominal_to >= ?)", from);
        return Reader.rows(
                connection,
                REVISIONS + conditions.where() + " ORDER BY revision",
                conditions::bind,
                row -> revision(row, 1));
    }

    /** A payload is not wanted: it says nothing about times. */
    static Revision revision(ResultSet row, int first) throws SQLException {
        return new Revision(
                row.getLong(first),
                DefinitionCodec.fromJson(row.getString(first + 1), null),
                Columns.instant(row, first + 2),
                Columns.instantOrNull(row, first + 3));
    }

    static List<Run> runs(Connection connection, JobId job, Instant from, Instant to, int limit) throws SQLException {
        Conditions conditions = new Conditions().and("job_id = ?", job.value()).and("trigger = 0");
        RunQueries.times(conditions, from, to);
        return Reader.rows(
                connection,
                RUNS + conditions.where() + " ORDER BY run_id LIMIT " + limit,
                conditions::bind,
                row -> RunColumns.read(row, 1));
    }

    static List<SkipRange> skips(Connection connection, JobId job, Instant from, Instant to, int limit)
            throws SQLException {
        Conditions conditions = new Conditions()
                .and("job_id = ?", job.value())
                .and(BEGIN, job.value(), from, from)
                .and("nominal_first < ?", to)
                .and("nominal_last >= ?", from);
        return Reader.rows(
                connection,
                "SELECT job_id, revision, nominal_first, nominal_last, n, reason FROM skips" + conditions.where()
                        + " ORDER BY nominal_first LIMIT " + limit,
                conditions::bind,
                LedgerRows::skip);
    }

    static SkipRange skip(ResultSet row) throws SQLException {
        return new SkipRange(
                new JobId(row.getObject(1, UUID.class)),
                row.getLong(2),
                Columns.instant(row, 3),
                Columns.instant(row, 4),
                row.getLong(5),
                SkipReason.ofCode(row.getInt(6)));
    }

    /** Where the millisecond of this run ends: ids, and with them pages, know no finer time. */
    static Instant endOf(Run run) {
        return Instant.ofEpochMilli(run.nominalAt().toEpochMilli() + 1);
    }
}
