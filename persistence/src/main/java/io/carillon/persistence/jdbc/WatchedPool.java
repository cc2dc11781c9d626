package io.carillon.persistence.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A pool that is not waited for while its database is known to be away. */
final class WatchedPool extends ForwardingDataSource {

    private final StoreWatch watch;

    WatchedPool(DataSource pool, StoreWatch watch) {
        super(pool);
        this.watch = watch;
    }

    @Override
    public Connection getConnection() throws SQLException {
        watch.requireAnswering();
        try {
            return target.getConnection();
        } catch (SQLException e) {
            watch.hint();
            throw e;
        }
    }
}
