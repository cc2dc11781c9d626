package io.carillon.persistence.read;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.persistence.codec.DefinitionCodec;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/** The columns of a job and the revision in force, in the order they are read in. */
final class JobColumns {

    static final int COUNT = 11;

    private JobColumns() {}

    /** The aliases: {@code j} for job_state, {@code v} for job_revisions. */
    static final String ALL =
            "j.job_id, j.revision, j.status, v.definition, v.payload, j.created_at, j.planned_through,"
                    + " j.next_nominal_at, j.next_due_at, j.version, j.write_id";

    static final String WITH_REVISION = " JOIN job_revisions v ON v.job_id = j.job_id AND v.revision = j.revision ";

    /** @param first position of the first column */
    static Job read(ResultSet row, int first) throws SQLException {
        return new Job(
                new JobId(row.getObject(first, UUID.class)),
                row.getLong(first + 1),
                JobStatus.ofCode(row.getInt(first + 2)),
                DefinitionCodec.fromJson(row.getString(first + 3), Columns.payloadOrNull(row, first + 4)),
                Columns.instant(row, first + 5),
                Columns.instant(row, first + 6),
                Columns.instantOrNull(row, first + 7),
                Columns.instantOrNull(row, first + 8),
                row.getLong(first + 9),
                row.getObject(first + 10, UUID.class));
    }
}
