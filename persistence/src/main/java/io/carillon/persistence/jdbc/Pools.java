package io.carillon.persistence.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The connections of a member: apart for writes, reads and the clock, so that neither waits for the others. Opens without
 * a database being there; whoever needs a connection then fails, at once where the {@link StoreWatch} knows already.
 */
public final class Pools implements AutoCloseable {

    private static final Duration CONNECTION_LIFE = Duration.ofMinutes(30);

    /** Moving the rows of a day, or a migration, may take long; nobody on the way of a run waits for it. */
    private static final Duration MAINTENANCE_TIMEOUT = Duration.ofMinutes(10);

    /** The watch's own question is small: a server that takes longer for it is away. */
    private static final Duration WATCH_TIMEOUT = Duration.ofSeconds(5);

    /**
     * A row that somebody else's open transaction holds: the rows beside it must not wait for it. Also far above what our
     * own transactions, of milliseconds, hold each other up.
     */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(1);

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

    private final StoreWatch watch;
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final DataSource writes;
    private final DataSource reads;
    private final DataSource clock;
    private final DataSource maintenance;

    public Pools(StoreSettings settings) {
        this.watch = new StoreWatch(server(settings, "watch", WATCH_TIMEOUT), this::cutOff);
        this.writes = open(
                settings,
                "writes",
                writeConnections(settings),
                settings.writeStatementTimeout(),
                settings.writeSocketTimeout(),
                WRITE_PLANS + "SET lock_timeout = " + LOCK_TIMEOUT.toMillis() + "; ");
        this.reads = open(
                settings,
                "reads",
                settings.readers(),
                settings.readStatementTimeout(),
                settings.readSocketTimeout(),
                "SET jit = off; ");
        this.clock = open(settings, "clock", 1, settings.writeStatementTimeout(), settings.writeSocketTimeout(), "");
        this.maintenance = server(settings, "maintenance", MAINTENANCE_TIMEOUT);
        watch.start();
    }

    static int writeConnections(StoreSettings settings) {
        return KINDS * settings.writers() + NOTES;
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

    public StoreWatch watch() {
        return watch;
    }

    @Override
    public void close() {
        watch.close();
        pools.forEach(HikariDataSource::close);
    }

    /** Those at rest are closed at once, those in use when they come back. True if there are none of these. */
    private boolean cutOff() {
        int inUse = 0;
        for (HikariDataSource pool : pools) {
            HikariPoolMXBean connections = pool.getHikariPoolMXBean();
            if (connections != null) {
                connections.softEvictConnections();
                inUse += connections.getActiveConnections();
            }
        }
        return inUse == 0;
    }

    private DataSource open(
            StoreSettings settings,
            String name,
            int size,
            Duration statementTimeout,
            Duration socketTimeout,
            String sessionSql) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("carillon-" + name);
        DataSource server = server(settings, name, socketTimeout);
        if (server instanceof PGSimpleDataSource own) {
            own.setBinaryTransferEnable(BinaryArray.OIDS);
            own.setPrepareThreshold(1);
            own.setPreparedStatementCacheQueries(512);
            own.setPreparedStatementCacheSizeMiB(16);
        }
        config.setDataSource(new KnownServer(server, watch));
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(size);
        config.setConnectionTimeout(settings.poolTimeout().toMillis());
        config.setMaxLifetime(CONNECTION_LIFE.toMillis());
        config.setInitializationFailTimeout(-1);
        // An open transaction holds locks that whoever gains a shard must wait for.
        config.setConnectionInitSql("SET TIME ZONE 'UTC'; SET synchronous_commit = on;"
                + " SET idle_in_transaction_session_timeout = " + statementTimeout.toMillis() + "; " + sessionSql
                + "SET statement_timeout = " + statementTimeout.toMillis());
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return new WatchedPool(pool, watch);
    }

    private static DataSource server(StoreSettings settings, String name, Duration socketTimeout) {
        DataSource lender = settings.lender();
        if (lender != null) {
            return new LentConnections(lender, "carillon-" + name, settings.schema(), socketTimeout);
        }
        return ownServer(settings, name, socketTimeout);
    }

    private static PGSimpleDataSource ownServer(StoreSettings settings, String name, Duration socketTimeout) {
        PGSimpleDataSource server = new PGSimpleDataSource();
        server.setUrl(settings.jdbcUrl());
        server.setUser(settings.username());
        server.setPassword(settings.password());
        server.setApplicationName("carillon-" + name);
        if (settings.schema() != null) {
            server.setCurrentSchema(settings.schema());
        }
        server.setConnectTimeout(seconds(settings.connectTimeout()));
        server.setLoginTimeout(seconds(settings.connectTimeout()));
        server.setSocketTimeout(seconds(socketTimeout));
        server.setTcpKeepAlive(true);
        // Details quote rows: payloads and headers stay out of messages.
        server.setLogServerErrorDetail(false);
        return server;
    }

    /** The driver knows whole seconds only; 0 would mean for ever. */
    private static int seconds(Duration duration) {
        return (int) Math.max(1, duration.toSeconds());
    }
}
