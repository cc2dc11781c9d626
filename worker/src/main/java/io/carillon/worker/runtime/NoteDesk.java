package io.carillon.worker.runtime;

import io.carillon.proto.v1.CheckpointAck;
import io.carillon.proto.v1.CheckpointVerdict;
import io.carillon.proto.v1.RunNote;
import io.carillon.worker.state.AttemptKey;
import io.carillon.worker.time.WorkerClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What handlers have said, until the grid is told. Progress and lines of all attempts go together once a second;
 * checkpoints, and what an attempt has said last, go at once. While the stream takes nothing, everything waits at its
 * attempt, in bounded room. Called by the worker's thread alone.
 */
final class NoteDesk {
    static final long INTERVAL_NANOS = 1_000_000_000L;
    /** Of attempts that have ended; the oldest are dropped. */
    private static final int LAST_WORDS_BYTES_MAX = 8 * 1024 * 1024;

    /** Shared by the attempts' buffers, on their handlers' threads. */
    final LineRoom room = new LineRoom();

    /** Attempts at work that have said anything yet. */
    private final Map<AttemptKey, Notes> atWork = new HashMap<>();
    /** Those of them with something unsent. */
    private final Set<Notes> unsent = new LinkedHashSet<>();

    private final Deque<RunNote> lastWords = new ArrayDeque<>();
    private int lastWordsBytes;
    private boolean hurry;
    private long sentAtNanos = -INTERVAL_NANOS;
    private boolean kept;

    /** @param kept whether the member that is connected keeps any of this */
    void connected(boolean kept) {
        this.kept = kept;
        for (Notes notes : atWork.values()) {
            if (notes.unanswered()) {
                unsent.add(notes);
                hurry = true;
            }
        }
    }

    /** Checkpoints without an answer are sent again. */
    void resend() {
        connected(kept);
    }

    void noted(Notes notes, boolean inHurry) {
        atWork.put(notes.key(), notes);
        unsent.add(notes);
        hurry |= inHurry;
    }

    /** The handler has ended, its result is about to be reported: what it said last must go before. */
    void ended(AttemptKey key, long nowNanos) {
        Notes notes = atWork.remove(key);
        if (notes == null) {
            return;
        }
        unsent.remove(notes);
        RunNote last = notes.take(nowNanos);
        if (last != null) {
            lastWords.add(last);
            lastWordsBytes += last.getSerializedSize();
            while (lastWordsBytes > LAST_WORDS_BYTES_MAX) {
                lastWordsBytes -= lastWords.remove().getSerializedSize();
            }
        }
    }

    void answered(List<CheckpointAck> acks) {
        for (CheckpointAck ack : acks) {
            Notes notes = atWork.get(new AttemptKey(ack.getRunId(), ack.getJobId(), ack.getFencingToken()));
            if (notes == null) {
                continue;
            }
            CheckpointVerdict verdict = ack.getVerdict();
            switch (verdict) {
                case CHECKPOINT_VERDICT_SAVED -> notes.saved(ack.getNumber());
                case CHECKPOINT_VERDICT_STALE -> notes.lost();
                case CHECKPOINT_VERDICT_TOO_LARGE -> notes.notKept();
                case CHECKPOINT_VERDICT_UNSPECIFIED, UNRECOGNIZED -> {
                    // Of a newer revision: as if there were no answer.
                }
            }
        }
    }

    /** When there is something to send; {@link WorkerClock#NEVER} if there is nothing. */
    long dueNanos() {
        if (hurry || !lastWords.isEmpty()) {
            return 0;
        }
        return unsent.isEmpty() ? WorkerClock.NEVER : sentAtNanos + INTERVAL_NANOS;
    }

    /** The next message's worth of what is due; empty if there is nothing. */
    List<RunNote> take(int countMax, int bytesMax, long nowNanos) {
        if (!kept) {
            dropAll();
            return List.of();
        }
        List<RunNote> taken = new ArrayList<>();
        int bytes = 0;
        while (taken.size() < countMax && bytes < bytesMax) {
            RunNote next = next(nowNanos);
            if (next == null) {
                break;
            }
            taken.add(next);
            bytes += next.getSerializedSize();
        }
        if (lastWords.isEmpty() && unsent.isEmpty()) {
            hurry = false;
            sentAtNanos = nowNanos;
        }
        return taken;
    }

    private @Nullable RunNote next(long nowNanos) {
        RunNote last = lastWords.poll();
        if (last != null) {
            lastWordsBytes -= last.getSerializedSize();
            return last;
        }
        while (!unsent.isEmpty()) {
            Notes notes = unsent.iterator().next();
            unsent.remove(notes);
            RunNote note = notes.take(nowNanos);
            if (note != null) {
                return note;
            }
        }
        return null;
    }

    private void dropAll() {
        unsent.forEach(Notes::notKept);
        unsent.clear();
        lastWords.clear();
        lastWordsBytes = 0;
        hurry = false;
    }
}
