package io.carillon.persistence.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.QueryExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of somebody else's pool. It goes back as it came: its session is told again what it had been told before,
 * the driver's own settings are put back. One that cannot be put back is closed for good, so that nobody meets our settings.
 */
final class LentConnection implements InvocationHandler {

    private static final Logger log = LoggerFactory.getLogger(LentConnection.class);

    /** What somebody has set since the session began, by its pool or by hand; its beginnings RESET ALL brings back. */
    private static final String TOLD = "SELECT name, setting FROM pg_settings WHERE source = 'session'";

    private static final String TELL = "SELECT set_config(?, ?, false)";
    private static final String NOT_POSTGRES = "08001";

    private final Connection lent;
    private final BaseConnection driver;
    private final Map<String, String> told;
    private final boolean autoCommit;
    private final boolean readOnly;
    private final int networkTimeoutMillis;
    private final int prepareThreshold;
    private final BinaryOids arrays;
    private boolean back;

    private LentConnection(Connection lent, BaseConnection driver) throws SQLException {
        this.lent = lent;
        this.driver = driver;
        this.autoCommit = lent.getAutoCommit();
        this.readOnly = lent.isReadOnly();
        this.networkTimeoutMillis = lent.getNetworkTimeout();
        this.prepareThreshold = driver.getPrepareThreshold();
        if (!autoCommit) {
            // Commits: what the pool itself has set may still be in an open transaction.
            lent.setAutoCommit(true);
        }
        this.told = told(lent);
        this.arrays = BinaryOids.add(driver);
    }

    /** @throws SQLException also where the connection is none of PostgreSQL's driver */
    static Connection of(Connection lent, String applicationName, @Nullable String schema, Duration socketTimeout)
            throws SQLException {
        LentConnection handler = new LentConnection(lent, driverOf(lent));
        try {
            handler.prepare(applicationName, schema, socketTimeout);
        } catch (SQLException | RuntimeException e) {
            handler.discard();
            throw e;
        }
        return (Connection) Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, handler);
    }

    private static BaseConnection driverOf(Connection lent) throws SQLException {
        if (lent.isWrapperFor(PGConnection.class) && lent.unwrap(PGConnection.class) instanceof BaseConnection driver) {
            return driver;
        }
        throw new SQLException(
                "the DataSource gives connections of " + lent.getMetaData().getDriverName()
                        + ", but Carillon needs PostgreSQL's own driver (org.postgresql) behind it",
                NOT_POSTGRES);
    }

    private void prepare(String applicationName, @Nullable String schema, Duration socketTimeout) throws SQLException {
        if (readOnly) {
            lent.setReadOnly(false);
        }
        lent.setNetworkTimeout(Runnable::run, (int) socketTimeout.toMillis());
        driver.setPrepareThreshold(1);
        // What the session was told is for others; what we do not set must be as on a fresh connection.
        resetAll();
        tell("application_name", applicationName);
        if (schema != null) {
            tell("search_path", schema);
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        switch (method.getName()) {
            case "close" -> {
                giveBack();
                return null;
            }
            case "abort" -> {
                discard();
                return null;
            }
            case "isClosed" -> {
                return back || lent.isClosed();
            }
            case "equals" -> {
                return arguments != null && proxy == arguments[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            case "toString" -> {
                return "lent " + lent;
            }
            default -> {
                try {
                    return method.invoke(lent, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause() == null ? e : e.getCause();
                }
            }
        }
    }

    private void giveBack() throws SQLException {
        if (back) {
            return;
        }
        if (!restore()) {
            discard();
            return;
        }
        back = true;
        lent.close();
    }

    private boolean restore() {
        try {
            if (lent.isClosed()) {
                return false;
            }
            if (!lent.getAutoCommit()) {
                lent.rollback();
                lent.setAutoCommit(true);
            }
            resetAll();
            for (Map.Entry<String, String> setting : told.entrySet()) {
                tell(setting.getKey(), setting.getValue());
            }
            arrays.remove();
            driver.setPrepareThreshold(prepareThreshold);
            lent.setNetworkTimeout(Runnable::run, networkTimeoutMillis);
            if (readOnly) {
                lent.setReadOnly(true);
            }
            if (!autoCommit) {
                lent.setAutoCommit(false);
            }
            return true;
        } catch (SQLException e) {
            log.debug("a lent connection cannot be put back as it was and is closed", e);
            return false;
        }
    }

    /** Closed below its pool, which finds out when it gets it back. */
    private void discard() throws SQLException {
        if (back) {
            return;
        }
        back = true;
        try {
            driver.close();
        } finally {
            try {
                lent.close();
            } catch (SQLException e) {
                log.debug("the pool has found out that a connection is closed", e);
            }
        }
    }

    private void resetAll() throws SQLException {
        try (Statement statement = lent.createStatement()) {
            statement.execute("RESET ALL");
        }
    }

    private void tell(String name, String setting) throws SQLException {
        try (PreparedStatement statement = lent.prepareStatement(TELL)) {
            statement.setString(1, name);
            statement.setString(2, setting);
            statement.execute();
        }
    }

    private static Map<String, String> told(Connection lent) throws SQLException {
        Map<String, String> told = new LinkedHashMap<>();
        try (PreparedStatement statement = lent.prepareStatement(TOLD);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                told.put(row.getString(1), row.getString(2));
            }
        }
        return told;
    }

    /** The array types that the driver sends in binary form for us, and had not before. */
    private record BinaryOids(QueryExecutor executor, List<Integer> added) {

        static BinaryOids add(BaseConnection driver) {
            QueryExecutor executor = driver.getQueryExecutor();
            List<Integer> missing = Stream.of(BinaryArray.OIDS.split(",", -1))
                    .map(Integer::valueOf)
                    .filter(oid -> !driver.binaryTransferSend(oid))
                    .toList();
            missing.forEach(executor::addBinarySendOid);
            return new BinaryOids(executor, missing);
        }

        void remove() {
            added.forEach(executor::removeBinarySendOid);
        }
    }
}
