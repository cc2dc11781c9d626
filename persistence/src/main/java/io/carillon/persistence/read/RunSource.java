package io.carillon.persistence.read;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.RunFilter;
import io.carillon.persistence.jdbc.BinaryArray;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a page of runs is read from, so that it costs what it shows and not what it passes over.
 *
 * <p>Runs of a job are read by the job's index; those that have not ended by the live index, of which the planner would not
 * think where it takes them for many. An owner's runs have no index: it would cost each run what a quarter of its other
 * writes do. An owner of few jobs is read job by job; the runs of one with many are found among the newest of all.
 *
 * @param values bound in order, those of the source before those of the conditions
 */
record RunSource(String sql, Conditions values) {

    /** Each costs a look into every day. */
    static final int OWNERS_JOBS_MAX = 16;

    /**
     * In the order of the job's index, and said so that no other index has that order: with {@code job_id = o.job_id} the
     * planner may walk over the runs of all jobs, where it takes the job for one of many runs.
     */
    private static final String OF_JOB = "(x.job_id, x.run_id) >= (o.job_id, '00000000-0000-0000-0000-000000000000')"
            + " AND (x.job_id, x.run_id) <= (o.job_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')";

    private static final String JOBS_OF_OWNER =
            "SELECT job_id FROM jobs WHERE owner_id = ? LIMIT " + (OWNERS_JOBS_MAX + 1);

    /** The jobs that the filter is about, if it is about few; null if about many or all. */
    static @Nullable List<JobId> jobsOf(Connection connection, Principal principal, RunFilter filter)
            throws SQLException {
        if (filter.jobId() != null) {
            return List.of(filter.jobId());
        }
        String owner = filter.ownerId() != null ? filter.ownerId() : principal.ownerScope();
        if (owner == null) {
            return null;
        }
        List<JobId> jobs = Reader.list(
                connection,
                JOBS_OF_OWNER,
                statement -> statement.setString(1, owner),
                row -> new JobId(row.getObject(1, UUID.class)));
        return jobs.size() > OWNERS_JOBS_MAX ? null : jobs;
    }

    /** @param jobs null: of any job */
    static RunSource of(@Nullable List<JobId> jobs, @Nullable RunStatus status, Conditions conditions, int rows) {
        String newest = " ORDER BY run_id DESC LIMIT " + rows;
        if (jobs == null) {
            return new RunSource("SELECT * FROM runs" + conditions.where() + newest, conditions);
        }
        Conditions values = new Conditions()
                .value(BinaryArray.uuids(jobs, JobId::value))
                .value(BinaryArray.int2s(jobs, JobId::shard))
                .values(conditions);
        String ofJobs = "SELECT r.* FROM unnest(?, ?) AS o(job_id, shard) CROSS JOIN LATERAL (";
        if (status != null && isLive(status)) {
            // OFFSET 0 keeps the planner from walking the job's index in the hope of a match.
            return new RunSource(
                    ofJobs + "SELECT * FROM runs x WHERE x.shard = o.shard AND x.job_id = o.job_id"
                            + " AND x.ended_at IS NULL OFFSET 0) r" + conditions.where() + newest,
                    values);
        }
        return new RunSource(
                ofJobs + "SELECT * FROM runs x" + conditions.andAlso(OF_JOB) + " ORDER BY x.job_id DESC, x.run_id DESC"
                        + " LIMIT " + rows + ") r" + newest,
                values);
    }

    private static boolean isLive(RunStatus status) {
        return switch (status) {
            case SCHEDULED, QUEUED, FAILED, RUNNING -> true;
            case SUCCEEDED, DEAD, CANCELLED -> false;
        };
    }
}
