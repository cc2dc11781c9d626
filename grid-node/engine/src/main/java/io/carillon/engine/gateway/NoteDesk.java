package io.carillon.engine.gateway;

import io.carillon.domain.id.RunId;
import io.carillon.domain.note.Checkpoint;
import io.carillon.domain.note.LogChunk;
import io.carillon.domain.note.LogLine;
import io.carillon.domain.note.RunNote;
import io.carillon.domain.store.NoteStore;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what handlers say. One write is under way at a time; what comes meanwhile is gathered, by attempt, and goes
 * with the next one. While the store is away it waits, in bounded room; beyond that it is dropped, and a worker sends a
 * checkpoint again that nobody answers. Thread-safe; never blocks.
 */
final class NoteDesk {

    private static final Logger log = LoggerFactory.getLogger(NoteDesk.class);

    static final int BATCH_NOTES_MAX = 500;
    static final long BATCH_BYTES_MAX = 4L * 1024 * 1024;
    static final long WAITING_BYTES_MAX = 32L * 1024 * 1024;
    /** What a note takes beside its texts. */
    private static final int NOTE_BYTES = 200;

    private static final int LINE_BYTES = 64;
    private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

    private record Attempt(RunId runId, long fencingToken) {}

    private record Said(RunNote note, String workerId) {}

    private final Sessions sessions;
    private final NoteStore store;
    private final TimeSource time;
    private final GatewayEvents events;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Map<Attempt, Said> waiting = new LinkedHashMap<>();
    private long waitingBytes;
    private boolean writing;
    /** The store was away: not before this. */
    private @Nullable Long againAtNanos;

    NoteDesk(Sessions sessions, GatewayPorts ports) {
        this.sessions = sessions;
        this.store = ports.notes();
        this.time = ports.time();
        this.events = ports.events();
    }

    void said(String workerId, List<RunNote> notes) {
        int dropped = 0;
        lock.lock();
        try {
            for (RunNote note : notes) {
                if (!put(new Said(note, workerId))) {
                    dropped++;
                }
            }
        } finally {
            lock.unlock();
        }
        if (dropped > 0) {
            events.notesDropped(dropped);
        }
        writeNext();
    }

    /** Tries again what the store would not take. */
    void tick() {
        lock.lock();
        try {
            Long at = againAtNanos;
            if (at == null || time.nanos() - at < 0) {
                return;
            }
            againAtNanos = null;
        } finally {
            lock.unlock();
        }
        writeNext();
    }

    private void writeNext() {
        List<Said> batch;
        lock.lock();
        try {
            if (writing || againAtNanos != null || waiting.isEmpty()) {
                return;
            }
            writing = true;
            batch = take();
        } finally {
            lock.unlock();
        }
        var unused = store.write(batch.stream().map(Said::note).toList())
                .whenComplete((saved, error) -> written(batch, saved, error));
    }

    private void written(List<Said> batch, @Nullable Set<RunId> saved, @Nullable Throwable error) {
        int dropped = 0;
        lock.lock();
        try {
            writing = false;
            if (saved == null) {
                againAtNanos = time.nanos() + AGAIN_NANOS;
                dropped = putBack(batch);
            }
        } finally {
            lock.unlock();
        }
        if (saved == null) {
            log.debug("notes not written n={}", batch.size(), error);
            if (dropped > 0) {
                events.notesDropped(dropped);
            }
            return;
        }
        batch.forEach(said -> answer(said, saved));
        writeNext();
    }

    private void answer(Said said, Set<RunId> saved) {
        RunNote note = said.note();
        Checkpoint checkpoint = note.checkpoint();
        if (checkpoint == null) {
            return;
        }
        boolean isSaved = saved.contains(note.runId());
        events.checkpoint(isSaved);
        SessionSlots session = sessions.current(said.workerId());
        if (session != null) {
            session.push()
                    .checkpointed(new CheckpointAck(
                            new HeldRun(note.runId(), note.jobId(), note.fencingToken()),
                            checkpoint.number(),
                            isSaved ? CheckpointAck.Verdict.SAVED : CheckpointAck.Verdict.STALE));
        }
    }

    /** A store writes at most one note of a run that saves a checkpoint, so its answer by run is unambiguous. */
    private List<Said> take() {
        List<Said> batch = new ArrayList<>();
        long bytes = 0;
        Set<RunId> withCheckpoint = new HashSet<>();
        Iterator<Said> oldest = waiting.values().iterator();
        while (oldest.hasNext() && batch.size() < BATCH_NOTES_MAX && bytes < BATCH_BYTES_MAX) {
            Said next = oldest.next();
            if (next.note().checkpoint() != null
                    && !withCheckpoint.add(next.note().runId())) {
                // Another attempt of the same run: in the next batch.
                continue;
            }
            oldest.remove();
            long size = bytes(next.note());
            waitingBytes -= size;
            bytes += size;
            batch.add(next);
        }
        return batch;
    }

    /** What was said since stands above it. @return how many found no room */
    private int putBack(List<Said> batch) {
        Map<Attempt, Said> newer = new LinkedHashMap<>(waiting);
        waiting.clear();
        waitingBytes = 0;
        int dropped = 0;
        for (Said said : batch) {
            dropped += put(said) ? 0 : 1;
        }
        for (Said said : newer.values()) {
            dropped += put(said) ? 0 : 1;
        }
        return dropped;
    }

    private boolean put(Said said) {
        Attempt attempt = new Attempt(said.note().runId(), said.note().fencingToken());
        Said before = waiting.get(attempt);
        Said together = before == null ? said : new Said(merge(before.note(), said.note()), said.workerId());
        long more = bytes(together.note()) - (before == null ? 0 : bytes(before.note()));
        if (more > 0 && waitingBytes + more > WAITING_BYTES_MAX) {
            return false;
        }
        waitingBytes += more;
        waiting.put(attempt, together);
        return true;
    }

    private static RunNote merge(RunNote before, RunNote said) {
        Checkpoint earlier = before.checkpoint();
        Checkpoint later = said.checkpoint();
        boolean keepsEarlier = later == null || (earlier != null && earlier.number() > later.number());
        return new RunNote(
                said.runId(),
                said.jobId(),
                said.fencingToken(),
                said.notedAt(),
                said.progress() != null ? said.progress() : before.progress(),
                merge(before.log(), said.log()),
                keepsEarlier ? earlier : later);
    }

    /** Lines that do not follow each other cannot share a row: then the newer ones stay. */
    private static @Nullable LogChunk merge(@Nullable LogChunk before, @Nullable LogChunk said) {
        if (before == null || said == null) {
            return said != null ? said : before;
        }
        boolean fits = before.lines().size() + said.lines().size() <= LogChunk.LINES_MAX
                && bytes(before) + bytes(said) <= 2L * LogChunk.BYTES_MAX;
        if (said.firstLine() != before.lastLine() + 1 || !fits) {
            return said;
        }
        List<LogLine> lines = new ArrayList<>(before.lines());
        lines.addAll(said.lines());
        return new LogChunk(before.firstLine(), lines);
    }

    private static long bytes(RunNote note) {
        long bytes = NOTE_BYTES;
        if (note.progress() != null) {
            bytes += note.progress().message().length();
        }
        if (note.log() != null) {
            bytes += bytes(note.log());
        }
        if (note.checkpoint() != null) {
            bytes += note.checkpoint().state().length;
        }
        return bytes;
    }

    private static long bytes(LogChunk chunk) {
        long bytes = 0;
        for (LogLine line : chunk.lines()) {
            bytes += LINE_BYTES + line.text().length();
        }
        return bytes;
    }
}
