package io.carillon.persistence.read;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.Page;
import io.carillon.domain.time.Micros;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Jobs as the API shows them. */
final class JobQueries {

    /**
     * A one-off with nothing left to plan and no live run. Inside CASE, where the planner cannot turn the look-up into a
     * join with all live runs.
     */
    private static final String COMPLETED = "CASE WHEN i.one_off AND j.status = 0 AND j.next_due_at IS NULL"
            + " THEN NOT EXISTS (SELECT FROM runs x WHERE x.job_id = j.job_id AND x.ended_at IS NULL) ELSE false END";

    private static final String PAGE =
            "SELECT j.*, " + COMPLETED + " AS completed FROM jobs i JOIN job_state j ON j.job_id = i.job_id";

    /** The clock only hides what was claimed ahead from a list; nothing is decided by it. */
    private static final String LAST_RUN = " LEFT JOIN LATERAL (SELECT * FROM runs x WHERE x.job_id = j.job_id"
            + " AND x.due_at <= clock_timestamp() ORDER BY x.run_id DESC LIMIT 1) r ON true";

    private JobQueries() {}

    static Optional<JobView> one(Connection connection, Principal principal, JobId job) throws SQLException {
        Conditions conditions = new Conditions()
                .and("i.job_id = ?", job.value())
                .andIfPresent("i.owner_id = ?", principal.ownerScope());
        return views(connection, PAGE + conditions.where(), conditions).stream().findFirst();
    }

    static Page<JobView> page(
            Connection connection, Principal principal, JobFilter filter, int limit, @Nullable Cursor after)
            throws SQLException {
        Conditions conditions = new Conditions()
                .andIfPresent("i.owner_id = ?", principal.ownerScope())
                .andIfPresent("i.owner_id = ?", filter.ownerId())
                .andIfPresent("i.name = ?", filter.name())
                .andIfPresent("i.pool = ?", filter.pool());
        status(conditions, filter.status());
        if (after != null) {
            conditions.and("(i.created_at, i.job_id) < (?, ?)", Micros.toInstant(after.micros()), after.id());
        }
        String page = PAGE + conditions.where() + " ORDER BY i.created_at DESC, i.job_id DESC LIMIT " + (limit + 1);
        return Pages.of(views(connection, page, conditions), limit, JobQueries::cursor);
    }

    private static List<JobView> views(Connection connection, String page, Conditions conditions) throws SQLException {
        String sql = "SELECT " + JobColumns.ALL + ", j.completed, " + RunColumns.of("r") + " FROM (" + page + ") j"
                + JobColumns.WITH_REVISION + LAST_RUN + " ORDER BY j.created_at DESC, j.job_id DESC";
        return Reader.list(connection, sql, conditions::bind, JobQueries::view);
    }

    private static JobView view(ResultSet row) throws SQLException {
        int afterJob = 1 + JobColumns.COUNT;
        @Nullable Run lastRun = row.getObject(afterJob + 1) == null ? null : RunColumns.read(row, afterJob + 1);
        return new JobView(JobColumns.read(row, 1), lastRun, row.getBoolean(afterJob));
    }

    private static void status(Conditions conditions, @Nullable String status) {
        if (status == null) {
            conditions.and("i.status <> " + JobStatus.DELETED.code());
            return;
        }
        switch (status.toLowerCase(Locale.ROOT)) {
            case "active" ->
                conditions.and("i.status = " + JobStatus.ACTIVE.code()).and("NOT " + COMPLETED);
            case "paused" ->
                conditions.and("i.status IN (" + JobStatus.PAUSED.code() + ", " + JobStatus.HELD.code() + ")");
            case "deleted" -> conditions.and("i.status = " + JobStatus.DELETED.code());
            case "completed" ->
                conditions.and("i.status = " + JobStatus.ACTIVE.code()).and(COMPLETED);
            default -> throw new IllegalArgumentException("unknown job status: active, paused, deleted or completed");
        }
    }

    private static Cursor cursor(JobView view) {
        return new Cursor(
                Cursor.JOBS, Micros.of(view.job().createdAt()), view.job().id().value());
    }
}
