package io.carillon.gateway.grpc;

import com.google.protobuf.ByteString;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.note.Checkpoint;
import io.carillon.domain.note.LogChunk;
import io.carillon.domain.note.LogLine;
import io.carillon.domain.note.Progress;
import io.carillon.domain.store.RunNotes;
import io.carillon.engine.gateway.CheckpointAck;
import io.carillon.gateway.api.Violations;
import io.carillon.proto.v1.AttemptLog;
import io.carillon.proto.v1.CheckpointVerdict;
import io.carillon.proto.v1.LogLines;
import io.carillon.proto.v1.NoteBatch;
import io.carillon.proto.v1.RunCheckpoint;
import io.carillon.proto.v1.RunLogLine;
import io.carillon.proto.v1.RunNote;
import io.carillon.proto.v1.RunProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What handlers say, translated. Workers may be in any language, so whatever goes beyond the contract's bounds is cut here; it is
 * for people and for the handler itself, and nothing that would end a stream.
 */
final class NoteWire {

    private record Attempt(String runId, long fencingToken) {}

    private NoteWire() {}

    /**
     * @param now when they were received
     * @throws io.carillon.gateway.api.ProblemException if an id is none
     */
    static List<io.carillon.domain.note.RunNote> notes(NoteBatch batch, Instant now) {
        Map<Attempt, io.carillon.domain.note.RunNote> notes = new LinkedHashMap<>();
        for (RunNote note : batch.getNotesList()) {
            var held = WorkerWire.held(note.getRunId(), note.getJobId(), note.getFencingToken());
            notes.put(
                    new Attempt(note.getRunId(), note.getFencingToken()), note(held.runId(), held.jobId(), note, now));
        }
        return List.copyOf(notes.values());
    }

    static io.carillon.proto.v1.CheckpointAck ack(CheckpointAck ack) {
        return io.carillon.proto.v1.CheckpointAck.newBuilder()
                .setRunId(ack.run().runId().toString())
                .setJobId(ack.run().jobId().toString())
                .setFencingToken(ack.run().fencingToken())
                .setNumber(ack.number())
                .setVerdict(
                        switch (ack.verdict()) {
                            case SAVED -> CheckpointVerdict.CHECKPOINT_VERDICT_SAVED;
                            case STALE -> CheckpointVerdict.CHECKPOINT_VERDICT_STALE;
                            case TOO_LARGE -> CheckpointVerdict.CHECKPOINT_VERDICT_TOO_LARGE;
                        })
                .build();
    }

    /** The answers to checkpoints that are too large; the rest of their notes counts. */
    static List<CheckpointAck> tooLarge(NoteBatch batch) {
        return batch.getNotesList().stream()
                .filter(note -> note.getCheckpoint().getState().size() > Checkpoint.BYTES_MAX)
                .map(note -> new CheckpointAck(
                        WorkerWire.held(note.getRunId(), note.getJobId(), note.getFencingToken()),
                        note.getCheckpoint().getNumber(),
                        CheckpointAck.Verdict.TOO_LARGE))
                .toList();
    }

    static void show(RunNotes notes, io.carillon.proto.v1.Run.Builder run) {
        RunNotes.SaidProgress progress = notes.progress();
        if (progress != null) {
            RunProgress.Builder wire = RunProgress.newBuilder()
                    .setFencingToken(progress.fencingToken())
                    .setMessage(progress.progress().message())
                    .setAt(WireTime.timestamp(progress.at()));
            Double fraction = progress.progress().fraction();
            if (fraction != null) {
                wire.setFraction(fraction);
            }
            run.setProgress(wire);
        }
        RunNotes.SavedCheckpoint checkpoint = notes.checkpoint();
        if (checkpoint != null) {
            run.setCheckpoint(RunCheckpoint.newBuilder()
                    .setFencingToken(checkpoint.fencingToken())
                    .setBytes(checkpoint.bytes())
                    .setSavedAt(WireTime.timestamp(checkpoint.savedAt())));
        }
        notes.logs().forEach(log -> run.addLogs(log(log)));
    }

    private static AttemptLog log(RunNotes.AttemptLog log) {
        AttemptLog.Builder wire =
                AttemptLog.newBuilder().setFencingToken(log.fencingToken()).setDropped(log.dropped());
        log.lines()
                .forEach(line -> wire.addLines(RunLogLine.newBuilder()
                        .setAt(WireTime.timestamp(line.at()))
                        .setText(line.text())));
        return wire.build();
    }

    private static io.carillon.domain.note.RunNote note(RunId run, JobId job, RunNote note, Instant now) {
        return new io.carillon.domain.note.RunNote(
                run,
                job,
                note.getFencingToken(),
                now,
                note.hasProgress() ? progress(note.getProgress()) : null,
                note.hasLog() ? lines(note.getLog(), now) : null,
                note.hasCheckpoint() ? checkpoint(note.getCheckpoint()) : null);
    }

    private static Progress progress(io.carillon.proto.v1.Progress wire) {
        Double fraction = wire.hasFraction() && wire.getFraction() >= 0 && wire.getFraction() <= 1
                ? (Double) wire.getFraction()
                : null;
        return new Progress(fraction, plain(wire.getMessage(), Progress.MESSAGE_CHARS_MAX));
    }

    /** Null if it is too large: the worker is told so, see {@link #tooLarge}. */
    private static @Nullable Checkpoint checkpoint(io.carillon.proto.v1.Checkpoint wire) {
        ByteString state = wire.getState();
        return state.size() > Checkpoint.BYTES_MAX ? null : new Checkpoint(wire.getNumber(), state.toByteArray());
    }

    private static @Nullable LogChunk lines(LogLines wire, Instant now) {
        if (wire.getLinesCount() == 0 || wire.getFirstLine() < 1) {
            return null;
        }
        int surplus = Math.max(0, wire.getLinesCount() - LogChunk.LINES_MAX);
        List<LogLine> lines = wire.getLinesList().subList(surplus, wire.getLinesCount()).stream()
                .map(line -> new LogLine(at(line, now), plain(line.getText(), LogChunk.LINE_CHARS_MAX)))
                .toList();
        return new LogChunk(wire.getFirstLine() + surplus, lines);
    }

    private static Instant at(io.carillon.proto.v1.LogLine line, Instant now) {
        Duration age = line.hasAge() ? WireTime.duration("age", line.getAge(), new Violations()) : null;
        return age == null || age.isNegative() ? now : now.minus(age);
    }

    /** One line, of characters that PostgreSQL takes. */
    private static String plain(String text, int charsMax) {
        String line = text.replace('\0', ' ').replace('\n', ' ').replace('\r', ' ');
        if (line.length() <= charsMax) {
            return line;
        }
        return line.substring(0, Character.isHighSurrogate(line.charAt(charsMax - 1)) ? charsMax - 1 : charsMax);
    }
}
