package io.carillon.persistence.commit;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.note.RunNote;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.persistence.jdbc.SqlFault;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what handlers say, on a thread of its own: nothing of it stands before starts and results. Few calls may wait;
 * whoever makes them gathers what comes while one is under way.
 */
public final class NoteWriter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NoteWriter.class);
    private static final int CALLS_WAITING_MAX = 16;
    private static final int TRIES_MAX = 3;
    private static final int CLOSE_SECONDS = 10;

    private final DataSource dataSource;
    private final ThreadPoolExecutor thread;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#writes} */
    public NoteWriter(DataSource dataSource) {
        this.dataSource = dataSource;
        this.thread =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(CALLS_WAITING_MAX), task -> {
                    Thread made = new Thread(task, "carillon-notes");
                    made.setDaemon(true);
                    return made;
                });
        thread.allowCoreThreadTimeOut(true);
    }

    /** @see io.carillon.domain.store.NoteStore#write */
    public CompletableFuture<Set<RunId>> write(List<RunNote> notes) {
        CompletableFuture<Set<RunId>> answer = new CompletableFuture<>();
        try {
            thread.execute(() -> complete(answer, notes));
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(
                    new StoreUnavailableException("too many notes wait, or the writer is closed", e));
        }
        return answer;
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            thread.shutdownNow();
        }
    }

    private void complete(CompletableFuture<Set<RunId>> answer, List<RunNote> notes) {
        Set<RunId> saved = new HashSet<>();
        try {
            write(
                    notes.stream()
                            .sorted((a, b) -> Uuids.compareUnsigned(
                                    a.runId().value(), b.runId().value()))
                            .toList(),
                    saved);
        } catch (Throwable e) {
            // Whoever waits must hear of it, whatever it is.
            answer.completeExceptionally(
                    e instanceof StoreUnavailableException
                            ? e
                            : new StoreUnavailableException("notes not written: " + e, e));
            return;
        }
        answer.complete(saved);
    }

    private void write(List<RunNote> notes, Set<RunId> saved) {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = dataSource.getConnection()) {
                Pipeline pipeline = NoteStatements.write(notes);
                if (notes.stream().anyMatch(note -> note.checkpoint() != null)) {
                    for (UUID run : pipeline.returned(connection, NoteStatements.SAVED)) {
                        saved.add(new RunId(run));
                    }
                } else {
                    pipeline.run(connection);
                }
                return;
            } catch (SQLException e) {
                if (SqlFault.of(e) == SqlFault.ROW) {
                    halve(notes, saved, e);
                    return;
                }
                if (SqlFault.of(e) != SqlFault.RETRY || attempt == TRIES_MAX) {
                    throw new StoreUnavailableException("notes not written: " + SqlFault.messageOf(e), e);
                }
            }
        }
    }

    /** One that the database refuses for its own sake is dropped, so that it does not take the others along. */
    private void halve(List<RunNote> notes, Set<RunId> saved, SQLException error) {
        if (notes.size() == 1) {
            LOG.warn(
                    "note dropped run={} token={} reason={}",
                    notes.get(0).runId(),
                    notes.get(0).fencingToken(),
                    SqlFault.messageOf(error));
            return;
        }
        int middle = notes.size() / 2;
        write(notes.subList(0, middle), saved);
        write(notes.subList(middle, notes.size()), saved);
    }
}
