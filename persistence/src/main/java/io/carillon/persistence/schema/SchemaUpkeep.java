package io.carillon.persistence.schema;

import io.carillon.persistence.jdbc.SqlFault;
import io.carillon.persistence.schema.PartitionRetention.DayOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * All that needs the role which owns the schema, in one call: the schema's steps, day partitions ahead, days beyond the retention, and
 * the rights of the role that members use. For whoever keeps the two roles apart. Blocks.
 */
public final class SchemaUpkeep {

    /** A key is good for a day at least. */
    private static final int KEYS_DAYS = 2;

    private static final String HISTORY_OF_STEPS = "flyway_schema_history";

    /**
     * @param step the newest one of the schema
     * @param daysMade day partitions
     * @param daysDropped days of runs
     * @param daysRefused days that stay, since too many of their runs must be kept
     */
    public record Report(String step, int daysMade, long daysDropped, long daysRefused) {}

    private SchemaUpkeep() {}

    /**
     * @param owner connections of the role that owns the schema
     * @param memberRole gets the right to read and write rows; null: nobody gets any
     * @throws SQLException with what is wrong
     */
    public static Report run(DataSource owner, Instant now, int retentionDays, @Nullable String memberRole)
            throws SQLException {
        ServerCheck.requireUsable(owner);
        String step = Schema.migrate(owner);
        LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
        int made = new PartitionKeeper(owner, (table, rows) -> {}).prepare(now, retentionDays);
        PartitionRetention retention = new PartitionRetention(owner);
        List<DayOutcome> days = retention.dropRunsBefore(today.minusDays(retentionDays));
        retention.dropIdempotencyKeysBefore(today.minusDays(KEYS_DAYS));
        retention.dropRedrivesBefore(today.minusDays(retentionDays));
        if (memberRole != null) {
            grant(owner, memberRole);
        }
        long dropped =
                days.stream().filter(day -> day instanceof DayOutcome.Dropped).count();
        return new Report(step, made, dropped, days.size() - dropped);
    }

    /** Rows of the tables that there are, and of those that will be made: a day's rows are reached through its table. */
    private static void grant(DataSource owner, String role) throws SQLException {
        try (Connection connection = owner.getConnection();
                Statement statement = connection.createStatement()) {
            String schema = quoted(connection, connection.getSchema());
            String name = quoted(connection, role);
            String rows = "SELECT, INSERT, UPDATE, DELETE";
            statement.execute("GRANT USAGE ON SCHEMA " + schema + " TO " + name);
            statement.execute("GRANT " + rows + " ON ALL TABLES IN SCHEMA " + schema + " TO " + name);
            statement.execute(
                    "ALTER DEFAULT PRIVILEGES IN SCHEMA " + schema + " GRANT " + rows + " ON TABLES TO " + name);
            statement.execute("REVOKE INSERT, UPDATE, DELETE ON " + HISTORY_OF_STEPS + " FROM " + name);
        } catch (SQLException e) {
            throw new SQLException(
                    "the role " + role + " cannot be given its rights: " + SqlFault.messageOf(e), e.getSQLState(), e);
        }
    }

    private static String quoted(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT quote_ident(?)")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
