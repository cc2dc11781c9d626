package io.carillon.persistence.read;

import io.carillon.domain.id.RunId;
import io.carillon.domain.note.LogChunk;
import io.carillon.domain.note.LogLine;
import io.carillon.domain.note.Progress;
import io.carillon.domain.store.RunNotes;
import io.carillon.domain.store.RunNotes.AttemptLog;
import io.carillon.domain.store.RunNotes.SaidProgress;
import io.carillon.domain.store.RunNotes.SavedCheckpoint;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What handlers said of one run. */
final class NoteQueries {

    private static final String PROGRESS =
            "SELECT fencing_token, noted_at, fraction, message FROM run_progress WHERE run_id = ?";

    private static final String CHECKPOINT =
            "SELECT fencing_token, saved_at, octet_length(state) FROM run_checkpoints WHERE run_id = ?";

    /** The newest rows of all attempts that fit together, newest first, and the one that no longer does. */
    private static final String LOGS = "SELECT fencing_token, first_line, lines FROM ("
            + "SELECT *, sum(bytes) OVER (ORDER BY fencing_token DESC, first_line DESC"
            + " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS newer FROM run_logs WHERE run_id = ?) l"
            + " WHERE coalesce(newer, 0) < " + RunNotes.LOG_BYTES_MAX + " ORDER BY fencing_token DESC, first_line DESC";

    private record Chunk(long fencingToken, long firstLine, List<String> lines) {}

    /** The newest lines of an attempt, collected from its end. */
    private static final class Collected {
        final Deque<LogLine> lines = new ArrayDeque<>();
        long lastLine;
        int bytes;
    }

    private NoteQueries() {}

    static RunNotes of(Connection connection, RunId run) throws SQLException {
        List<SaidProgress> progress = Reader.list(
                connection,
                PROGRESS,
                statement -> statement.setObject(1, run.value()),
                row -> new SaidProgress(
                        row.getLong(1), Columns.instant(row, 2), new Progress(fraction(row, 3), row.getString(4))));
        List<SavedCheckpoint> checkpoints = Reader.list(
                connection,
                CHECKPOINT,
                statement -> statement.setObject(1, run.value()),
                row -> new SavedCheckpoint(row.getLong(1), Columns.instant(row, 2), row.getInt(3)));
        List<Chunk> chunks = Reader.list(
                connection,
                LOGS,
                statement -> statement.setObject(1, run.value()),
                row -> new Chunk(
                        row.getLong(1), row.getLong(2), List.of(row.getString(3).split("\n", -1))));
        return new RunNotes(
                progress.isEmpty() ? null : progress.get(0),
                checkpoints.isEmpty() ? null : checkpoints.get(0),
                logs(chunks));
    }

    /** @param newestFirst chunks; kept are the lines of each attempt that are within the bounds of an attempt and of an answer */
    private static List<AttemptLog> logs(List<Chunk> newestFirst) {
        Map<Long, Collected> byToken = new LinkedHashMap<>();
        int bytes = 0;
        for (Chunk chunk : newestFirst) {
            Collected log = byToken.computeIfAbsent(chunk.fencingToken(), token -> new Collected());
            // Each line is ended by a newline, so behind the last one there is nothing.
            int count = chunk.lines().size() - 1;
            log.lastLine = Math.max(log.lastLine, chunk.firstLine() + count - 1);
            for (int i = count - 1; i >= 0; i--) {
                String line = chunk.lines().get(i);
                int size = line.getBytes(StandardCharsets.UTF_8).length + 1;
                if (log.lines.size() == LogChunk.LINES_MAX
                        || log.bytes + size > LogChunk.BYTES_MAX
                        || bytes + size > RunNotes.LOG_BYTES_MAX) {
                    break;
                }
                log.lines.addFirst(line(line));
                log.bytes += size;
                bytes += size;
            }
        }
        List<AttemptLog> logs = new ArrayList<>();
        byToken.forEach((token, log) ->
                logs.add(0, new AttemptLog(token, log.lastLine - log.lines.size(), List.copyOf(log.lines))));
        return logs;
    }

    private static LogLine line(String stored) {
        int space = stored.indexOf(' ');
        return new LogLine(Instant.parse(stored.substring(0, space)), stored.substring(space + 1));
    }

    private static @Nullable Double fraction(ResultSet row, int column) throws SQLException {
        double fraction = row.getDouble(column);
        return row.wasNull() ? null : fraction;
    }
}
