package io.carillon.persistence.outbox;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.Principal;
import io.carillon.domain.access.Role;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.ApiKeys;
import io.carillon.domain.store.Page;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Keys in their table. Whoever changes one holds the row of the edition until it has committed. */
public final class PgApiKeys implements ApiKeys {

    private static final String COLUMNS = """
            key_id, owner_id, role, name, secret_hash, former_hash, former_until, created_at, created_by, expires_at,
            revoked_at, last_used_on, version""";

    private static final String EDITION = "SELECT edition FROM api_key_edition";

    private static final String RAISE_EDITION = "UPDATE api_key_edition SET edition = edition + 1";

    private static final String GOOD =
            "SELECT " + COLUMNS + " FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)";

    private static final String FIND =
            "SELECT " + COLUMNS + " FROM api_keys WHERE key_id = ? AND (?::text IS NULL OR owner_id = ?)";

    private static final String PAGE = "SELECT " + COLUMNS + """
             FROM api_keys WHERE (?::text IS NULL OR owner_id = ?) AND (?::uuid IS NULL OR key_id < ?)
            ORDER BY key_id DESC LIMIT ?""";

    private static final String INSERT = "INSERT INTO api_keys (" + COLUMNS
            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";

    private static final String UPDATE = """
            UPDATE api_keys SET secret_hash = ?, former_hash = ?, former_until = ?, revoked_at = ?, version = ?
            WHERE key_id = ? AND version = ?""";

    private static final String USED =
            "UPDATE api_keys SET last_used_on = ? WHERE key_id = ? AND (last_used_on IS NULL OR last_used_on < ?)";

    private final Statements statements;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#reads} */
    public PgApiKeys(DataSource dataSource) {
        this.statements = new Statements(dataSource);
    }

    @Override
    public long edition() {
        return statements.query(EDITION, row -> row.getLong(1)).get(0);
    }

    @Override
    public List<ApiKey> good(Instant now) {
        return statements.query(GOOD, PgApiKeys::key, Statements.utc(now));
    }

    @Override
    public Optional<ApiKey> find(Principal principal, UUID id) {
        String scope = principal.ownerScope();
        return statements.query(FIND, PgApiKeys::key, id, scope, scope).stream().findFirst();
    }

    @Override
    public Page<ApiKey> page(Principal principal, int limit, @Nullable String cursor) {
        String scope = principal.ownerScope();
        UUID after = cursor == null ? null : Uuids.parse(cursor);
        List<ApiKey> found = statements.query(PAGE, PgApiKeys::key, scope, scope, after, after, limit + 1);
        boolean more = found.size() > limit;
        List<ApiKey> shown = more ? found.subList(0, limit) : found;
        return new Page<>(shown, more ? shown.get(limit - 1).id().toString() : null);
    }

    @Override
    public boolean save(ApiKey next, AuditEntry entry) {
        return statements.together(connection -> {
            if (write(connection, next) == 0) {
                return false;
            }
            Statements.update(connection, RAISE_EDITION);
            PgAuditLog.add(connection, entry);
            return true;
        });
    }

    private static int write(Connection connection, ApiKey next) throws SQLException {
        if (next.version() > 1) {
            return Statements.update(
                    connection,
                    UPDATE,
                    next.secretHash(),
                    next.formerHash(),
                    Statements.utc(next.formerUntil()),
                    Statements.utc(next.revokedAt()),
                    next.version(),
                    next.id(),
                    next.version() - 1);
        }
        return Statements.update(
                connection,
                INSERT,
                next.id(),
                next.ownerId(),
                next.role().text(),
                next.name(),
                next.secretHash(),
                next.formerHash(),
                Statements.utc(next.formerUntil()),
                Statements.utc(next.createdAt()),
                next.createdBy(),
                Statements.utc(next.expiresAt()),
                Statements.utc(next.revokedAt()),
                next.lastUsedOn(),
                next.version());
    }

    @Override
    public void used(Map<UUID, LocalDate> days) {
        if (days.isEmpty()) {
            return;
        }
        statements.on(connection -> {
            for (Map.Entry<UUID, LocalDate> used : days.entrySet()) {
                Statements.update(connection, USED, used.getValue(), used.getKey(), used.getValue());
            }
            return true;
        });
    }

    private static ApiKey key(ResultSet row) throws SQLException {
        String role = row.getString("role");
        @Nullable LocalDate lastUsedOn = row.getObject("last_used_on", LocalDate.class);
        return new ApiKey(
                row.getObject("key_id", UUID.class),
                Statements.textOrNull(row, "owner_id"),
                Role.of(role).orElseThrow(() -> new SQLException("unknown role " + role, "22000")),
                row.getString("name"),
                row.getString("secret_hash"),
                Statements.textOrNull(row, "former_hash"),
                Statements.instantOrNull(row, "former_until"),
                Statements.instant(row, "created_at"),
                row.getString("created_by"),
                Statements.instantOrNull(row, "expires_at"),
                Statements.instantOrNull(row, "revoked_at"),
                lastUsedOn,
                row.getLong("version"));
    }
}
