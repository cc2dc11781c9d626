package io.carillon.persistence.read;

import io.carillon.domain.store.FenceStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/** The floor of fencing tokens: one row, each move committed before its number is known to anybody. */
public final class PgFenceStore implements FenceStore {

    private static final String FLOOR = "SELECT hi FROM fence_floor WHERE hi >= ?";
    private static final String RAISE = "UPDATE fence_floor SET hi = greatest(hi, ?) RETURNING hi";
    private static final String TAKE = "UPDATE fence_floor SET hi = hi + ? RETURNING hi";

    private final Reader reader;

    public PgFenceStore(Reader reader) {
        this.reader = reader;
    }

    @Override
    public CompletableFuture<Long> floor() {
        return reader.submit(connection -> number(connection, FLOOR, 0));
    }

    @Override
    public CompletableFuture<Long> raise(long atLeast) {
        return reader.submit(connection -> number(connection, RAISE, atLeast));
    }

    @Override
    public CompletableFuture<Long> takeBlock(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a block of " + size + " tokens");
        }
        return reader.submit(connection -> number(connection, TAKE, size) - size);
    }

    private static long number(Connection connection, String sql, long parameter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, parameter);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("the fence floor is missing", "02000");
                }
                return row.getLong(1);
            }
        }
    }
}
