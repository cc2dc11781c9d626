package io.carillon.worker.state;

import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * From when leases count, on the worker's own monotonic clock.
 *
 * <p>The grid extends a lease at some moment between the worker sending a heartbeat and receiving its acknowledgement, so
 * counting from the sending is safe whatever the network did. A run that no acknowledged heartbeat has covered yet counts
 * from the receipt of its assignment. A heartbeat covers what is held when it is sent: a run received after heartbeat
 * {@code n} is covered from {@code n + 1} on.
 *
 * <p>A partial heartbeat covers what it lists alone, and an answer in part renews some of what was listed: each run keeps that
 * for itself ({@link HeldRun#renewed}). Neither says anything about a whole heartbeat that is still waiting for its
 * acknowledgement.
 *
 * <p>One thread changes it; {@link #endsAtNanos} may be called by any.
 */
public final class LeaseClock {
    /** Without an answer the stream is given up long before; older ones are then not worth remembering. */
    private static final int UNACKNOWLEDGED_MAX = 64;

    private static final Heartbeat NONE = new Heartbeat(0, 0, null);

    private final ArrayDeque<Heartbeat> unacknowledged = new ArrayDeque<>();
    private long lastSequence;
    private long lastSentAtNanos;
    private volatile Heartbeat lastAcknowledged = NONE;
    /** Answered in part, and not as a whole yet. */
    private Heartbeat wholeInPart = NONE;

    private Heartbeat partialInPart = NONE;

    /** The sequence of the next heartbeat, the first to cover a run that is received now. */
    public long nextSequence() {
        return lastSequence + 1;
    }

    /** Notes that the next heartbeat is sent now, with all that is held. @return its sequence */
    public long sent(long nowNanos) {
        return sent(nowNanos, null);
    }

    /** Notes that the next heartbeat is sent now. @return its sequence */
    public long sentPartial(long nowNanos, List<HeldRun> listed) {
        return sent(nowNanos, listed);
    }

    private long sent(long nowNanos, @Nullable List<HeldRun> listed) {
        lastSequence++;
        lastSentAtNanos = nowNanos;
        unacknowledged.addLast(new Heartbeat(lastSequence, nowNanos, listed));
        if (unacknowledged.size() > UNACKNOWLEDGED_MAX) {
            unacknowledged.removeFirst();
        }
        return lastSequence;
    }

    /**
     * An acknowledgement also covers the heartbeats before it, that of a partial one the partial ones; one of an earlier stream,
     * or none we sent, is ignored.
     */
    public void acknowledged(long sequence) {
        if (sequence > lastSequence) {
            return;
        }
        Heartbeat heartbeat = take(sequence);
        if (heartbeat == null) {
            heartbeat = answeredBefore(sequence);
        }
        if (heartbeat == null || heartbeat.sequence() <= lastAcknowledged.sequence()) {
            return;
        }
        List<HeldRun> some = heartbeat.some();
        if (some == null) {
            lastAcknowledged = heartbeat;
        } else {
            long sentAtNanos = heartbeat.sentAtNanos();
            some.forEach(run -> run.renewed(sequence, sentAtNanos));
        }
    }

    /**
     * The grid has renewed some of what this heartbeat listed: the stream is alive.
     *
     * @return null if it is of an earlier stream or was answered before
     */
    @Nullable
    Heartbeat answeredInPart(long sequence) {
        Heartbeat heartbeat = take(sequence);
        if (heartbeat != null && heartbeat.isPartial()) {
            partialInPart = heartbeat;
        } else if (heartbeat != null) {
            wholeInPart = heartbeat;
        }
        return heartbeat;
    }

    /** Acknowledgements of what was sent on the stream that has ended can no longer arrive. */
    public void disconnected() {
        unacknowledged.clear();
        wholeInPart = NONE;
        partialInPart = NONE;
    }

    public boolean isAcknowledged(long sequence) {
        return lastAcknowledged.sequence() >= sequence;
    }

    public boolean isSent(long sequence) {
        return lastSequence >= sequence;
    }

    /** When the last heartbeat was sent; means nothing before the first. */
    public long lastSentAtNanos() {
        return lastSentAtNanos;
    }

    /** How many heartbeats of this stream are not acknowledged, as far as they are remembered. */
    public int unacknowledged() {
        return unacknowledged.size();
    }

    /** When the oldest heartbeat was sent that is still not answered; empty if all are. */
    public OptionalLong waitingSinceNanos() {
        return unacknowledged.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(unacknowledged.getFirst().sentAtNanos());
    }

    /**
     * @param firstSequence {@link #nextSequence()} at the receipt
     * @param freshEndsAtNanos when a right ends that no heartbeat has renewed
     * @param renewalNanos how long it lasts from the sending of a heartbeat that renews it
     */
    public long endsAtNanos(long firstSequence, long freshEndsAtNanos, long renewalNanos) {
        Heartbeat last = lastAcknowledged;
        return last.sequence() >= firstSequence ? last.sentAtNanos() + renewalNanos : freshEndsAtNanos;
    }

    /**
     * The heartbeat with this sequence, if it is waiting for an answer. It waits no more, nor do those before it, save whole ones
     * before a partial one: their leases still depend on their own.
     */
    private @Nullable Heartbeat take(long sequence) {
        Heartbeat taken = null;
        for (Heartbeat each : unacknowledged) {
            if (each.sequence() == sequence) {
                taken = each;
            }
        }
        if (taken != null) {
            boolean partial = taken.isPartial();
            unacknowledged.removeIf(each -> each.sequence() <= sequence && (!partial || each.isPartial()));
        }
        return taken;
    }

    private @Nullable Heartbeat answeredBefore(long sequence) {
        if (wholeInPart.sequence() == sequence) {
            return wholeInPart;
        }
        return partialInPart.sequence() == sequence ? partialInPart : null;
    }
}
