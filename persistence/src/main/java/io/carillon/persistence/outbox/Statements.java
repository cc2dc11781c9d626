package io.carillon.persistence.outbox;

import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.persistence.jdbc.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A few statements on the caller's thread, each committed by itself; failures in the domain's words. */
record Statements(DataSource dataSource) {

    /** Work with a connection in autocommit. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    <T> T on(Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            return work.on(connection);
        } catch (SQLException e) {
            throw new StoreUnavailableException("the database does not answer: " + SqlFault.messageOf(e), e);
        }
    }

    /** Makes a value of the row the result stands on. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... values) {
        return on(connection -> {
            List<T> found = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                bind(statement, values);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        found.add(reader.read(row));
                    }
                }
            }
            return found;
        });
    }

    int update(String sql, @Nullable Object... values) {
        return on(connection -> update(connection, sql, values));
    }

    /** Several statements that become true together. */
    <T> T together(Work<T> work) {
        return on(connection -> {
            connection.setAutoCommit(false);
            try {
                T done = work.on(connection);
                connection.commit();
                return done;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        });
    }

    static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    static @Nullable OffsetDateTime utc(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        @Nullable OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    /** The driver does not say that it returns null. */
    static @Nullable String textOrNull(ResultSet row, String column) throws SQLException {
        return row.getString(column);
    }
}
