package io.carillon.persistence.schema;

import static io.carillon.persistence.schema.DayTable.ATTEMPTS;
import static io.carillon.persistence.schema.DayTable.RUNS;
import static io.carillon.persistence.schema.DayTable.RUN_CHECKPOINTS;
import static io.carillon.persistence.schema.DayTable.RUN_LOGS;
import static io.carillon.persistence.schema.DayTable.RUN_PAYLOADS;
import static io.carillon.persistence.schema.DayTable.RUN_PROGRESS;
import static io.carillon.persistence.schema.DayTable.RUN_RESULTS;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops history by the day. Runs that have not ended and dead letters are never dropped: they move to the default
 * partitions first, with what belongs to them, and a day with too many of them is refused. Blocks.
 */
public final class PartitionRetention {

    /** Moving more rows than this would hold the lock on all of {@code runs} for too long. */
    static final long KEPT_ROWS_MAX = 50_000;

    private static final Logger LOG = LoggerFactory.getLogger(PartitionRetention.class);
    private static final String KEPT = "(ended_at IS NULL OR state = 3)";
    private static final List<DayTable> BESIDE_RUNS =
            List.of(RUN_PAYLOADS, RUN_RESULTS, ATTEMPTS, RUN_PROGRESS, RUN_CHECKPOINTS, RUN_LOGS);

    /** What became of a day. */
    public sealed interface DayOutcome {

        LocalDate day();

        /** @param kept runs that moved away first */
        record Dropped(LocalDate day, long kept) implements DayOutcome {}

        /** @param kept runs that must be kept, more than may be moved: the day stays as it is */
        record Refused(LocalDate day, long kept) implements DayOutcome {}
    }

    private final DataSource dataSource;

    public PartitionRetention(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Whether this role may drop days at all: only who owns the tables may. */
    public boolean allowed() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return PartitionKeeper.ownsDays(connection);
        }
    }

    /** Drops all days of runs before {@code firstKept}, oldest first, each in a transaction of its own. */
    public List<DayOutcome> dropRunsBefore(LocalDate firstKept) throws SQLException {
        List<DayOutcome> outcomes = new ArrayList<>();
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            for (LocalDate day : daysBefore(connection, RUNS, firstKept)) {
                DayOutcome outcome = inTransaction(connection, () -> dropRuns(connection, day));
                LOG.info("history day outcome={}", outcome);
                outcomes.add(outcome);
            }
            inTransaction(connection, () -> dropEndedStrays(connection, firstKept));
        }
        return outcomes;
    }

    /** Drops all days of idempotency keys before {@code firstKept}. */
    public void dropIdempotencyKeysBefore(LocalDate firstKept) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            for (LocalDate day : daysBefore(connection, DayTable.IDEMPOTENCY_KEYS, firstKept)) {
                inTransaction(connection, () -> {
                    begin(connection);
                    detach(connection, DayTable.IDEMPOTENCY_KEYS, day);
                    return execute(connection, "DROP TABLE " + DayTable.IDEMPOTENCY_KEYS.partition(day));
                });
            }
        }
    }

    /** Drops redrives of many that ended before {@code firstKept}. */
    public void dropRedrivesBefore(LocalDate firstKept) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, "DELETE FROM redrives WHERE finished_at < '" + firstKept + " 00:00:00+00'");
        }
    }

    private static DayOutcome dropRuns(Connection connection, LocalDate day) throws SQLException {
        begin(connection);
        long kept = count(connection, "SELECT count(*) FROM " + RUNS.partition(day) + " WHERE " + KEPT);
        if (kept > KEPT_ROWS_MAX) {
            return new DayOutcome.Refused(day, kept);
        }
        detach(connection, RUNS, day);
        // Counted again: until the day was detached, a run in it could move.
        kept = execute(connection, "INSERT INTO runs SELECT * FROM " + RUNS.partition(day) + " WHERE " + KEPT);
        for (DayTable table : BESIDE_RUNS) {
            if (PartitionKeeper.partitionsOf(connection, table).contains(table.partition(day))) {
                detach(connection, table, day);
                execute(
                        connection,
                        "INSERT INTO " + table.table() + " SELECT * FROM " + table.partition(day)
                                + " WHERE run_id IN (SELECT run_id FROM runs_default WHERE " + RUNS.within(day) + ")");
                execute(connection, "DROP TABLE " + table.partition(day));
            }
        }
        execute(
                connection,
                "DELETE FROM run_requests WHERE " + RUNS.within(day)
                        + " AND run_id NOT IN (SELECT run_id FROM runs_default WHERE " + RUNS.within(day) + ")");
        execute(connection, "DROP TABLE " + RUNS.partition(day));
        return new DayOutcome.Dropped(day, kept);
    }

    /** Runs that were kept once and have ended since. */
    private static long dropEndedStrays(Connection connection, LocalDate firstKept) throws SQLException {
        begin(connection);
        String old = "run_id < " + RUNS.bound(firstKept);
        long dropped = execute(connection, "DELETE FROM runs_default WHERE " + old + " AND NOT " + KEPT);
        for (DayTable table : BESIDE_RUNS) {
            execute(
                    connection,
                    "DELETE FROM " + table.defaultPartition() + " t WHERE " + old
                            + " AND NOT EXISTS (SELECT FROM runs_default r WHERE r.run_id = t.run_id)");
        }
        return dropped;
    }

    private static List<LocalDate> daysBefore(Connection connection, DayTable table, LocalDate firstKept)
            throws SQLException {
        String prefix = table.table() + "_";
        List<LocalDate> days = new ArrayList<>();
        for (String name : PartitionKeeper.partitionsOf(connection, table)) {
            if (!name.equals(table.defaultPartition())) {
                LocalDate day = LocalDate.parse(name.substring(prefix.length()), DateTimeFormatter.BASIC_ISO_DATE);
                if (day.isBefore(firstKept)) {
                    days.add(day);
                }
            }
        }
        connection.rollback();
        return days.stream().sorted().toList();
    }

    private static void begin(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(PartitionKeeper.KEEPER_LOCK);
            statement.execute("SET LOCAL lock_timeout = '" + PartitionKeeper.LOCK_TIMEOUT + "'");
        }
    }

    private static void detach(Connection connection, DayTable table, LocalDate day) throws SQLException {
        execute(connection, "ALTER TABLE " + table.table() + " DETACH PARTITION " + table.partition(day));
    }

    private static long execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeLargeUpdate(sql);
        }
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Work that may fail halfway. */
    @FunctionalInterface
    private interface Work<T> {
        T run() throws SQLException;
    }

    private static <T> T inTransaction(Connection connection, Work<T> work) throws SQLException {
        try {
            T result = work.run();
            connection.commit();
            return result;
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }
}
