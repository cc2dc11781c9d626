package io.carillon.persistence.read;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.persistence.schema.RunDays;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs as the API shows them. Ids sort by nominal time, so pages go by id and touch only the days they are about. */
final class RunQueries {

    static final String LAST_ERROR = " LEFT JOIN LATERAL (SELECT * FROM attempts a WHERE a.run_id = r.run_id"
            + " AND a.error_type IS NOT NULL ORDER BY a.fencing_token DESC LIMIT 1) e ON true";

    private static final String ATTEMPTS = "SELECT fencing_token, attempt, worker_id, started_at, ended_at, end_code,"
            + " error_type, error_message, error_stack FROM attempts WHERE run_id = ? ORDER BY fencing_token";

    private static final String RESULT = "SELECT result FROM run_results WHERE run_id = ?";

    private RunQueries() {}

    static Optional<RunView> one(Connection connection, Principal principal, RunId run) throws SQLException {
        Conditions conditions =
                new Conditions().and("run_id = ?", run.value()).andIfPresent("owner_id = ?", principal.ownerScope());
        Optional<RunView> found = views(connection, "SELECT * FROM runs" + conditions.where(), conditions).stream()
                .findFirst();
        if (found.isEmpty()) {
            return found;
        }
        List<AttemptRecord> attempts = Reader.list(
                connection, ATTEMPTS, statement -> statement.setObject(1, run.value()), row -> attempt(row, run));
        List<Payload> results = Reader.list(
                connection,
                RESULT,
                statement -> statement.setObject(1, run.value()),
                row -> Payload.ofUtf8(row.getBytes(1)));
        RunView view = found.get();
        return Optional.of(new RunView(
                view.run(),
                view.lastError(),
                attempts,
                results.isEmpty() ? null : results.get(0),
                NoteQueries.of(connection, run)));
    }

    static Page<RunView> page(
            Connection connection,
            Principal principal,
            RunFilter filter,
            Instant now,
            int limit,
            @Nullable Cursor after)
            throws SQLException {
        Conditions conditions = new Conditions()
                .andIfPresent("owner_id = ?", principal.ownerScope())
                .andIfPresent("owner_id = ?", filter.ownerId())
                .andIfPresent("pool = ?", filter.pool());
        times(conditions, filter.from(), filter.to());
        if (filter.status() != null) {
            status(conditions, filter.status(), now);
        }
        if (after != null) {
            conditions.and("run_id < ?", after.id());
        }
        @Nullable List<JobId> jobs = RunSource.jobsOf(connection, principal, filter);
        RunSource source = RunSource.of(jobs, filter.status(), conditions, limit + 1);
        return Pages.of(views(connection, source.sql(), source.values()), limit, RunQueries::cursor);
    }

    private static List<RunView> views(Connection connection, String page, Conditions conditions) throws SQLException {
        String sql = "SELECT " + RunColumns.of("r") + ", e.error_type, e.error_message, e.error_stack FROM (" + page
                + ") r" + LAST_ERROR + " ORDER BY r.run_id DESC";
        return Reader.list(
                connection,
                sql,
                conditions::bind,
                row -> new RunView(RunColumns.read(row, 1), error(row, 1 + RunColumns.COUNT), List.of(), null));
    }

    /** Bounds of ids choose the days; ids know milliseconds, the times behind them are exact. */
    static void times(Conditions conditions, @Nullable Instant from, @Nullable Instant to) {
        if (from != null) {
            conditions.and("run_id >= ?", RunDays.firstId(from)).and("nominal_at >= ?", from);
        }
        if (to != null) {
            conditions.and("run_id < ?", RunDays.firstId(to.plusMillis(1))).and("nominal_at < ?", to);
        }
    }

    /** The same as {@link RunStatus#of}, in SQL. */
    private static void status(Conditions conditions, RunStatus status, Instant now) {
        switch (status) {
            case SCHEDULED ->
                conditions
                        .and("state = 0 AND ended_at IS NULL AND due_at > ?", now)
                        .and("(retry_at IS NULL OR retry_at <= ?)", now);
            case QUEUED ->
                conditions
                        .and("state = 0 AND ended_at IS NULL AND due_at <= ?", now)
                        .and("(retry_at IS NULL OR retry_at <= ?)", now);
            case FAILED -> conditions.and("state = 0 AND ended_at IS NULL AND retry_at > ?", now);
            case RUNNING -> conditions.and("state = 1 AND ended_at IS NULL");
            case SUCCEEDED -> conditions.and("state = 2");
            case DEAD -> conditions.and("died_at IS NOT NULL");
            case CANCELLED -> conditions.and("state = 4 AND cancelled_at IS NOT NULL");
        }
    }

    private static AttemptRecord attempt(ResultSet row, RunId run) throws SQLException {
        return new AttemptRecord(
                run,
                row.getLong(1),
                row.getInt(2),
                row.getString(3),
                Columns.instant(row, 4),
                Columns.instant(row, 5),
                AttemptEnd.ofCode(row.getInt(6)),
                error(row, 7));
    }

    static @Nullable AttemptError error(ResultSet row, int first) throws SQLException {
        @Nullable String type = Columns.textOrNull(row, first);
        @Nullable String message = Columns.textOrNull(row, first + 1);
        return type == null || message == null
                ? null
                : new AttemptError(type, message, Columns.textOrNull(row, first + 2));
    }

    private static Cursor cursor(RunView view) {
        Run run = view.run();
        return new Cursor(Cursor.RUNS, 0, run.id().value());
    }
}
