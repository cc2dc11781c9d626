package io.carillon.worker.fence;

import io.carillon.worker.handler.RunContext;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that commits only if no later attempt of the run has committed before: a connection of the source, the
 * claim of the token, the work, the commit. Whoever has transactions of their own calls {@link FencingTable#claim} in them
 * instead.
 *
 * <pre>{@code
 * private final FencedTransaction fenced = new FencedTransaction(dataSource, new FencingTable());
 *
 * public String handle(RunContext run) throws Exception {
 *     return fenced.call(run, connection -> transfer(connection, run.payload()));
 * }
 * }</pre>
 *
 * <p>Thread-safe if the source is.
 */
public final class FencedTransaction {
    private final DataSource source;
    private final FencingTable table;

    public FencedTransaction(DataSource source, FencingTable table) {
        this.source = source;
        this.table = table;
    }

    /** Must neither commit, roll back nor close the connection. */
    @FunctionalInterface
    public interface Work<T> {
        @Nullable
        T with(Connection connection) throws Exception;
    }

    /**
     * Does the work and commits it. Whatever is thrown has rolled everything back, save an error of the commit itself,
     * after which it is unknown whether the work was done: the next attempt must find out, as after any commit.
     *
     * @throws StaleTokenException if a later attempt was here before; the work was not begun
     */
    public <T> @Nullable T call(RunContext run, Work<T> work) throws Exception {
        try (Connection connection = source.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            @Nullable T answer;
            try {
                table.claim(connection, run);
                answer = work.with(connection);
                connection.commit();
            } catch (Throwable e) {
                rollBack(connection, e);
                throw e;
            }
            // So that a pool gets it back as it was; after a failure the pool finds out what is left of it.
            connection.setAutoCommit(autoCommit);
            return answer;
        }
    }

    private static void rollBack(Connection connection, Throwable reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }
}
