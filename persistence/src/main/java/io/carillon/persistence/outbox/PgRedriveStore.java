package io.carillon.persistence.outbox;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RedriveStore;
import io.carillon.domain.store.RunFilter;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.schema.RunDays;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Redrives of many as rows; which runs are left is asked of the indexes over dead runs alone. */
public final class PgRedriveStore implements RedriveStore {

    private static final String BEGIN = """
            INSERT INTO redrives (redrive_id, subject, owner_scope, job_id, owner_id, pool, nominal_from, nominal_to,
                created_at, next_step_at, redriven, refused, stopped, version)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (redrive_id) DO NOTHING""";

    private static final String COUNT_OPEN =
            "SELECT count(*) FROM redrives WHERE finished_at IS NULL AND owner_scope IS NOT DISTINCT FROM ?";

    private static final String FIND =
            "SELECT * FROM redrives WHERE redrive_id = ? AND (?::text IS NULL OR owner_scope = ?)";

    private static final String DUE =
            "SELECT * FROM redrives WHERE finished_at IS NULL AND next_step_at <= ? ORDER BY next_step_at LIMIT 1";

    private static final String COUNT_WAITING = "SELECT count(*) FROM unnest(?) AS u(run_id) JOIN runs r"
            + " ON r.run_id = u.run_id AND r.state = 0 AND r.reason = 'redriven'";

    private static final String SAVE = """
            UPDATE redrives SET next_step_at = ?, finished_at = ?, after_run_id = ?, redriven = ?, refused = ?,
                stopped = ?, version = ?
            WHERE redrive_id = ? AND version = ? AND finished_at IS NULL""";

    private final Statements statements;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#reads} */
    public PgRedriveStore(DataSource dataSource) {
        this.statements = new Statements(dataSource);
    }

    @Override
    public void begin(Redrive redrive) {
        RunFilter filter = redrive.filter();
        JobId job = filter.jobId();
        statements.update(
                BEGIN,
                redrive.id(),
                redrive.principal().subject(),
                redrive.principal().ownerScope(),
                job == null ? null : job.value(),
                filter.ownerId(),
                filter.pool(),
                Statements.utc(filter.from()),
                Statements.utc(filter.to()),
                Statements.utc(redrive.createdAt()),
                Statements.utc(redrive.nextStepAt()),
                redrive.redriven(),
                redrive.refused(),
                redrive.stopped(),
                redrive.version());
    }

    @Override
    public int countOpen(Principal principal) {
        return statements
                .query(COUNT_OPEN, row -> row.getInt(1), principal.ownerScope())
                .get(0);
    }

    @Override
    public Optional<Redrive> find(Principal principal, UUID id) {
        return statements
                .query(FIND, PgRedriveStore::redrive, id, principal.ownerScope(), principal.ownerScope())
                .stream()
                .findFirst();
    }

    @Override
    public Optional<Redrive> due(Instant now) {
        return statements.query(DUE, PgRedriveStore::redrive, Statements.utc(now)).stream()
                .findFirst();
    }

    @Override
    public List<RunId> dead(Redrive redrive, int limit) {
        RunFilter filter = redrive.filter();
        StringBuilder sql = new StringBuilder("SELECT run_id FROM runs WHERE died_at IS NOT NULL AND died_at <= ?");
        List<@Nullable Object> values = new ArrayList<>();
        values.add(Statements.utc(redrive.createdAt()));
        JobId job = filter.jobId();
        and(sql, values, "job_id = ?", job == null ? null : job.value());
        and(sql, values, "owner_id = ?", redrive.principal().ownerScope());
        and(sql, values, "owner_id = ?", filter.ownerId());
        and(sql, values, "pool = ?", filter.pool());
        Instant from = filter.from();
        Instant to = filter.to();
        and(sql, values, "run_id >= ?", from == null ? null : RunDays.firstId(from));
        and(sql, values, "nominal_at >= ?", Statements.utc(from));
        and(sql, values, "run_id < ?", to == null ? null : RunDays.firstId(to.plusMillis(1)));
        and(sql, values, "nominal_at < ?", Statements.utc(to));
        RunId after = redrive.after();
        and(sql, values, "run_id > ?", after == null ? null : after.value());
        sql.append(" ORDER BY run_id LIMIT ").append(limit);
        return statements.query(sql.toString(), row -> new RunId(row.getObject(1, UUID.class)), values.toArray());
    }

    @Override
    public int countWaiting(Collection<RunId> runs) {
        return statements
                .query(COUNT_WAITING, row -> row.getInt(1), BinaryArray.uuids(List.copyOf(runs), RunId::value))
                .get(0);
    }

    @Override
    public boolean save(Redrive next) {
        RunId after = next.after();
        return statements.update(
                        SAVE,
                        Statements.utc(next.nextStepAt()),
                        Statements.utc(next.finishedAt()),
                        after == null ? null : after.value(),
                        next.redriven(),
                        next.refused(),
                        next.stopped(),
                        next.version(),
                        next.id(),
                        next.version() - 1)
                == 1;
    }

    private static void and(
            StringBuilder sql, List<@Nullable Object> values, String condition, @Nullable Object value) {
        if (value != null) {
            sql.append(" AND ").append(condition);
            values.add(value);
        }
    }

    private static Redrive redrive(ResultSet row) throws SQLException {
        @Nullable UUID job = row.getObject("job_id", UUID.class);
        @Nullable UUID after = row.getObject("after_run_id", UUID.class);
        return new Redrive(
                row.getObject("redrive_id", UUID.class),
                new Principal(row.getString("subject"), Statements.textOrNull(row, "owner_scope")),
                new RunFilter(
                        job == null ? null : new JobId(job),
                        Statements.textOrNull(row, "owner_id"),
                        Statements.textOrNull(row, "pool"),
                        null,
                        Statements.instantOrNull(row, "nominal_from"),
                        Statements.instantOrNull(row, "nominal_to")),
                Statements.instant(row, "created_at"),
                Statements.instant(row, "next_step_at"),
                Statements.instantOrNull(row, "finished_at"),
                after == null ? null : new RunId(after),
                row.getLong("redriven"),
                row.getLong("refused"),
                row.getBoolean("stopped"),
                row.getLong("version"));
    }
}
