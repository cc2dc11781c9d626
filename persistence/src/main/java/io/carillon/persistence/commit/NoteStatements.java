package io.carillon.persistence.commit;

import io.carillon.domain.note.Checkpoint;
import io.carillon.domain.note.LogChunk;
import io.carillon.domain.note.Progress;
import io.carillon.domain.note.RunNote;
import io.carillon.persistence.jdbc.BinaryArray;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The statements that keep what handlers say. Rows stand in the order of their run ids, as in all writes. */
final class NoteStatements {

    /** Position in the pipeline of the statement that returns the runs whose checkpoint is saved, where there is any. */
    static final int SAVED = 0;

    /**
     * The lock on the run's row puts this before or after the end of the attempt. If before, the end waits for this commit, and
     * whoever starts the next attempt reads this checkpoint; if after, the condition is asked again, of the row as it is then,
     * and nothing is saved. A checkpoint that was overtaken by a later one of its attempt leaves that one, and counts as saved.
     */
    static final String SAVE_CHECKPOINTS = """
            INSERT INTO run_checkpoints AS c (run_id, fencing_token, number, saved_at, state)
            SELECT u.run_id, u.fencing_token, u.number, u.saved_at, u.state
            FROM unnest(?, ?, ?, ?, ?) AS u(run_id, fencing_token, number, saved_at, state)
            JOIN runs r ON r.run_id = u.run_id
            WHERE r.fencing_token = u.fencing_token AND r.state = 1
            FOR SHARE OF r
            ON CONFLICT (run_id) DO UPDATE SET
                number = greatest(excluded.number,
                    CASE WHEN c.fencing_token = excluded.fencing_token THEN c.number ELSE 0 END),
                saved_at = CASE WHEN c.fencing_token = excluded.fencing_token AND c.number > excluded.number
                    THEN c.saved_at ELSE excluded.saved_at END,
                state = CASE WHEN c.fencing_token = excluded.fencing_token AND c.number > excluded.number
                    THEN c.state ELSE excluded.state END,
                fencing_token = excluded.fencing_token
            WHERE c.fencing_token <= excluded.fencing_token
            RETURNING c.run_id""";

    /** What came late over an old stream does not set a run back. */
    static final String SET_PROGRESS = """
            INSERT INTO run_progress AS p (run_id, fencing_token, noted_at, fraction, message)
            SELECT u.run_id, u.fencing_token, u.noted_at, nullif(u.fraction_ppm, -1) / 1000000.0, u.message
            FROM unnest(?, ?, ?, ?, ?) AS u(run_id, fencing_token, noted_at, fraction_ppm, message)
            JOIN runs r ON r.run_id = u.run_id
            WHERE r.fencing_token = u.fencing_token
            ON CONFLICT (run_id) DO UPDATE SET
                fencing_token = excluded.fencing_token, noted_at = excluded.noted_at, fraction = excluded.fraction,
                message = excluded.message
            WHERE (p.fencing_token, p.noted_at) <= (excluded.fencing_token, excluded.noted_at)""";

    /** Also of an attempt that has ended: its last lines arrive beside its result, and say the most. */
    static final String ADD_LINES = """
            INSERT INTO run_logs (run_id, fencing_token, first_line, line_count, bytes, lines)
            SELECT u.run_id, u.fencing_token, u.first_line, u.line_count, u.bytes, u.lines
            FROM unnest(?, ?, ?, ?, ?, ?) AS u(run_id, fencing_token, first_line, line_count, bytes, lines)
            JOIN runs r ON r.run_id = u.run_id
            WHERE u.fencing_token <= r.fencing_token
            ON CONFLICT DO NOTHING""";

    /** Drops rows of an attempt behind as many newer lines, or bytes, as are kept. */
    static final String TRIM_LINES = """
            DELETE FROM run_logs l
            USING (
                SELECT c.run_id, c.fencing_token, c.first_line
                FROM unnest(?, ?) AS u(run_id, fencing_token)
                CROSS JOIN LATERAL (
                    SELECT k.run_id, k.fencing_token, k.first_line,
                        sum(k.line_count) OVER newer AS newer_lines, sum(k.bytes) OVER newer AS newer_bytes
                    FROM run_logs k
                    WHERE k.run_id = u.run_id AND k.fencing_token = u.fencing_token
                    WINDOW newer AS (ORDER BY k.first_line DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) c
                WHERE c.newer_lines >= LINES OR c.newer_bytes >= BYTES) old
            WHERE l.run_id = old.run_id AND l.fencing_token = old.fencing_token AND l.first_line = old.first_line""".replace("LINES", String.valueOf(LogChunk.LINES_MAX))
            .replace("BYTES", String.valueOf(LogChunk.BYTES_MAX));

