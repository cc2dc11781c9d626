package io.carillon.worker.runtime;

import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.RunNote;
import io.carillon.proto.v1.RunResult;
import io.carillon.worker.state.AttemptKey;
import io.carillon.worker.time.WorkerClock;
import java.util.ArrayList;
import java.util.List;

/**
 * Says to the grid what is to be said, in few messages.
 *
 * <p>Results wait for others only if the last ones were sent less than {@link #LINGER_NANOS} ago: a single result goes at
 * once, and under load a message carries what has come together in that time. Acceptances wait as long after they came up,
 * since a run that ends meanwhile is only reported. What the stream does not take waits here, not in its buffer.
 *
 * <p>Called by the worker's thread alone.
 */
final class Sender {
    static final long LINGER_NANOS = 1_000_000L;
    private static final int ITEMS_MAX = 500;
    private static final int BYTES_MAX = 512 * 1024;

    private final WorkerState state;
    private long resultsSentAtNanos = -LINGER_NANOS;
    private long acceptSinceNanos = WorkerClock.NEVER;
    private int slotsTold;
    private boolean drainingTold;

    Sender(WorkerState state) {
        this.state = state;
        this.slotsTold = state.slots;
    }

    /** The hello of a new stream has been sent. */
    void greeted() {
        slotsTold = state.slots;
        drainingTold = false;
        state.toAccept.clear();
        acceptSinceNanos = WorkerClock.NEVER;
    }

    /** When {@link #flush} has something to send that it would not send now. */
    long nextFlushNanos(long nowNanos) {
        long next = WorkerClock.NEVER;
        if (state.outbox.hasUnsent()) {
            next = Math.max(nowNanos, resultsDueNanos());
        }
        if (!state.toAccept.isEmpty()) {
            next = Math.min(next, Math.min(acceptSinceNanos, nowNanos) + LINGER_NANOS);
        }
        next = Math.min(next, Math.max(nowNanos, state.notes.dueNanos()));
        return state.toHandBack.isEmpty() && drainingTold == state.draining && slotsTold == slots()
                ? next
                : Math.min(next, nowNanos);
    }

    /** @return true if the grid was told just now, for the first time on this stream, that no new work is wanted */
    boolean tellDraining(GridStream stream) {
        if (!state.draining || drainingTold) {
            return false;
        }
        stream.send(Messages.draining());
        drainingTold = true;
        return true;
    }

    boolean isDrainingTold() {
        return drainingTold;
    }

    /** Sends what is due, as far as the stream takes it. */
    void flush(GridStream stream, long nowNanos) {
        if (!state.toAccept.isEmpty() && acceptSinceNanos == WorkerClock.NEVER) {
            acceptSinceNanos = nowNanos;
        }
        // Before the results: these let the grid count a slot as free that a stray still occupies.
        if (slotsTold != slots()) {
            slotsTold = slots();
            stream.send(Messages.capacity(slotsTold));
        }
        sendHandBacks(stream);
        if (nowNanos - acceptSinceNanos >= LINGER_NANOS) {
            sendAcceptances(stream);
        }
        // Before the results: what was said of an attempt that has ended is worth little.
        sendNotes(stream, nowNanos);
        if (nowNanos >= resultsDueNanos()) {
            sendResults(stream, nowNanos);
        }
    }

    /** Nothing can come to join them once no handler is at work. */
    private long resultsDueNanos() {
        return state.runs.counted().isEmpty() ? 0 : resultsSentAtNanos + LINGER_NANOS;
    }

    /** Everything the grid counts as this worker's: runs at work, and runs whose result is not acknowledged. */
    List<HeldRun> held() {
        List<HeldRun> held = new ArrayList<>(state.runs.counted().size() + state.outbox.size());
        state.runs.counted().forEach(run -> held.add(Messages.held(run.key())));
        state.outbox.keys().forEach(key -> held.add(Messages.held(key)));
        return held;
    }

    private int slots() {
        return state.slots - state.runs.strays();
    }

    private void sendHandBacks(GridStream stream) {
        while (!state.toHandBack.isEmpty() && stream.isReady()) {
            List<AttemptKey> some = state.toHandBack.subList(0, Math.min(ITEMS_MAX, state.toHandBack.size()));
            stream.send(Messages.handBack(some));
            some.clear();
        }
    }

    private void sendAcceptances(GridStream stream) {
        List<AttemptKey> atWork = new ArrayList<>(state.toAccept.size());
        state.toAccept.stream().filter(run -> state.runs.find(run.key()) == run).forEach(run -> atWork.add(run.key()));
        state.toAccept.clear();
        acceptSinceNanos = WorkerClock.NEVER;
        // Bounded by the slots, so they may wait in the stream's buffer: late confirmations cost the runs.
        for (int from = 0; from < atWork.size(); from += ITEMS_MAX) {
            stream.send(Messages.accepted(atWork.subList(from, Math.min(from + ITEMS_MAX, atWork.size()))));
        }
    }

    private void sendNotes(GridStream stream, long nowNanos) {
        while (nowNanos >= state.notes.dueNanos() && stream.isReady()) {
            List<RunNote> notes = state.notes.take(ITEMS_MAX, BYTES_MAX, nowNanos);
            if (notes.isEmpty()) {
                return;
            }
            stream.send(Messages.notes(notes));
        }
    }

    private void sendResults(GridStream stream, long nowNanos) {
        while (state.outbox.hasUnsent() && stream.isReady()) {
            List<RunResult> results = state.outbox.take(ITEMS_MAX, BYTES_MAX, nowNanos);
            stream.send(Messages.results(results));
            resultsSentAtNanos = nowNanos;
        }
    }
}
