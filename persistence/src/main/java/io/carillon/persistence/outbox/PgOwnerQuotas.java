package io.carillon.persistence.outbox;

import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.quota.QuotaState;
import io.carillon.domain.store.OwnerQuotas;
import io.carillon.persistence.jdbc.QuotaLock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Quotas in rows of their own, beside the counts. Counting an owner's jobs, some 5 million a second, holds up whoever makes
 * or deletes jobs of the owners that share its lock.
 */
public final class PgOwnerQuotas implements OwnerQuotas {

    private static final String FIND = """
            SELECT owner_id, max_running, max_jobs, max_exact_jobs, jobs, exact_jobs
            FROM owner_quotas WHERE owner_id = ?""";

    /** Without a limit there is nothing to count but exact jobs, and these are always counted. */
    private static final String SAVE_UNLIMITED = """
            INSERT INTO owner_quotas (owner_id, max_running, max_exact_jobs) VALUES (?, ?, ?)
            ON CONFLICT (owner_id) DO UPDATE SET
                max_running = EXCLUDED.max_running, max_exact_jobs = EXCLUDED.max_exact_jobs,
                max_jobs = NULL, jobs = NULL""";

    private static final String SAVE_COUNTED = """
            INSERT INTO owner_quotas (owner_id, max_running, max_exact_jobs, max_jobs, jobs, exact_jobs)
            SELECT ?, ?, ?, ?, count(*), count(*) FILTER (WHERE exact)
            FROM jobs WHERE owner_id = ? AND status <> 2
            ON CONFLICT (owner_id) DO UPDATE SET
                max_running = EXCLUDED.max_running, max_exact_jobs = EXCLUDED.max_exact_jobs,
                max_jobs = EXCLUDED.max_jobs, jobs = EXCLUDED.jobs, exact_jobs = EXCLUDED.exact_jobs""";

    private final Statements statements;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#reads} */
    public PgOwnerQuotas(DataSource dataSource) {
        this.statements = new Statements(dataSource);
    }

    @Override
    public QuotaState find(String ownerId) {
        return statements.on(connection -> find(connection, ownerId));
    }

    @Override
    public QuotaState save(OwnerQuota quota) {
        return statements.together(connection -> {
            lock(connection, quota.ownerId());
            if (quota.maxJobs() == null) {
                Statements.update(
                        connection, SAVE_UNLIMITED, quota.ownerId(), quota.maxRunning(), quota.maxExactJobs());
            } else {
                Statements.update(
                        connection,
                        SAVE_COUNTED,
                        quota.ownerId(),
                        quota.maxRunning(),
                        quota.maxExactJobs(),
                        quota.maxJobs(),
                        quota.ownerId());
            }
            return find(connection, quota.ownerId());
        });
    }

    private static void lock(Connection connection, String ownerId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(QuotaLock.ALONE)) {
            statement.setInt(1, QuotaLock.groupOf(ownerId));
            statement.execute();
        }
    }

    private static QuotaState find(Connection connection, String ownerId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            statement.setString(1, ownerId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? state(row) : new QuotaState(OwnerQuota.ofAnyone(ownerId), null, 0);
            }
        }
    }

    private static QuotaState state(ResultSet row) throws SQLException {
        OwnerQuota quota = new OwnerQuota(
                row.getString("owner_id"),
                row.getObject("max_running", Integer.class),
                row.getObject("max_jobs", Integer.class),
                row.getInt("max_exact_jobs"));
        @Nullable Long jobs = row.getObject("jobs", Long.class);
        return new QuotaState(quota, jobs, row.getLong("exact_jobs"));
    }
}
