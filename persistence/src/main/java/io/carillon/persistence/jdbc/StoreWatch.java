package io.carillon.persistence.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database answers, and whether it is still the same. Looked at about once a second over a connection of its
 * own, at every hint, and four times a second while it is away; meanwhile whoever wants a connection hears so at once,
 * instead of waiting for a pool that cannot fill.
 *
 * <p>If another database has taken the place of the one that memory was built from (a promoted standby, a restored
 * backup), nobody gets a connection until those to the old one are closed and the listener has dropped what was built from
 * it. The old one may live on, where a name or a proxy has moved: then a new connection is the first to find out.
 */
public final class StoreWatch implements AutoCloseable {

    /** What is to be done before the first connection to another database than before. */
    @FunctionalInterface
    public interface Listener {
        /**
         * On the watch's thread, again after a pause if it throws.
         *
         * @param database the new one, for this call only
         */
        void replaced(StoreIdentity before, StoreIdentity now, Connection database) throws SQLException;
    }

    private static final Logger log = LoggerFactory.getLogger(StoreWatch.class);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
    private static final String CONNECTION_FAILURE = "08006";

    private final DataSource probes;
    private final BooleanSupplier cutOff;
    private final Thread thread = new Thread(this::run, "carillon-store-watch");
    private final Semaphore hints = new Semaphore(0);
    private final AtomicReference<@Nullable StoreIdentity> known = new AtomicReference<>();
    private volatile Listener listener = (before, now, database) -> {};
    /** Null: it answers, as far as is known. */
    private volatile @Nullable String away;

    private volatile boolean doubted;
    private @Nullable Connection probe;
    private @Nullable StoreIdentity announced;

    /**
     * @param probes makes connections whose every wait is bounded
     * @param cutOff closes all connections that were handed out before; true when none is in use any more
     */
    StoreWatch(DataSource probes, BooleanSupplier cutOff) {
        this.probes = probes;
        this.cutOff = cutOff;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Replaces the listener. To be called before anything is kept in memory. */
    public void onReplaced(Listener value) {
        listener = value;
    }

    /** Why there are no connections at present; null: there should be. Any thread, never waits. */
    public @Nullable String away() {
        return away;
    }

    /** Somebody was not served: look now. Any thread. */
    void hint() {
        hints.release();
    }

    /** @throws SQLException if the database is known to be away; nothing has been sent then */
    void requireAnswering() throws SQLException {
        String reason = away;
        if (reason != null) {
            throw new SQLTransientConnectionException(reason, CONNECTION_FAILURE);
        }
    }

    /**
     * For a connection that has just been made, before anybody uses it.
     *
     * @throws SQLException if it leads to another database than the one that is known
     */
    void requireKnown(Connection connection) throws SQLException {
        StoreIdentity now = StoreIdentity.read(connection);
        StoreIdentity before = known.get();
        if (now.standby() || (before != null && !before.equals(now))) {
            doubted = true;
            hint();
            throw new SQLTransientConnectionException("led to another database: " + now, CONNECTION_FAILURE);
        }
        known.compareAndSet(null, now);
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(LOOK_EVERY.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (true) {
                look();
                Duration pause = away == null ? LOOK_EVERY : LOOK_AGAIN;
                if (hints.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    hints.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            log.debug("the watch ends");
        } finally {
            giveBackProbe();
        }
    }

    private void look() {
        try {
            StoreIdentity now = ask();
            if (now.standby()) {
                lost("PostgreSQL is a standby or still recovering, and takes no writes");
            } else {
                accept(now);
            }
        } catch (SQLException | RuntimeException e) {
            forgetProbe();
            lost("PostgreSQL does not answer: " + e.getMessage());
        }
    }

    /** A connection that does not answer may be alone in that: a fresh one is asked before a word is believed. */
    private StoreIdentity ask() throws SQLException {
        if (doubted) {
            doubted = false;
            forgetProbe();
        }
        Connection open = probe;
        if (open != null) {
            try {
                return StoreIdentity.read(open);
            } catch (SQLException e) {
                log.debug("asking again over a fresh connection", e);
                forgetProbe();
            }
        }
        Connection fresh = probes.getConnection();
        probe = fresh;
        return StoreIdentity.read(fresh);
    }

    private void accept(StoreIdentity now) throws SQLException {
        StoreIdentity before = known.get();
        if (before != null && !before.equals(now)) {
            lost("another database has taken the place of the one before");
            if (!now.equals(announced)) {
                announced = now;
                log.error(
                        "another database has taken the place of the one before, memory is dropped before={} now={}",
                        before,
                        now);
            }
            if (!cutOff.getAsBoolean()) {
                // What is being asked of the old one ends by its timeout; until then nobody may mix the two.
                return;
            }
            listener.replaced(before, now, Objects.requireNonNull(probe));
        }
        known.set(now);
        announced = null;
        if (away != null) {
            away = null;
            log.info("PostgreSQL answers again");
        }
    }

    private void lost(String reason) {
        if (away == null) {
            log.warn("no connections for now: {}", reason);
        }
        away = reason;
    }

    /** For good, so that the next one is another one also where connections are lent by somebody's pool. */
    private void forgetProbe() {
        Connection open = probe;
        probe = null;
        if (open != null) {
            try {
                open.abort(Runnable::run);
            } catch (SQLException e) {
                log.debug("closing a broken connection", e);
            }
        }
    }

    /** Nothing is wrong with it: whoever lent it may use it again. */
    private void giveBackProbe() {
        Connection open = probe;
        probe = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                log.debug("closing a connection at the end", e);
            }
        }
    }
}
