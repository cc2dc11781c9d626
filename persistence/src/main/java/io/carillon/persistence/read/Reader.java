package io.carillon.persistence.read;

import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.persistence.jdbc.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Threads that read, one connection each. Calls beyond the bound of the queue fail at once; futures complete on these
 * threads and must not be made to wait there.
 */
public final class Reader implements AutoCloseable {

    private static final int QUEUED_MAX = 1_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    /** Rows fetched at once: a large result streams instead of filling memory twice. */
    private static final int FETCH_ROWS = 5_000;

    private final DataSource dataSource;
    private final ThreadPoolExecutor threads;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#reads} */
    public Reader(DataSource dataSource, int threadCount) {
        this.dataSource = dataSource;
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                threadCount, threadCount, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(QUEUED_MAX), task -> {
                    Thread thread = new Thread(task, "carillon-read-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Work with a connection in autocommit. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Sets the parameters of a query. */
    @FunctionalInterface
    interface Binder {
        void bind(PreparedStatement statement) throws SQLException;
    }

    /** Makes a value of the row the result stands on. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    <T> CompletableFuture<T> submit(Work<T> work) {
        CompletableFuture<T> future = new CompletableFuture<>();
        try {
            threads.execute(() -> complete(future, work));
        } catch (RejectedExecutionException e) {
            future.completeExceptionally(
                    new StoreUnavailableException("too many reads wait, or the reader is closed", e));
        }
        return future;
    }

    /** On the caller's thread. */
    <T> T now(Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            return work.on(connection);
        } catch (SQLException e) {
            throw new StoreUnavailableException("cannot read: " + SqlFault.messageOf(e), e);
        }
    }

    /** All rows of a result of any size, in one snapshot. */
    static <T> List<T> list(Connection connection, String sql, Binder binder, RowReader<T> reader) throws SQLException {
        // A cursor needs a transaction; one that only reads ends without harm at the connection's return.
        connection.setAutoCommit(false);
        List<T> values = rows(connection, sql, binder, reader);
        connection.commit();
        return values;
    }

    /** The same inside a transaction that its caller has begun and ends. */
    static <T> List<T> rows(Connection connection, String sql, Binder binder, RowReader<T> reader) throws SQLException {
        List<T> values = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(FETCH_ROWS);
            binder.bind(statement);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    values.add(reader.read(row));
                }
            }
        }
        return values;
    }

    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            threads.shutdownNow();
        }
    }

    private <T> void complete(CompletableFuture<T> future, Work<T> work) {
        try {
            future.complete(now(work));
        } catch (Throwable e) {
            // Also what a row that cannot be read throws: whoever waits must hear of it.
            future.completeExceptionally(
                    e instanceof StoreUnavailableException ? e : new StoreUnavailableException("cannot read: " + e, e));
        }
    }
}
