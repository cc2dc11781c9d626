package io.carillon.domain.store;

import io.carillon.domain.note.LogLine;
import io.carillon.domain.note.Progress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the handlers of a run have said, as the API shows it.
 *
 * @param logs by attempt, oldest first
 */
public record RunNotes(
        @Nullable SaidProgress progress, @Nullable SavedCheckpoint checkpoint, List<AttemptLog> logs) {

    public static final RunNotes NONE = new RunNotes(null, null, List.of());

    /** What is shown of all attempts together; beyond it, the newest lines. */
    public static final int LOG_BYTES_MAX = 256 * 1024;

    public RunNotes {
        logs = List.copyOf(logs);
    }

    /** @param fencingToken of the attempt that said it */
    public record SaidProgress(long fencingToken, Instant at, Progress progress) {}

    /**
     * That there is one.
     *
     * @param fencingToken of the attempt that saved it
     */
    public record SavedCheckpoint(long fencingToken, Instant savedAt, int bytes) {}

    /** @param dropped lines of the attempt that are not here */
    public record AttemptLog(long fencingToken, long dropped, List<LogLine> lines) {
        public AttemptLog {
            lines = List.copyOf(lines);
        }
    }
}
