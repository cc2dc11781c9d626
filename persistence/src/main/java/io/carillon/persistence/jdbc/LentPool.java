package io.carillon.persistence.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a pool of the program around us has room for us. */
public final class LentPool {

    private static final Logger log = LoggerFactory.getLogger(LentPool.class);

    private static final String TOO_FEW = "53300";

    /** Of some pools nobody is told no: they let wait for ever. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private LentPool() {}

    /**
     * Blocks; asks a pool of another kind than Hikari's for as many connections as we need, for a moment.
     *
     * @throws SQLException if it has less than we need and one for the program itself, with what to do
     */
    public static void requireRoom(DataSource pool, int needed) throws SQLException {
        requireRoom(pool, needed, PATIENCE);
    }

    /** @param patience how long to wait for each connection */
    static void requireRoom(DataSource pool, int needed, Duration patience) throws SQLException {
        if (pool.isWrapperFor(HikariDataSource.class)) {
            int most = pool.unwrap(HikariDataSource.class).getMaximumPoolSize();
            if (most <= needed) {
                throw tooSmall(most, needed);
            }
            return;
        }
        List<Connection> taken = new ArrayList<>();
        ExecutorService asking = Executors.newSingleThreadExecutor(LentPool::asking);
        try {
            while (taken.size() <= needed) {
                taken.add(ask(pool, asking, patience));
            }
        } catch (SQLException e) {
            if (taken.isEmpty()) {
                throw e;
            }
            SQLException refusal = tooSmall(taken.size(), needed);
            refusal.addSuppressed(e);
            throw refusal;
        } finally {
            asking.shutdownNow();
            taken.forEach(LentPool::giveBack);
        }
    }

    private static Connection ask(DataSource pool, ExecutorService asking, Duration patience) throws SQLException {
        CompletableFuture<Connection> answer = CompletableFuture.supplyAsync(() -> connect(pool), asking);
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            takeNothingLate(answer);
            throw new SQLTransientConnectionException(
                    "the DataSource gave no connection within " + patience.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            takeNothingLate(answer);
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while the DataSource was asked for connections", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UncheckedSqlException failure) {
                throw failure.cause;
            }
            throw new SQLException("the DataSource failed: " + e.getCause(), e);
        }
    }

    private static Connection connect(DataSource pool) {
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            throw new UncheckedSqlException(e);
        }
    }

    /** What comes after all goes back. */
    @SuppressWarnings("FutureReturnValueIgnored") // whatever comes of it
    private static void takeNothingLate(CompletableFuture<Connection> answer) {
        answer.thenAccept(LentPool::giveBack);
    }

    private static Thread asking(Runnable task) {
        Thread thread = new Thread(task, "carillon-lent-pool");
        thread.setDaemon(true);
        return thread;
    }

    private static final class UncheckedSqlException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final SQLException cause;

        UncheckedSqlException(SQLException cause) {
            super(cause);
            this.cause = cause;
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
