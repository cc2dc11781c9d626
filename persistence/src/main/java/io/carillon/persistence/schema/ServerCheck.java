package io.carillon.persistence.schema;

import io.carillon.persistence.jdbc.StoreIdentity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Whether a server can be built on, before anything is. */
public final class ServerCheck {

    private static final String READ_ONLY = "25006";
    private static final String NOT_SUPPORTED = "0A000";
    private static final String BACKEND = "SELECT pg_backend_pid()";

    private ServerCheck() {}

    /** @throws SQLException with what is wrong and what to do; blocks */
    public static void requireUsable(DataSource server) throws SQLException {
        try (Connection one = server.getConnection();
                Connection other = server.getConnection()) {
            if (StoreIdentity.read(one).standby()) {
                throw new SQLException("it is a standby, which takes no writes; name the primary", READ_ONLY);
            }
            if (backendOf(one) == backendOf(other)) {
                throw new SQLException(
                        "between here and PostgreSQL stands a pooler that gives each transaction another session"
                                + " (PgBouncer with pool_mode = transaction), where the settings of a session are lost;"
                                + " name PostgreSQL itself, or a pooler with pool_mode = session",
                        NOT_SUPPORTED);
            }
        }
    }

    /** Two connections that are open at once have a server process each, unless somebody deals these out. */
    private static int backendOf(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BACKEND);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}