    /** Looking through an attempt's rows once in so many lines, or at a row of so many bytes, keeps a chatty one cheap. */
    private static final int TRIM_EVERY_LINES = 50;

    private static final int TRIM_AT_BYTES = 4 * 1024;

    private NoteStatements() {}

    /** One transaction; the first statement is that of the checkpoints. */
    static Pipeline write(List<RunNote> notes) {
        Pipeline pipeline = new Pipeline();
        saveCheckpoints(
                pipeline,
                notes.stream().filter(note -> note.checkpoint() != null).toList());
        setProgress(
                pipeline, notes.stream().filter(note -> note.progress() != null).toList());
        addLines(pipeline, notes.stream().filter(note -> note.log() != null).toList());
        return pipeline;
    }

    private static void saveCheckpoints(Pipeline pipeline, List<RunNote> notes) {
        if (notes.isEmpty()) {
            return;
        }
        pipeline.add(
                SAVE_CHECKPOINTS,
                BinaryArray.uuids(notes, note -> note.runId().value()),
                BinaryArray.int8s(notes, RunNote::fencingToken),
                BinaryArray.int8s(notes, note -> checkpoint(note).number()),
                BinaryArray.timestamps(notes, RunNote::notedAt),
                BinaryArray.byteas(notes, note -> checkpoint(note).state()));
    }

    private static void setProgress(Pipeline pipeline, List<RunNote> notes) {
        if (notes.isEmpty()) {
            return;
        }
        pipeline.add(
                SET_PROGRESS,
                BinaryArray.uuids(notes, note -> note.runId().value()),
                BinaryArray.int8s(notes, RunNote::fencingToken),
                BinaryArray.timestamps(notes, RunNote::notedAt),
                BinaryArray.int4s(notes, NoteStatements::fractionPpm),
                BinaryArray.texts(notes, note -> progress(note).message()));
    }

    private static void addLines(Pipeline pipeline, List<RunNote> notes) {
        if (notes.isEmpty()) {
            return;
        }
        List<String> texts = notes.stream().map(NoteStatements::text).toList();
        List<Integer> bytes = texts.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .toList();
        pipeline.add(
                ADD_LINES,
                BinaryArray.uuids(notes, note -> note.runId().value()),
                BinaryArray.int8s(notes, RunNote::fencingToken),
                BinaryArray.int8s(notes, note -> log(note).firstLine()),
                BinaryArray.int4s(notes, note -> log(note).lines().size()),
                BinaryArray.int4s(bytes, Integer::intValue),
                BinaryArray.texts(texts, text -> text));
        List<RunNote> trimmed = new ArrayList<>();
        for (int i = 0; i < notes.size(); i++) {
            LogChunk log = log(notes.get(i));
            boolean everySoOften = log.lastLine() / TRIM_EVERY_LINES != (log.firstLine() - 1) / TRIM_EVERY_LINES;
            if (everySoOften || bytes.get(i) >= TRIM_AT_BYTES) {
                trimmed.add(notes.get(i));
            }
        }
        if (!trimmed.isEmpty()) {
            pipeline.add(
                    TRIM_LINES,
                    BinaryArray.uuids(trimmed, note -> note.runId().value()),
                    BinaryArray.int8s(trimmed, RunNote::fencingToken));
        }
    }

    /** Each line is ended, not separated: so chunks can be put behind one another. */
    private static String text(RunNote note) {
        StringBuilder text = new StringBuilder();
        log(note)
                .lines()
                .forEach(line ->
                        text.append(line.at()).append(' ').append(line.text()).append('\n'));
        return text.toString();
    }

    /** Millionths; -1: not known. */
    private static int fractionPpm(RunNote note) {
        Double fraction = progress(note).fraction();
        return fraction == null ? -1 : (int) Math.round(fraction * 1_000_000);
    }

    private static Checkpoint checkpoint(RunNote note) {
        return Objects.requireNonNull(note.checkpoint());
    }

    private static Progress progress(RunNote note) {
        return Objects.requireNonNull(note.progress());
    }

    private static LogChunk log(RunNote note) {
        return Objects.requireNonNull(note.log());
    }
}
