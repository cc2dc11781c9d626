package io.carillon.persistence.read;

import io.carillon.domain.job.Payload;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Columns as the domain's values. */
final class Columns {

    private Columns() {}

    static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static @Nullable Instant instantOrNull(ResultSet row, int column) throws SQLException {
        @Nullable OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    /** The driver does not say that it returns null. */
    static @Nullable String textOrNull(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }

    static @Nullable Payload payloadOrNull(ResultSet row, int column) throws SQLException {
        byte @Nullable [] bytes = row.getBytes(column);
        return bytes == null ? null : Payload.ofUtf8(bytes);
    }
}
