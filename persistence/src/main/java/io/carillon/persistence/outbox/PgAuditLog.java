package io.carillon.persistence.outbox;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.Principal;
import io.carillon.domain.store.AuditLog;
import io.carillon.domain.store.Page;
import io.carillon.persistence.codec.AuditCodec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The audit log in its table. Jobs' entries are written by the commit of the job's change. */
public final class PgAuditLog implements AuditLog {

    private static final String INSERT = """
            INSERT INTO audit (at, subject, name, address, owner_id, action, target, before, after)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String SELECT =
            "SELECT audit_id, at, subject, name, address, owner_id, action, target, before, after FROM audit WHERE true";

    /** A piece that takes some milliseconds. */
    private static final int FORGOTTEN_MAX = 5_000;

    private static final String FORGET =
            "DELETE FROM audit WHERE audit_id IN (SELECT audit_id FROM audit WHERE at < ? ORDER BY at LIMIT ?)";

    private final Statements statements;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#reads} */
    public PgAuditLog(DataSource dataSource) {
        this.statements = new Statements(dataSource);
    }

    @Override
    public void add(AuditEntry entry) {
        statements.on(connection -> add(connection, entry));
    }

    /** In the transaction of what it tells of. */
    static int add(Connection connection, AuditEntry entry) throws SQLException {
        return Statements.update(
                connection,
                INSERT,
                Statements.utc(entry.at()),
                entry.subject(),
                entry.name(),
                entry.address(),
                entry.ownerId(),
                entry.action(),
                entry.target(),
                AuditCodec.toJson(entry.before()),
                AuditCodec.toJson(entry.after()));
    }

    @Override
    public Page<Recorded> page(Principal principal, Filter filter, int limit, @Nullable String cursor) {
        StringBuilder sql = new StringBuilder(SELECT);
        List<Object> values = new ArrayList<>();
        and(sql, values, "owner_id = ?", principal.ownerScope());
        and(sql, values, "owner_id = ?", filter.ownerId());
        and(sql, values, "subject = ?", filter.subject());
        and(sql, values, "action = ?", filter.action());
        and(sql, values, "target = ?", filter.target());
        and(sql, values, "at >= ?", Statements.utc(filter.from()));
        and(sql, values, "at < ?", Statements.utc(filter.to()));
        and(sql, values, "audit_id < ?", cursor == null ? null : parse(cursor));
        sql.append(" ORDER BY audit_id DESC LIMIT ?");
        values.add(limit + 1);
        List<Recorded> found = statements.query(sql.toString(), PgAuditLog::recorded, values.toArray());
        boolean more = found.size() > limit;
        List<Recorded> shown = more ? found.subList(0, limit) : found;
        return new Page<>(shown, more ? Long.toString(shown.get(limit - 1).id()) : null);
    }

    @Override
    public int forgetBefore(Instant before) {
        return statements.update(FORGET, Statements.utc(before), FORGOTTEN_MAX);
    }

    private static void and(StringBuilder sql, List<Object> values, String condition, @Nullable Object value) {
        if (value != null) {
            sql.append(" AND ").append(condition);
            values.add(value);
        }
    }

    /** @throws NumberFormatException, which is an IllegalArgumentException, if it is none of ours */
    private static long parse(String cursor) {
        return Long.parseLong(cursor);
    }

    private static Recorded recorded(ResultSet row) throws SQLException {
        return new Recorded(
                row.getLong("audit_id"),
                new AuditEntry(
                        Statements.instant(row, "at"),
                        row.getString("subject"),
                        row.getString("name"),
                        Statements.textOrNull(row, "address"),
                        Statements.textOrNull(row, "owner_id"),
                        row.getString("action"),
                        row.getString("target"),
                        AuditCodec.fromJson(Statements.textOrNull(row, "before")),
                        AuditCodec.fromJson(Statements.textOrNull(row, "after"))));
    }
}
