package io.carillon.persistence.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Makes connections to the database that is known, and to no other. */
final class KnownServer extends ForwardingDataSource {

    private final StoreWatch watch;

    KnownServer(DataSource server, StoreWatch watch) {
        super(server);
        this.watch = watch;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = target.getConnection();
        try {
            watch.requireKnown(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            // Not back into a pool: it would be had again.
            connection.abort(Runnable::run);
            throw e;
        }
    }
}
