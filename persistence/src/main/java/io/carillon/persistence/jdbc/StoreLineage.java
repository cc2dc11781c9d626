package io.carillon.persistence.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database's own note of which database it is. Where the note is of another one, these rows are older than what their
 * members had seen: a backup was restored, or a standby promoted that had not heard everything. Then the floor of fencing
 * tokens jumps above all that may have been handed out since.
 */
public final class StoreLineage {

    private static final Logger log = LoggerFactory.getLogger(StoreLineage.class);

    /** More tokens than any cluster hands out between a backup and its restore; two million jumps fit below 2^53. */
    static final long FLOOR_JUMP = 1L << 32;

    private static final String NOTE = "SELECT system_identifier, timeline FROM cluster_meta FOR UPDATE";
    private static final String WRITE = "UPDATE cluster_meta SET system_identifier = ?, timeline = ?";
    private static final String JUMP = "UPDATE fence_floor SET hi = hi + " + FLOOR_JUMP;

    private StoreLineage() {}

    /**
     * Compares the note with what the database is, and settles a difference once, whoever comes first.
     *
     * @return true if there was one
     */
    public static boolean settle(Connection connection, StoreIdentity now) throws SQLException {
        connection.setAutoCommit(false);
        try {
            StoreIdentity noted = noted(connection);
            if (!now.equals(noted)) {
                write(connection, now);
                if (noted != null) {
                    execute(connection, JUMP);
                    log.warn(
                            "the rows come from another database, the floor of fencing tokens jumps from={} to={}",
                            noted,
                            now);
                }
            }
            connection.commit();
            return noted != null && !now.equals(noted);
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static @Nullable StoreIdentity noted(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NOTE);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("the row of cluster_meta is missing", "02000");
            }
            String system = row.getString(1);
            int timeline = row.getInt(2);
            return system == null ? null : new StoreIdentity(system, timeline);
        }
    }

    private static void write(Connection connection, StoreIdentity now) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
            statement.setString(1, now.systemIdentifier());
            statement.setInt(2, now.timeline());
            statement.executeUpdate();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.executeUpdate();
        }
    }
}
