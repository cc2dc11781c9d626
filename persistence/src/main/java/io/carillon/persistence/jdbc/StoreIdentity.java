package io.carillon.persistence.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What tells one database from another, however alike their rows are: a restored copy on a new server has another system
 * identifier, a promoted standby or a recovery to a point in time another timeline.
 *
 * @param timeline 0 on a standby, which takes no writes
 */
public record StoreIdentity(String systemIdentifier, int timeline) {

    private static final String READ = "SELECT system_identifier::text, CASE WHEN pg_is_in_recovery() THEN 0"
            + " ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END"
            + " FROM pg_control_system()";

    /** Of the server behind this connection: one round trip. */
    public static StoreIdentity read(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new StoreIdentity(row.getString(1), row.getInt(2));
        }
    }

    public boolean standby() {
        return timeline == 0;
    }

    @Override
    public String toString() {
        return "system " + systemIdentifier + ", timeline " + timeline;
    }
}
