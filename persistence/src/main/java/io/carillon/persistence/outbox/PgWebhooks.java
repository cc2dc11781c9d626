package io.carillon.persistence.outbox;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.store.Webhooks;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Webhooks in the rows of their owners; other columns of these rows are left alone. */
public final class PgWebhooks implements Webhooks {

    private static final String FIND =
            "SELECT owner_id, webhook_url, webhook_secret, version FROM owners WHERE owner_id = ?";

    private static final String INSERT = """
            INSERT INTO owners (owner_id, webhook_url, webhook_secret, version, write_id, created_at)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (owner_id) DO NOTHING""";

    private static final String UPDATE = """
            UPDATE owners SET webhook_url = ?, webhook_secret = ?, version = ?, write_id = ?
            WHERE owner_id = ? AND version = ?""";

    private static final String FORGET_CIRCUIT = "DELETE FROM alert_circuits WHERE owner_id = ?";

    private final Statements statements;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#reads} */
    public PgWebhooks(DataSource dataSource) {
        this.statements = new Statements(dataSource);
    }

    @Override
    public Webhook find(String ownerId) {
        return statements.query(FIND, PgAlertStore::webhook, ownerId).stream()
                .findFirst()
                .orElse(new Webhook(ownerId, null, null, 0));
    }

    @Override
    public boolean save(Webhook next, UUID writeId, Instant now, @Nullable AuditEntry audit) {
        String secret = next.secret();
        byte[] key = secret == null ? null : secret.getBytes(StandardCharsets.UTF_8);
        return statements.together(connection -> {
            int written = next.version() == 1
                    ? Statements.update(
                            connection,
                            INSERT,
                            next.ownerId(),
                            next.url(),
                            key,
                            next.version(),
                            writeId,
                            Statements.utc(now))
                    : Statements.update(
                            connection,
                            UPDATE,
                            next.url(),
                            key,
                            next.version(),
                            writeId,
                            next.ownerId(),
                            next.version() - 1);
            if (written == 1) {
                Statements.update(connection, FORGET_CIRCUIT, next.ownerId());
                if (audit != null) {
                    PgAuditLog.add(connection, audit);
                }
            }
            return written == 1;
        });
    }
}
