package io.carillon.worker.runtime;

import com.google.protobuf.ByteString;
import io.carillon.proto.v1.Checkpoint;
import io.carillon.proto.v1.LogLines;
import io.carillon.proto.v1.Progress;
import io.carillon.proto.v1.RunNote;
import io.carillon.worker.handler.CheckpointException;
import io.carillon.worker.handler.CheckpointException.Reason;
import io.carillon.worker.state.AttemptKey;
import io.carillon.worker.time.WorkerClock;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What the handler of one attempt has said and the grid has not been told yet: the latest progress, some lines of log, the
 * latest checkpoint. Handlers leave it here, the worker's thread takes it away; neither waits for the other, but for a handler
 * that waits for its checkpoint to be confirmed.
 *
 * <p>An event tells the worker's thread that there is something, at most one for each of the two degrees of hurry until it
 * has taken everything.
 */
final class Notes {
    static final int MESSAGE_CHARS_MAX = 200;
    /** Beyond any time limit of an attempt, and well within what a long can count. */
    private static final Duration WAIT_MAX = Duration.ofDays(365);

    private final AttemptKey key;
    private final WorkerClock clock;
    private final GridStream.EventSink events;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private final LineBuffer lines;

    private @Nullable Progress progress;
    /** The latest checkpoint, until it is answered. */
    private @Nullable ByteString state;
    /** Of the latest checkpoint; they are counted from 1. */
    private long number;

    private long sentNumber;
    private long savedNumber;
    private long unkeptNumber;
    private boolean lost;
    private boolean announced;
    private boolean hurried;
    private boolean closed;

    /** @param room shared by all attempts of the worker */
    Notes(AttemptKey key, WorkerClock clock, GridStream.EventSink events, LineRoom room) {
        this.key = key;
        this.clock = clock;
        this.events = events;
        this.lines = new LineBuffer(room);
    }

    AttemptKey key() {
        return key;
    }

    void progress(Progress latest) {
        lock.lock();
        try {
            if (!closed) {
                progress = latest;
                announce(false);
            }
        } finally {
            lock.unlock();
        }
    }

    void log(String text) {
        lock.lock();
        try {
            if (!closed) {
                lines.add(text, clock.nanos());
                announce(false);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until this checkpoint or a later one is durable. */
    void checkpoint(ByteString latest, Duration atMost) throws CheckpointException, InterruptedException {
        lock.lockInterruptibly();
        try {
            long mine = number + 1;
            long leftNanos = (atMost.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : atMost).toNanos();
            if (!lost && !closed) {
                number = mine;
                state = latest;
                announce(true);
            }
            while (savedNumber < mine) {
                if (lost || closed) {
                    throw new CheckpointException(lost ? Reason.LEASE_LOST : Reason.ENDED);
                }
                if (unkeptNumber >= mine) {
                    throw new CheckpointException(Reason.NOT_SUPPORTED);
                }
                if (leftNanos <= 0) {
                    throw new CheckpointException(Reason.NOT_CONFIRMED);
                }
                leftNanos = answered.awaitNanos(leftNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** What was said since the last time, as it is sent now; null if nothing was. */
    @Nullable
    RunNote take(long nowNanos) {
        lock.lock();
        try {
            announced = false;
            hurried = false;
            ByteString unsent = sentNumber < number ? state : null;
            if (progress == null && lines.isEmpty() && unsent == null) {
                return null;
            }
            RunNote.Builder note = RunNote.newBuilder()
                    .setRunId(key.runId())
                    .setJobId(key.jobId())
                    .setFencingToken(key.fencingToken());
            if (progress != null) {
                note.setProgress(progress);
                progress = null;
            }
            LogLines taken = lines.take(nowNanos);
            if (taken != null) {
                note.setLog(taken);
            }
            if (unsent != null) {
                note.setCheckpoint(Checkpoint.newBuilder().setNumber(number).setState(unsent));
                sentNumber = number;
            }
            return note.build();
        } finally {
            lock.unlock();
        }
    }

    /** This checkpoint, or a later one, is durable. */
    void saved(long upTo) {
        lock.lock();
        try {
            savedNumber = Math.max(savedNumber, Math.min(upTo, number));
            if (savedNumber == number) {
                state = null;
            }
            answered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The lease is lost: no checkpoint of this attempt is saved any more. */
    void lost() {
        lock.lock();
        try {
            lost = true;
            sentNumber = number;
            state = null;
            answered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What has been said so far cannot be kept by the member that is connected; what comes later may be. */
    void notKept() {
        lock.lock();
        try {
            progress = null;
            lines.clear();
            unkeptNumber = number;
            sentNumber = number;
            state = null;
            announced = false;
            hurried = false;
            answered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A checkpoint without an answer is to be sent again. @return whether there is one */
    boolean unanswered() {
        lock.lock();
        try {
            if (state == null) {
                return false;
            }
            sentNumber = 0;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The handler has ended: nothing more is taken in, and nobody waits any longer. */
    void close() {
        lock.lock();
        try {
            closed = true;
            answered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock, so that what is said before the end of the attempt is announced before it. */
    private void announce(boolean hurry) {
        if (!announced || (hurry && !hurried)) {
            announced = true;
            hurried = hurried || hurry;
            events.put(new Event.Noted(this, hurry));
        }
    }
}
