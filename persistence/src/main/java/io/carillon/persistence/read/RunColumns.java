package io.carillon.persistence.read;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/** The columns of a run, in the order they are read in. */
final class RunColumns {

    static final int COUNT = 23;

    private RunColumns() {}

    /** @param alias of the table runs in the query */
    static String of(String alias) {
        return "#.run_id, #.job_id, #.revision, #.trigger, #.owner_id, #.pool, #.nominal_at, #.due_at, #.state, #.attempt,"
                .concat(" #.retries_used, #.lapses, #.retry_at, #.started_at, #.ended_at, #.lease_expires_at,")
                .concat(" #.fencing_token, #.worker_id, #.last_end, #.reason, #.cancel_requested_at, #.version,")
                .concat(" #.write_id")
                .replace("#", alias);
    }

    /** @param first position of the first column */
    static Run read(ResultSet row, int first) throws SQLException {
        int at = first;
        return new Run(
                new RunId(row.getObject(at++, UUID.class)),
                new JobId(row.getObject(at++, UUID.class)),
                row.getLong(at++),
                Trigger.ofCode(row.getInt(at++)),
                row.getString(at++),
                row.getString(at++),
                Columns.instant(row, at++),
                Columns.instant(row, at++),
                RunState.ofCode(row.getInt(at++)),
                row.getInt(at++),
                row.getInt(at++),
                row.getInt(at++),
                Columns.instantOrNull(row, at++),
                Columns.instantOrNull(row, at++),
                Columns.instantOrNull(row, at++),
                Columns.instantOrNull(row, at++),
                row.getLong(at++),
                Columns.textOrNull(row, at++),
                AttemptEnd.ofCode(row.getInt(at++)),
                Columns.textOrNull(row, at++),
                Columns.instantOrNull(row, at++),
                row.getLong(at++),
                row.getObject(at, UUID.class));
    }
}
