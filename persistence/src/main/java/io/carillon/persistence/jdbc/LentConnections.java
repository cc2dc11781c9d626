package io.carillon.persistence.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections out of a pool of the program around us, each as we need it while we have it. */
final class LentConnections extends ForwardingDataSource {

    private final String applicationName;
    private final @Nullable String schema;
    private final Duration socketTimeout;

    /** @param schema where the tables are; null: where the pool's connections look */
    LentConnections(DataSource pool, String applicationName, @Nullable String schema, Duration socketTimeout) {
        super(pool);
        this.applicationName = applicationName;
        this.schema = schema;
        this.socketTimeout = socketTimeout;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection lent = target.getConnection();
        try {
            return LentConnection.of(lent, applicationName, schema, socketTimeout);
        } catch (SQLException | RuntimeException e) {
            lent.close();
            throw e;
        }
    }

    /** A pool above asks for it; it would be the lender's, or even the whole JVM's. */
    @Override
    public void setLoginTimeout(int seconds) {}
}
