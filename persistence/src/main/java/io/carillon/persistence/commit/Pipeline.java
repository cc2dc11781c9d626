package io.carillon.persistence.commit;

import io.carillon.persistence.jdbc.BinaryArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Several statements in one round trip. Outside a transaction they are one of their own: committed together when the last
 * has run, undone together if one fails; and each sees what others had committed when it began.
 */
final class Pipeline {

    private final List<String> statements = new ArrayList<>();
    private final List<Object> parameters = new ArrayList<>();

    /** @param values arrays, or numbers */
    Pipeline add(String sql, Object... values) {
        statements.add(sql);
        parameters.addAll(List.of(values));
        return this;
    }

    void run(Connection connection) throws SQLException {
        try (PreparedStatement statement = prepare(connection)) {
            statement.execute();
        }
    }

    /** Runs all and returns the UUIDs that the statement at {@code position} (from 0) returns. */
    Set<UUID> returned(Connection connection, int position) throws SQLException {
        Set<UUID> returned = new HashSet<>();
        try (PreparedStatement statement = prepare(connection)) {
            boolean rows = statement.execute();
            for (int at = 0; rows || statement.getUpdateCount() >= 0; at++) {
                if (rows && at == position) {
                    try (ResultSet result = statement.getResultSet()) {
                        while (result.next()) {
                            returned.add(result.getObject(1, UUID.class));
                        }
                    }
                }
                rows = statement.getMoreResults();
            }
        }
        return returned;
    }

    private PreparedStatement prepare(Connection connection) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(String.join(";\n", statements));
        for (int i = 0; i < parameters.size(); i++) {
            Object value = parameters.get(i);
            if (value instanceof BinaryArray array) {
                statement.setObject(i + 1, array);
            } else if (value instanceof Long number) {
                statement.setLong(i + 1, number);
            } else {
                throw new IllegalArgumentException("neither array nor number: " + value.getClass());
            }
        }
        return statement;
    }
}
