package io.carillon.persistence.keyed;

import io.carillon.domain.store.KeyedCall;
import io.carillon.domain.store.KeyedCall.Claimed;
import io.carillon.domain.store.KeyedCall.KeptAnswer;
import io.carillon.domain.store.KeyedCall.Standing;
import io.carillon.domain.store.KeyedCall.UnderWay;
import io.carillon.domain.store.KeyedCalls;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import io.carillon.persistence.jdbc.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys in PostgreSQL. One thread takes what waits, a few hundred at a time: all ends in one transaction, all claims in another.
 */
public final class PgKeyedCalls implements KeyedCalls, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PgKeyedCalls.class);
    private static final int WAITING_MAX = 10_000;
    private static final int BATCH_MAX = 200;
    private static final int CLOSE_SECONDS = 10;
    private static final long LOOK_MILLIS = 100;

    /** Writers of several rows take them in this order, so that no two wait for each other. */
    private static final Comparator<Claimed> ORDER = Comparator.comparing(Claimed::madeOn)
            .thenComparing(claim -> claim.call().scope())
            .thenComparing(claim -> claim.call().key());

    private sealed interface Task {
        void fail(StoreUnavailableException failure);
    }

    private record Begin(Claimed claim, CompletableFuture<Standing> standing) implements Task {
        @Override
        public void fail(StoreUnavailableException failure) {
            standing.completeExceptionally(failure);
        }
    }

    private record Note(Claimed claim, String note, CompletableFuture<Boolean> done) implements Task {
        @Override
        public void fail(StoreUnavailableException failure) {
            done.completeExceptionally(failure);
        }
    }

    /** @param answer null: none is kept, and {@code undone} counts */
    private record End(Claimed claim, @Nullable KeptAnswer answer, boolean undone, CompletableFuture<Void> done)
            implements Task {
        @Override
        public void fail(StoreUnavailableException failure) {
            done.completeExceptionally(failure);
        }
    }

    private final DataSource dataSource;
    private final TimeSource time;
    private final BlockingQueue<Task> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final Thread thread;
    private volatile boolean closed;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#reads} */
    public PgKeyedCalls(DataSource dataSource, TimeSource time) {
        this.dataSource = dataSource;
        this.time = time;
        this.thread = new Thread(this::run, "carillon-keys");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public CompletableFuture<Standing> claim(KeyedCall call) {
        UUID claimId = new UUID(time.randomBits(), time.randomBits());
        Claimed wanted = new Claimed(call, KeyedStatements.dayOf(time.now()), claimId, false);
        Begin begin = new Begin(wanted, new CompletableFuture<>());
        offer(begin, begin.standing);
        return begin.standing;
    }

    @Override
    public CompletableFuture<Boolean> noted(Claimed claim, String note) {
        Note task = new Note(claim, note, new CompletableFuture<>());
        offer(task, task.done);
        return task.done;
    }

    @Override
    public CompletableFuture<Void> answered(Claimed claim, KeptAnswer answer) {
        return end(new End(claim, answer, false, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Void> dropped(Claimed claim, boolean undone) {
        return end(new End(claim, null, undone, new CompletableFuture<>()));
    }

    /** Does what waits, within bounds. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        List<Task> rest = new ArrayList<>();
        waiting.drainTo(rest);
        fail(rest, new RejectedExecutionException("closed"));
    }

    private CompletableFuture<Void> end(End end) {
        offer(end, end.done);
        return end.done;
    }

    private void offer(Task task, CompletableFuture<?> answer) {
        if (closed || !waiting.offer(task)) {
            answer.completeExceptionally(new StoreUnavailableException(
                    "keys are not kept: too many calls wait, or the store is closed",
                    new RejectedExecutionException()));
        }
    }

    private void run() {
        List<Task> batch = new ArrayList<>(BATCH_MAX);
        try {
            while (!closed || !waiting.isEmpty()) {
                Task first = waiting.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    waiting.drainTo(batch, BATCH_MAX - 1);
                    carryOut(batch);
                    batch.clear();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(batch, e);
        }
    }

    /** The top of the loop: whatever happens to a batch, nobody waits for ever. */
    private void carryOut(List<Task> batch) {
        List<End> ends = new ArrayList<>();
        List<Begin> begins = new ArrayList<>();
        List<Note> notes = new ArrayList<>();
        for (Task task : batch) {
            if (task instanceof End end) {
                ends.add(end);
            } else if (task instanceof Begin begin) {
                begins.add(begin);
            } else if (task instanceof Note note) {
                notes.add(note);
            }
        }
        try (Connection connection = dataSource.getConnection()) {
            if (!ends.isEmpty()) {
                end(connection, ends);
            }
            if (!begins.isEmpty()) {
                begin(connection, begins);
            }
            for (Note note : notes) {
                note.done.complete(KeyedStatements.noted(connection, note.claim, note.note));
            }
        } catch (Throwable e) {
            LOG.debug("keys not written n={}", batch.size(), e);
            fail(batch, e);
        }
    }

    private void end(Connection connection, List<End> ends) throws SQLException {
        ends.sort(Comparator.comparing(End::claim, ORDER));
        connection.setAutoCommit(false);
        try (PreparedStatement answered = connection.prepareStatement(KeyedStatements.ANSWERED);
                PreparedStatement undone = connection.prepareStatement(KeyedStatements.UNDONE);
                PreparedStatement inDoubt = connection.prepareStatement(KeyedStatements.IN_DOUBT)) {
            for (End end : ends) {
                if (end.answer != null) {
                    KeyedStatements.answered(answered, end.claim, end.answer);
                } else {
                    KeyedStatements.dropped(end.undone ? undone : inDoubt, end.claim);
                }
            }
            answered.executeBatch();
            undone.executeBatch();
            inDoubt.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
        ends.forEach(end -> end.done.complete(null));
    }

    private void begin(Connection connection, List<Begin> begins) throws SQLException {
        begins.sort(Comparator.comparing(Begin::claim, ORDER));
        List<Claimed> claims = begins.stream().map(Begin::claim).toList();
        Instant now = time.now();
        boolean[] made;
        connection.setAutoCommit(false);
        try {
            KeyedStatements.lockAroundMidnight(connection, now);
            made = KeyedStatements.claim(connection, claims, now);
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
        for (int i = 0; i < made.length; i++) {
            Begin begin = begins.get(i);
            if (made[i]) {
                begin.standing.complete(begin.claim);
            } else {
                Standing standing = KeyedStatements.standing(connection, begin.claim, now);
                // Free again, by now: whoever asks in a moment gets it.
                begin.standing.complete(standing == null ? new UnderWay(now) : standing);
            }
        }
    }

    private static void fail(List<Task> batch, Throwable cause) {
        StoreUnavailableException failure = new StoreUnavailableException(
                "keys are not kept: " + (cause instanceof SQLException sql ? SqlFault.messageOf(sql) : cause), cause);
        batch.forEach(task -> task.fail(failure));
    }
}
