package io.carillon.benchmarks.wave;

import io.carillon.domain.run.RunState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** What the database says of an owner's runs due in a span of time, both ends included. */
final class Ledger implements AutoCloseable {

    /** A row's version counts its writes; a one-off is planned through its due time once it is claimed. */
    private static final String FINDINGS = """
            SELECT count(*), count(*) FILTER (WHERE state = ?), count(*) FILTER (WHERE attempt <> 1), sum(version),
                (SELECT sum(s.version) FROM job_state s JOIN jobs USING (job_id)
                    WHERE owner_id = ? AND planned_through BETWEEN ? AND ?),
                max(ended_at)
            FROM runs WHERE owner_id = ? AND due_at BETWEEN ? AND ?""";

    private static final String ENDED =
            "SELECT count(*) FROM runs WHERE owner_id = ? AND due_at BETWEEN ? AND ? AND ended_at IS NOT NULL";

    private final Connection connection;

    Ledger(Connection connection) {
        this.connection = connection;
    }

    /**
     * @param repeated runs that took more than one attempt
     * @param runWrites durable writes of their rows
     * @param jobWrites durable writes of their jobs' rows, since creation
     */
    record Findings(
            int runs,
            int succeeded,
            int repeated,
            long runWrites,
            long jobWrites,
            @Nullable Instant lastEnd) {}

    int ended(Instant from, Instant to, String owner) throws SQLException {
        try (PreparedStatement look = connection.prepareStatement(ENDED)) {
            look.setString(1, owner);
            look.setObject(2, timestamp(from));
            look.setObject(3, timestamp(to));
            try (ResultSet row = look.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    Findings findings(Instant from, Instant to, String owner) throws SQLException {
        try (PreparedStatement look = connection.prepareStatement(FINDINGS)) {
            look.setInt(1, RunState.SUCCEEDED.code());
            for (int i = 2; i < 8; i += 3) {
                look.setString(i, owner);
                look.setObject(i + 1, timestamp(from));
                look.setObject(i + 2, timestamp(to));
            }
            try (ResultSet row = look.executeQuery()) {
                row.next();
                OffsetDateTime lastEnd = row.getObject(6, OffsetDateTime.class);
                return new Findings(
                        row.getInt(1),
                        row.getInt(2),
                        row.getInt(3),
                        row.getLong(4),
                        row.getLong(5),
                        lastEnd == null ? null : lastEnd.toInstant());
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private static OffsetDateTime timestamp(Instant instant) {
        return OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
}
