package io.carillon.persistence.commit;

import io.carillon.domain.store.RowOutcome;
import io.carillon.persistence.jdbc.BinaryArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Rows that somebody's open transaction holds, such as a person's at a console. They are passed by, and refused with this
 * reason: whoever owns them tries again later, and the rows beside them do not wait.
 */
enum LockedRows {
    JOBS("job_state", "job_id"),
    RUNS("runs", "run_id");

    static final RowOutcome REFUSAL = RowOutcome.rejected("another transaction holds the row");

    private final String there;
    private final String free;

    LockedRows(String table, String id) {
        this.there = "SELECT t." + id + " FROM unnest(?) AS u(id) JOIN " + table + " t ON t." + id + " = u.id";
        this.free = there + " FOR NO KEY UPDATE OF t SKIP LOCKED";
    }

    /** Of these ids those whose row is held now; the connection is in autocommit. */
    Set<UUID> among(List<UUID> ids, Connection connection) throws SQLException {
        BinaryArray wanted = BinaryArray.uuids(ids, id -> id);
        Set<UUID> held = read(there, wanted, connection);
        held.removeAll(read(free, wanted, connection));
        return held;
    }

    private static Set<UUID> read(String sql, BinaryArray ids, Connection connection) throws SQLException {
        Set<UUID> found = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, ids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(row.getObject(1, UUID.class));
                }
            }
        }
        return found;
    }
}
