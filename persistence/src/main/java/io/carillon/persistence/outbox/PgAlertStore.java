package io.carillon.persistence.outbox;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.Circuit;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.store.AlertStore;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The outbox of alerts. Every statement stands alone: no row stays locked while anybody is called. */
public final class PgAlertStore implements AlertStore {

    /** Walks from owner to owner by the index: an owner with a million waiting alerts costs one look. */
    private static final String WAITING = """
            WITH RECURSIVE pending(owner_id) AS (
                (SELECT owner_id FROM alert_outbox WHERE delivered_at IS NULL AND owner_id > ?
                    ORDER BY owner_id LIMIT 1)
                UNION ALL
                SELECT (SELECT a.owner_id FROM alert_outbox a WHERE a.delivered_at IS NULL AND a.owner_id > p.owner_id
                    ORDER BY a.owner_id LIMIT 1)
                FROM pending p WHERE p.owner_id IS NOT NULL)
            SELECT p.owner_id, o.webhook_url, o.webhook_secret, o.version,
                c.failures, c.failing_since, c.closed_until, c.last_error
            FROM pending p
            LEFT JOIN owners o ON o.owner_id = p.owner_id
            LEFT JOIN alert_circuits c ON c.owner_id = p.owner_id
            WHERE p.owner_id IS NOT NULL AND (c.closed_until IS NULL OR c.closed_until <= ?)
                AND EXISTS (SELECT FROM alert_outbox a
                    WHERE a.owner_id = p.owner_id AND a.delivered_at IS NULL AND a.next_try_at <= ?)
            LIMIT ?""";

    private static final String TAKE = """
            WITH due AS (
                SELECT alert_id FROM alert_outbox
                WHERE owner_id = ? AND delivered_at IS NULL AND next_try_at <= ?
                ORDER BY next_try_at LIMIT ? FOR UPDATE SKIP LOCKED),
            taken AS (
                UPDATE alert_outbox a SET next_try_at = ?, tries = a.tries + 1
                FROM due WHERE a.alert_id = due.alert_id RETURNING a.*)
            SELECT t.alert_id, t.owner_id, t.run_id, t.job_id, t.reason, t.created_at, t.tries,
                r.pool, r.nominal_at, r.due_at, j.name, e.error_type, e.error_message, e.error_stack,
                coalesce((SELECT max(a.attempt) FROM attempts a
                    WHERE a.run_id = t.run_id AND a.ended_at <= t.created_at), 0) AS attempt
            FROM taken t
            LEFT JOIN runs r ON r.run_id = t.run_id
            LEFT JOIN jobs j ON j.job_id = t.job_id
            LEFT JOIN LATERAL (SELECT * FROM attempts a
                WHERE a.run_id = t.run_id AND a.error_type IS NOT NULL AND a.ended_at <= t.created_at
                ORDER BY a.fencing_token DESC LIMIT 1) e ON true""";

    private static final String TAKE_PROBE =
            "UPDATE alert_circuits SET closed_until = ?" + " WHERE owner_id = ? AND failures = ? AND closed_until = ?";

    private static final String CIRCUIT = "SELECT * FROM alert_circuits WHERE owner_id = ?";

    private static final String DELIVERED =
            "UPDATE alert_outbox SET delivered_at = ?, last_error = NULL WHERE alert_id = ? AND delivered_at IS NULL";

    private static final String OPEN = "DELETE FROM alert_circuits WHERE owner_id = ?";

    private static final String AGAIN = "UPDATE alert_outbox SET next_try_at = ?, last_error = ?"
            + " WHERE alert_id = ? AND tries = ? AND delivered_at IS NULL";

    private static final String CLOSE = """
            INSERT INTO alert_circuits (owner_id, failures, failing_since, closed_until, last_error)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (owner_id) DO UPDATE SET failures = excluded.failures,
                failing_since = excluded.failing_since, closed_until = excluded.closed_until,
                last_error = excluded.last_error""";

    private static final String GIVE_UP =
            "DELETE FROM alert_outbox WHERE alert_id = ? AND tries = ? AND delivered_at IS NULL";

    private static final String DROP = "DELETE FROM alert_outbox WHERE alert_id IN (SELECT alert_id FROM alert_outbox"
            + " WHERE owner_id = ? AND delivered_at IS NULL LIMIT ?)";

    private static final String FORGET = "DELETE FROM alert_outbox WHERE delivered_at < ?";

