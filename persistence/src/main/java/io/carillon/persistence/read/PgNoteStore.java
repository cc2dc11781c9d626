package io.carillon.persistence.read;

import io.carillon.domain.id.RunId;
import io.carillon.domain.note.RunNote;
import io.carillon.domain.store.NoteStore;
import io.carillon.persistence.commit.NoteWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** What handlers say, in PostgreSQL. */
public final class PgNoteStore implements NoteStore, AutoCloseable {

    private static final String LAST_CHECKPOINTS =
            "SELECT c.run_id, c.state FROM unnest(?) AS u(run_id) JOIN run_checkpoints c ON c.run_id = u.run_id";

    private final Reader reader;
    private final NoteWriter writer;

    public PgNoteStore(Reader reader, NoteWriter writer) {
        this.reader = reader;
        this.writer = writer;
    }

    @Override
    public CompletableFuture<Set<RunId>> write(List<RunNote> notes) {
        return writer.write(notes);
    }

    @Override
    public CompletableFuture<Map<RunId, byte[]>> lastCheckpoints(Collection<RunId> runs) {
        UUID[] ids = runs.stream().map(RunId::value).toArray(UUID[]::new);
        return reader.submit(connection -> read(connection, ids));
    }

    @Override
    public void close() {
        writer.close();
    }

    private static Map<RunId, byte[]> read(Connection connection, UUID[] ids) throws SQLException {
        Map<RunId, byte[]> found = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(LAST_CHECKPOINTS)) {
            statement.setArray(1, connection.createArrayOf("uuid", ids));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.put(new RunId(row.getObject(1, UUID.class)), row.getBytes(2));
                }
            }
        }
        return found;
    }
}
