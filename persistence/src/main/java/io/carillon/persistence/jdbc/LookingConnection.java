package io.carillon.persistence.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;

/** One connection that may only read, apart from all pools of a member: whoever looks after them must not wait for them. */
public final class LookingConnection {

    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(15);

    private LookingConnection() {}

    /** Opens without a database being there. The caller closes it. */
    public static HikariDataSource open(StoreSettings settings, String name) {
        PGSimpleDataSource server = new PGSimpleDataSource();
        server.setUrl(settings.jdbcUrl());
        server.setUser(settings.username());
        server.setPassword(settings.password());
        server.setApplicationName("carillon-" + name);
        server.setConnectTimeout((int) Math.max(1, settings.connectTimeout().toSeconds()));
        server.setLoginTimeout((int) Math.max(1, settings.connectTimeout().toSeconds()));
        server.setSocketTimeout((int) SOCKET_TIMEOUT.toSeconds());
        server.setTcpKeepAlive(true);
        server.setBinaryTransferEnable(BinaryArray.OIDS);
        server.setPrepareThreshold(1);
        HikariConfig config = new HikariConfig();
        config.setPoolName("carillon-" + name);
        config.setDataSource(server);
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(settings.poolTimeout().toMillis());
        config.setInitializationFailTimeout(-1);
        config.setConnectionInitSql("SET TIME ZONE 'UTC'; SET jit = off; SET max_parallel_workers_per_gather = 0;"
                + " SET default_transaction_read_only = on; SET statement_timeout = " + STATEMENT_TIMEOUT.toMillis());
        return new HikariDataSource(config);
    }
}
