package io.carillon.persistence.schema;

import io.carillon.persistence.jdbc.EpochLock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the day partitions: a week ahead, the recent past, and each day within the retention that has rows in the default
 * partition. Its owner calls it at start and daily; several members may do so at once. Blocks.
 *
 * <p>Making a day locks the default partition for a moment. If that lock is not to be had within {@link #LOCK_TIMEOUT}, the
 * call fails and changes nothing of that day: try again later, there is a week of time. A role that does not own the tables makes
 * none, also where a backfill has written rows of a day that nobody has made yet: whoever owns them does that.
 */
public final class PartitionKeeper {

    static final int DAYS_AHEAD = 7;
    static final int DAYS_PAST = 1;
    /** Queries queue up behind a lock that waits, so it must not wait long. */
    static final String LOCK_TIMEOUT = "500ms";
    /** Serializes keepers. */
    static final String KEEPER_LOCK = "SELECT pg_advisory_xact_lock(" + EpochLock.CLASS + ", 256)";

    private static final Logger LOG = LoggerFactory.getLogger(PartitionKeeper.class);

    private final DataSource dataSource;
    private final StrayRowsAlarm alarm;

    public PartitionKeeper(DataSource dataSource, StrayRowsAlarm alarm) {
        this.dataSource = dataSource;
        this.alarm = alarm;
    }

    /**
     * @param retentionDays no day older than this is made: its rows are kept in the default partition on purpose
     * @return how many partitions were made
     */
    public int prepare(Instant now, int retentionDays) throws SQLException {
        LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
        int made = 0;
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            boolean mayMake = ownsDays(connection);
            for (DayTable table : DayTable.values()) {
                Set<String> existing = partitionsOf(connection, table);
                for (LocalDate day : mayMake
                        ? wantedDays(connection, table, today, today.minusDays(retentionDays))
                        : Set.<LocalDate>of()) {
                    if (!existing.contains(table.partition(day))) {
                        make(connection, table, day);
                        made++;
                    }
                }
                alarm.strayRows(table.table(), strayRows(connection, table, today.minusDays(retentionDays)));
            }
            connection.commit();
        }
        if (made > 0) {
            LOG.info("day partitions made count={} through={}", made, today.plusDays(DAYS_AHEAD));
        }
        return made;
    }

    /** Whether this role may make days and drop them: only who owns the tables may. */
    static boolean ownsDays(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = '"
                                + DayTable.RUNS.table() + "'::regclass")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    static Set<String> partitionsOf(Connection connection, DayTable table) throws SQLException {
        Set<String> names = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT c.relname FROM pg_inherits i JOIN pg_class c"
                        + " ON c.oid = i.inhrelid WHERE i.inhparent = '" + table.table() + "'::regclass")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private static Set<LocalDate> wantedDays(Connection connection, DayTable table, LocalDate today, LocalDate oldest)
            throws SQLException {
        Set<LocalDate> days = new TreeSet<>();
        for (int i = -DAYS_PAST; i <= DAYS_AHEAD; i++) {
            days.add(today.plusDays(i));
        }
        // Walks from day to day by the index: a default partition full of one day's rows costs one look.
        LocalDate from = oldest;
        LocalDate last = today.plusDays(DAYS_AHEAD);
        while (!from.isAfter(last)) {
            LocalDate found = firstStrayDay(connection, table, from);
            if (found == null || found.isAfter(last)) {
                break;
            }
            days.add(found);
            from = found.plusDays(1);
        }
        return days;
    }

    private static @org.jspecify.annotations.Nullable LocalDate firstStrayDay(
            Connection connection, DayTable table, LocalDate from) throws SQLException {
        String sql = "SELECT " + table.column() + " FROM " + table.defaultPartition() + " WHERE " + table.column()
                + " >= " + table.bound(from) + " ORDER BY 1 LIMIT 1";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            if (!row.next()) {
                return null;
            }
            return table.byRunId() ? RunDays.dayOf(row.getObject(1, UUID.class)) : row.getObject(1, LocalDate.class);
        }
    }

    /** In one transaction: rows of the day that lie in the default partition move into it. */
    private static void make(Connection connection, DayTable table, LocalDate day) throws SQLException {
        String partition = table.partition(day);
        try (Statement statement = connection.createStatement()) {
            statement.execute(KEEPER_LOCK);
            if (partitionsOf(connection, table).contains(partition)) {
                connection.commit();
                return;
            }
            statement.execute("SET LOCAL lock_timeout = '" + LOCK_TIMEOUT + "'");
            statement.execute("LOCK TABLE " + table.defaultPartition() + " IN ACCESS EXCLUSIVE MODE");
            statement.execute("CREATE TABLE " + partition + " (LIKE " + table.table()
                    + " INCLUDING DEFAULTS INCLUDING CONSTRAINTS) " + table.storage());
            statement.execute("WITH moved AS (DELETE FROM " + table.defaultPartition() + " WHERE " + table.within(day)
                    + " RETURNING *) INSERT INTO " + partition + " SELECT * FROM moved");
            statement.execute("ALTER TABLE " + table.table() + " ATTACH PARTITION " + partition + " FOR VALUES FROM ("
                    + table.bound(day) + ") TO (" + table.bound(day.plusDays(1)) + ")");
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }

    private static long strayRows(Connection connection, DayTable table, LocalDate oldest) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table.defaultPartition() + " WHERE "
                        + table.column() + " >= " + table.bound(oldest))) {
            row.next();
            return row.getLong(1);
        }
    }
}
