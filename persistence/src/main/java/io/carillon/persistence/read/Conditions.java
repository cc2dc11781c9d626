package io.carillon.persistence.read;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditions of a query and their values, added where wanted: the planner sees no condition that is not there. */
final class Conditions {

    private final List<String> conditions = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    /** @param values bound in order; instants become timestamps */
    Conditions and(String condition, Object... values) {
        conditions.add(condition);
        for (Object value : values) {
            this.values.add(value instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : value);
        }
        return this;
    }

    /** Without effect for null. */
    Conditions andIfPresent(String condition, @Nullable Object value) {
        return value == null ? this : and(condition, value);
    }

    /** A value that no condition names: of what stands before them. */
    Conditions value(Object value) {
        values.add(value);
        return this;
    }

    /** The values of others, after those that are here. */
    Conditions values(Conditions others) {
        values.addAll(others.values);
        return this;
    }

    /** With a leading WHERE, and this condition, which has no value, before all. */
    String andAlso(String condition) {
        return " WHERE " + condition + (conditions.isEmpty() ? "" : " AND " + String.join(" AND ", conditions));
    }

    /** With a leading WHERE, or nothing. */
    String where() {
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    /** @return the position of the next parameter */
    int bind(PreparedStatement statement) throws SQLException {
        int position = 1;
        for (Object value : values) {
            statement.setObject(position++, value);
        }
        return position;
    }
}
