package io.carillon.persistence.jdbc;

import java.time.Duration;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Every knob of the durable store. All waits together stay far below a minute, the time after which callers and the grid
 * give an operation up.
 *
 * @param writers connections and threads of each of the two kinds of writes, 1 to 16
 * @param readers connections and threads for loading and queries, 1 to 64
 * @param writeStatementTimeout the server ends a write that takes longer
 * @param writeSocketTimeout the client gives a write up that takes longer; its outcome is unknown then
 * @param readStatementTimeout the server ends a read that takes longer; loading half a million jobs takes seconds
 * @param readSocketTimeout the client gives a read up that takes longer
 * @param connectTimeout for making a connection
 * @param poolTimeout how long to wait for a free connection
 * @param batchRowsMax rows one transaction may carry, unless a single call has more
 * @param queuedRowsMax rows that may wait for each of the two kinds of writes; further calls fail at once
 * @param runLinger least time between two batches of moves of runs under full load, less below it
 * @param lender the pool of a program around us, from which all connections come; null: they are made by the URL
 * @param schema in which the tables are, made if it is missing; null: where connections look by themselves
 * @param migrates whether the schema is brought up to date at the start; else it must be, and is not changed
 */
public record StoreSettings(
        String jdbcUrl,
        String username,
        String password,
        int writers,
        int readers,
        Duration writeStatementTimeout,
        Duration writeSocketTimeout,
        Duration readStatementTimeout,
        Duration readSocketTimeout,
        Duration connectTimeout,
        Duration poolTimeout,
        int batchRowsMax,
        int queuedRowsMax,
        Duration runLinger,
        @Nullable DataSource lender,
        @Nullable String schema,
        boolean migrates) {

    /** Watch, and two at once for looking at the server and for migrations; the clock has one of its own. */
    private static final int FURTHER_CONNECTIONS = 4;

    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    /** By a URL, with the tables where connections look by themselves. */
    public StoreSettings(
            String jdbcUrl,
            String username,
            String password,
            int writers,
            int readers,
            Duration writeStatementTimeout,
            Duration writeSocketTimeout,
            Duration readStatementTimeout,
            Duration readSocketTimeout,
            Duration connectTimeout,
            Duration poolTimeout,
            int batchRowsMax,
            int queuedRowsMax,
            Duration runLinger) {
        this(
                jdbcUrl,
                username,
                password,
                writers,
                readers,
                writeStatementTimeout,
                writeSocketTimeout,
                readStatementTimeout,
                readSocketTimeout,
                connectTimeout,
                poolTimeout,
                batchRowsMax,
                queuedRowsMax,
                runLinger,
                null,
                null,
                true);
    }

    private static final Duration WAIT_MAX = Duration.ofSeconds(45);

    public StoreSettings {
        require(writers >= 1 && writers <= 16, "writers must be from 1 to 16");
        require(readers >= 1 && readers <= 64, "readers must be from 1 to 64");
        require(batchRowsMax >= 1 && batchRowsMax <= 20_000, "batchRowsMax must be from 1 to 20,000");
        require(queuedRowsMax >= batchRowsMax, "queuedRowsMax must be at least batchRowsMax");
        require(!runLinger.isNegative() && runLinger.compareTo(Duration.ofMillis(100)) <= 0, "runLinger: 0 to 100 ms");
        requireOrder(writeStatementTimeout, writeSocketTimeout, "write");
        requireOrder(readStatementTimeout, readSocketTimeout, "read");
        require(poolTimeout.compareTo(Duration.ofMillis(250)) >= 0, "poolTimeout must be at least 250 ms");
        require(connectTimeout.compareTo(poolTimeout) <= 0, "connectTimeout must not exceed poolTimeout");
        require(
                schema == null || SCHEMA.matcher(schema).matches(),
                "the schema must be a name of small letters, digits and _, was " + schema);
    }

    /** What fits a member on two cores with its database beside it. */
    public static StoreSettings of(String jdbcUrl, String username, String password) {
        return new StoreSettings(
                jdbcUrl,
                username,
                password,
                2,
                6,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                Duration.ofSeconds(3),
                Duration.ofSeconds(3),
                1_000,
                200_000,
                Duration.ofMillis(7));
    }

    /** The same with connections out of somebody else's pool. */
    public StoreSettings lentBy(DataSource pool) {
        return with(writers, readers, pool, schema, migrates);
    }

    public StoreSettings inSchema(@Nullable String name) {
        return with(writers, readers, lender, name, migrates);
    }

    public StoreSettings sized(int writerCount, int readerCount) {
        return with(writerCount, readerCount, lender, schema, migrates);
    }

    public StoreSettings withMigration(boolean wanted) {
        return with(writers, readers, lender, schema, wanted);
    }

    private StoreSettings with(
            int writerCount, int readerCount, @Nullable DataSource pool, @Nullable String name, boolean migrating) {
        return new StoreSettings(
                jdbcUrl,
                username,
                password,
                writerCount,
                readerCount,
                writeStatementTimeout,
                writeSocketTimeout,
                readStatementTimeout,
                readSocketTimeout,
                connectTimeout,
                poolTimeout,
                batchRowsMax,
                queuedRowsMax,
                runLinger,
                pool,
                name,
                migrating);
    }

    /** Connections that a member has at once, at most. */
    public int connections() {
        return Pools.writeConnections(this) + readers + FURTHER_CONNECTIONS;
    }

    /** The password stays out of logs. */
    @Override
    public String toString() {
        return "StoreSettings[jdbcUrl=" + jdbcUrl + ", writers=" + writers + ", readers=" + readers + "]";
    }

    /** The server must give up first: then the outcome is known and the connection lives on. */
    private static void requireOrder(Duration statement, Duration socket, String kind) {
        require(statement.compareTo(Duration.ofMillis(100)) >= 0, kind + "StatementTimeout must be at least 100 ms");
        require(statement.compareTo(socket) < 0, kind + "StatementTimeout must be below " + kind + "SocketTimeout");
        require(socket.compareTo(WAIT_MAX) <= 0, kind + "SocketTimeout must be at most " + WAIT_MAX.toSeconds() + " s");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
