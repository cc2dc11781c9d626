package io.carillon.persistence.outbox;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.quota.QuotaState;
import io.carillon.domain.store.OwnerQuotas;
import io.carillon.persistence.jdbc.EpochLock;
import io.carillon.persistence.jdbc.QuotaLock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Quotas in rows of their own, beside the counts. Counting an owner's jobs, some 5 million a second, holds up whoever makes
 * or deletes jobs of the owners that share its lock. A {@code max_running} where there was none holds up all moves of runs for
 * the time of a commit.
 */
public final class PgOwnerQuotas implements OwnerQuotas {

    private static final String FIND = """
            SELECT owner_id, max_running, max_jobs, max_exact_jobs, jobs, exact_jobs
            FROM owner_quotas WHERE owner_id = ?""";

    /** Without a limit there is nothing to count but exact jobs, and these are always counted. */
    private static final String SAVE_UNLIMITED = """
            INSERT INTO owner_quotas (owner_id, max_exact_jobs) VALUES (?, ?)
            ON CONFLICT (owner_id) DO UPDATE SET
                max_exact_jobs = EXCLUDED.max_exact_jobs, max_jobs = NULL, jobs = NULL""";

    private static final String SAVE_COUNTED = """
            INSERT INTO owner_quotas (owner_id, max_exact_jobs, max_jobs, jobs, exact_jobs)
            SELECT ?, ?, ?, count(*), count(*) FILTER (WHERE exact)
            FROM jobs WHERE owner_id = ? AND status <> 2
            ON CONFLICT (owner_id) DO UPDATE SET
                max_exact_jobs = EXCLUDED.max_exact_jobs,
                max_jobs = EXCLUDED.max_jobs, jobs = EXCLUDED.jobs, exact_jobs = EXCLUDED.exact_jobs""";

    private static final String LOCK_STARTS = "SELECT FROM owner_permits WHERE owner_id = ? FOR UPDATE";

    private static final String MOVE_RUNNING_LIMIT =
            "UPDATE owner_quotas SET max_running = ? WHERE owner_id = ? AND max_running IS NOT NULL";

    private static final String SET_RUNNING_LIMIT = "UPDATE owner_quotas SET max_running = ? WHERE owner_id = ?";

    private static final String END_RUNNING_LIMIT = "UPDATE owner_quotas SET max_running = NULL WHERE owner_id = ?";

    private static final List<String> FORGET_PERMITS =
            List.of("DELETE FROM owner_permits WHERE owner_id = ?", "DELETE FROM run_permits WHERE owner_id = ?");

    /** Longer than a write may take at the server. */
    private static final String LOCK_TIMEOUT = "SET LOCAL lock_timeout = '8s'";

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
    public QuotaState save(OwnerQuota quota, @Nullable Function<OwnerQuota, AuditEntry> audit) {
        statements.together(connection -> saveJobLimits(connection, quota, audit));
        Integer maxRunning = quota.maxRunning();
        if (maxRunning == null) {
            statements.together(connection -> endRunningLimit(connection, quota.ownerId()));
        } else if (!statements.together(connection -> moveRunningLimit(connection, quota.ownerId(), maxRunning))) {
            statements.together(connection -> beginRunningLimit(connection, quota.ownerId(), maxRunning));
        }
        return find(quota.ownerId());
    }

    /** Under the lock, so that what the entry says of before is what this change has met. */
    private static boolean saveJobLimits(
            Connection connection, OwnerQuota quota, @Nullable Function<OwnerQuota, AuditEntry> audit)
            throws SQLException {
        lock(connection, quota.ownerId());
        if (audit != null) {
            PgAuditLog.add(
                    connection, audit.apply(find(connection, quota.ownerId()).quota()));
        }
        if (quota.maxJobs() == null) {
            Statements.update(connection, SAVE_UNLIMITED, quota.ownerId(), quota.maxExactJobs());
        } else {
            Statements.update(
                    connection, SAVE_COUNTED, quota.ownerId(), quota.maxExactJobs(), quota.maxJobs(), quota.ownerId());
        }
        return true;
    }

    private static boolean endRunningLimit(Connection connection, String ownerId) throws SQLException {
        forgetPermits(connection, ownerId);
        Statements.update(connection, END_RUNNING_LIMIT, ownerId);
        return true;
    }

    /** Another limit than before; false if there was none. Starts under way are over first, later ones go by the new one. */
    private static boolean moveRunningLimit(Connection connection, String ownerId, int maxRunning) throws SQLException {
        try (PreparedStatement starts = connection.prepareStatement(LOCK_STARTS)) {
            starts.setString(1, ownerId);
            starts.execute();
        }
        return Statements.update(connection, MOVE_RUNNING_LIMIT, maxRunning, ownerId) > 0;
    }

    /**
     * A limit where there was none. Whoever starts runs looks for one in a statement that holds epochs' locks: with all of them
     * held alone no start is under way that has not seen it. What runs already is counted by whoever starts the next one.
     */
    private static boolean beginRunningLimit(Connection connection, String ownerId, int maxRunning)
            throws SQLException {
        try (PreparedStatement epochs = connection.prepareStatement(LOCK_TIMEOUT + "; " + EpochLock.ALONE)) {
            epochs.setObject(1, EpochLock.allGroups());
            epochs.execute();
        }
        forgetPermits(connection, ownerId);
        Statements.update(connection, SET_RUNNING_LIMIT, maxRunning, ownerId);
        return true;
    }

    private static void forgetPermits(Connection connection, String ownerId) throws SQLException {
        for (String sql : FORGET_PERMITS) {
            Statements.update(connection, sql, ownerId);
        }
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
