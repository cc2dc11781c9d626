package io.carillon.persistence.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The connections of a member: apart for writes, reads and the clock, so that neither waits for the others. Opens without
 * a database being there; whoever needs a connection then fails.
 */
public final class Pools implements AutoCloseable {

    private static final Duration CONNECTION_LIFE = Duration.ofMinutes(30);

    /** Moving the rows of a day, or a migration, may take long; nobody on the way of a run waits for it. */
    private static final Duration MAINTENANCE_TIMEOUT = Duration.ofMinutes(10);

    /** Two kinds of writes. */
    private static final int KINDS = 2;

    /** What handlers say has one writer. */
    private static final int NOTES = 1;

    /**
     * Writes are few statements over arrays of any length. Planned once, without looking at the arrays, they must stay right
     * while tables grow from empty to huge; so the planner is left one way, which is the right one at every size: walk the
     * array in its order and look each row up by its key. The order is also what keeps two writers from locking the same
     * rows crosswise.
     */
    private static final String WRITE_PLANS = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;"
            + " SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;"
            + " SET enable_material = off; SET enable_memoize = off; SET enable_sort = off;"
            + " SET join_collapse_limit = 1; SET jit = off; SET max_parallel_workers_per_gather = 0; ";

    private final HikariDataSource writes;
    private final HikariDataSource reads;
    private final HikariDataSource clock;
    private final PGSimpleDataSource maintenance;

    public Pools(StoreSettings settings) {
        this.writes = open(
                settings,
                "writes",
                KINDS * settings.writers() + NOTES,
                settings.writeStatementTimeout(),
                settings.writeSocketTimeout(),
                WRITE_PLANS);
        this.reads = open(
                settings,
                "reads",
                settings.readers(),
                settings.readStatementTimeout(),
                settings.readSocketTimeout(),
                "SET jit = off; ");
        this.clock = open(settings, "clock", 1, settings.writeStatementTimeout(), settings.writeSocketTimeout(), "");
        this.maintenance = new PGSimpleDataSource();
        maintenance.setUrl(settings.jdbcUrl());
        maintenance.setUser(settings.username());
        maintenance.setPassword(settings.password());
        maintenance.setApplicationName("carillon-maintenance");
        maintenance.setConnectTimeout((int) settings.connectTimeout().toSeconds());
        maintenance.setSocketTimeout((int) MAINTENANCE_TIMEOUT.toSeconds());
    }

    /** For conditional writes over arrays only: see how its plans are forced. */
    public DataSource writes() {
        return writes;
    }

    public DataSource reads() {
        return reads;
    }

    /** One connection that nobody else waits for. */
    public DataSource clock() {
        return clock;
    }

    /** Connections of their own, made when needed, for work that may take long. */
    public DataSource maintenance() {
        return maintenance;
    }

    @Override
    public void close() {
        writes.close();
        reads.close();
        clock.close();
    }

    private static HikariDataSource open(
            StoreSettings settings,
            String name,
            int size,
            Duration statementTimeout,
            Duration socketTimeout,
            String sessionSql) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("carillon-" + name);
        config.setJdbcUrl(settings.jdbcUrl());
        config.setUsername(settings.username());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(size);
        config.setConnectionTimeout(settings.poolTimeout().toMillis());
        config.setMaxLifetime(CONNECTION_LIFE.toMillis());
        config.setInitializationFailTimeout(-1);
        // An open transaction holds locks that whoever gains a shard must wait for.
        config.setConnectionInitSql("SET TIME ZONE 'UTC'; SET synchronous_commit = on;"
                + " SET idle_in_transaction_session_timeout = " + statementTimeout.toMillis() + "; " + sessionSql
                + "SET statement_timeout = " + statementTimeout.toMillis());
        config.addDataSourceProperty("ApplicationName", "carillon-" + name);
        config.addDataSourceProperty("connectTimeout", seconds(settings.connectTimeout()));
        config.addDataSourceProperty("loginTimeout", seconds(settings.connectTimeout()));
        config.addDataSourceProperty("socketTimeout", seconds(socketTimeout));
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("binaryTransferEnable", BinaryArray.OIDS);
        config.addDataSourceProperty("prepareThreshold", "1");
        config.addDataSourceProperty("preparedStatementCacheQueries", "512");
        config.addDataSourceProperty("preparedStatementCacheSizeMiB", "16");
        return new HikariDataSource(config);
    }

    /** The driver knows whole seconds only; 0 would mean for ever. */
    private static String seconds(Duration duration) {
        return String.valueOf(Math.max(1, duration.toSeconds()));
    }
}
