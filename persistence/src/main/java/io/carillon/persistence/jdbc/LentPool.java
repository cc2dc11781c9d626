package io.carillon.persistence.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a pool of the program around us has room for us. */
public final class LentPool {

    private static final Logger log = LoggerFactory.getLogger(LentPool.class);

    private static final String TOO_FEW = "53300";

    private LentPool() {}

    /**
     * Blocks; asks a pool of another kind than Hikari's for as many connections as we need, for a moment.
     *
     * @throws SQLException if it has less than we need and one for the program itself, with what to do
     */
    public static void requireRoom(DataSource pool, int needed) throws SQLException {
        if (pool.isWrapperFor(HikariDataSource.class)) {
            int most = pool.unwrap(HikariDataSource.class).getMaximumPoolSize();
            if (most <= needed) {
                throw tooSmall(most, needed);
            }
            return;
        }
        List<Connection> taken = new ArrayList<>();
        try {
            while (taken.size() <= needed) {
                taken.add(pool.getConnection());
            }
        } catch (SQLException e) {
            if (taken.isEmpty()) {
                throw e;
            }
            SQLException refusal = tooSmall(taken.size(), needed);
            refusal.addSuppressed(e);
            throw refusal;
        } finally {
            taken.forEach(LentPool::giveBack);
        }
    }

    private static SQLException tooSmall(int most, int needed) {
        return new SQLException(
                "the DataSource gives at most " + most + " connections at once, of which a member keeps " + needed
                        + " for as long as it runs: allow it " + (needed + 10)
                        + " or more (maximumPoolSize of Hikari, spring.datasource.hikari.maximum-pool-size), or let the"
                        + " member make its own connections by naming the database (jdbcUrl, carillon.datasource.url)",
                TOO_FEW);
    }

    private static void giveBack(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            log.debug("a connection did not go back", e);
        }
    }
}