    private static final String COUNT = "SELECT count(*) FROM (SELECT FROM alert_outbox"
            + " WHERE delivered_at IS NULL AND (?::text IS NULL OR owner_id = ?) LIMIT ?) a";

    private final Statements statements;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#reads} */
    public PgAlertStore(DataSource dataSource) {
        this.statements = new Statements(dataSource);
    }

    @Override
    public List<Waiting> waiting(Instant now, String afterOwner, int limit) {
        return statements.query(
                WAITING,
                row -> new Waiting(webhook(row), row.getObject("closed_until") == null ? null : circuit(row)),
                afterOwner,
                Statements.utc(now),
                Statements.utc(now),
                limit);
    }

    @Override
    public List<Alert> take(String ownerId, Instant now, Instant until, int limit) {
        return statements.query(TAKE, PgAlertStore::alert, ownerId, Statements.utc(now), limit, Statements.utc(until));
    }

    @Override
    public boolean takeProbe(String ownerId, Circuit seen, Instant until) {
        return statements.update(
                        TAKE_PROBE, Statements.utc(until), ownerId, seen.failures(), Statements.utc(seen.closedUntil()))
                == 1;
    }

    @Override
    public Optional<Circuit> circuit(String ownerId) {
        return statements.query(CIRCUIT, PgAlertStore::circuit, ownerId).stream()
                .findFirst();
    }

    @Override
    public void delivered(Alert alert, Instant now) {
        statements.together(connection -> Statements.update(connection, DELIVERED, Statements.utc(now), alert.id())
                + Statements.update(connection, OPEN, alert.ownerId()));
    }

    @Override
    public void again(Alert alert, Instant at, Circuit circuit) {
        settle(alert, circuit, AGAIN, Statements.utc(at), circuit.lastError(), alert.id(), alert.tries());
    }

    @Override
    public boolean givenUp(Alert alert, Circuit circuit) {
        return settle(alert, circuit, GIVE_UP, alert.id(), alert.tries()) == 1;
    }

    @Override
    public int drop(String ownerId, int limit) {
        return statements.update(DROP, ownerId, limit);
    }

    @Override
    public int forgetDelivered(Instant before) {
        return statements.update(FORGET, Statements.utc(before));
    }

    @Override
    public int countWaiting(@Nullable String ownerId, int most) {
        return statements
                .query(COUNT, row -> row.getInt(1), ownerId, ownerId, most)
                .get(0);
    }

    /** The alert first and its circuit then, as everywhere: two members at one alert wait for each other, but never both. */
    private int settle(Alert alert, Circuit circuit, String sql, @Nullable Object... values) {
        return statements.together(connection -> {
            int changed = Statements.update(connection, sql, values);
            Statements.update(
                    connection,
                    CLOSE,
                    alert.ownerId(),
                    circuit.failures(),
                    Statements.utc(circuit.failingSince()),
                    Statements.utc(circuit.closedUntil()),
                    circuit.lastError());
            return changed;
        });
    }

    static Webhook webhook(ResultSet row) throws SQLException {
        @Nullable String url = Statements.textOrNull(row, "webhook_url");
        byte @Nullable [] secret = row.getBytes("webhook_secret");
        return new Webhook(
                row.getString("owner_id"),
                secret == null ? null : url,
                url == null || secret == null ? null : new String(secret, StandardCharsets.UTF_8),
                row.getLong("version"));
    }

    private static Circuit circuit(ResultSet row) throws SQLException {
        return new Circuit(
                row.getInt("failures"),
                Statements.instant(row, "failing_since"),
                Statements.instant(row, "closed_until"),
                row.getString("last_error"));
    }

    private static Alert alert(ResultSet row) throws SQLException {
        @Nullable String errorType = Statements.textOrNull(row, "error_type");
        @Nullable String errorMessage = Statements.textOrNull(row, "error_message");
        return new Alert(
                row.getLong("alert_id"),
                row.getString("owner_id"),
                new RunId(row.getObject("run_id", UUID.class)),
                new JobId(row.getObject("job_id", UUID.class)),
                Statements.textOrNull(row, "name"),
                Statements.textOrNull(row, "pool"),
                Statements.instantOrNull(row, "nominal_at"),
                Statements.instantOrNull(row, "due_at"),
                row.getInt("attempt"),
                Statements.textOrNull(row, "reason"),
                errorType == null || errorMessage == null
                        ? null
                        : new AttemptError(errorType, errorMessage, Statements.textOrNull(row, "error_stack")),
                Statements.instant(row, "created_at"),
                row.getInt("tries"));
    }
}
