package io.carillon.worker.state;

import java.util.ArrayDeque;
import java.util.OptionalLong;

/**
 * From when leases count, on the worker's own monotonic clock.
 *
 * <p>The grid extends a lease at some moment between the worker sending a heartbeat and receiving its acknowledgement, so
 * counting from the sending is safe whatever the network did. A run that no acknowledged heartbeat has covered yet counts
 * from the receipt of its assignment. A heartbeat covers what is held when it is sent: a run received after heartbeat
 * {@code n} is covered from {@code n + 1} on.
 *
 * <p>An answer in part renews some of them, which each run keeps for itself ({@link HeldRun#renewedInPart}); the whole
 * follows or does not.
 *
 * <p>One thread changes it; {@link #endsAtNanos} may be called by any.
 */
public final class LeaseClock {
    /** Without an answer the stream is given up long before; older ones are then not worth remembering. */
    private static final int UNACKNOWLEDGED_MAX = 64;

    private final ArrayDeque<Heartbeat> unacknowledged = new ArrayDeque<>();
    private long lastSequence;
    private long lastSentAtNanos;
    private volatile Heartbeat lastAcknowledged = new Heartbeat(0, 0);
    private Heartbeat lastInPart = new Heartbeat(0, 0);

    /** The sequence of the next heartbeat, the first to cover a run that is received now. */
    public long nextSequence() {
        return lastSequence + 1;
    }

    /** Notes that the next heartbeat is sent now. @return its sequence */
    public long sent(long nowNanos) {
        lastSequence++;
        lastSentAtNanos = nowNanos;
        unacknowledged.addLast(new Heartbeat(lastSequence, nowNanos));
        if (unacknowledged.size() > UNACKNOWLEDGED_MAX) {
            unacknowledged.removeFirst();
        }
        return lastSequence;
    }

    /** An acknowledgement also covers the heartbeats before it; one of an earlier stream, or none we sent, is ignored. */
    public void acknowledged(long sequence) {
        if (sequence > lastSequence) {
            return;
        }
        if (lastInPart.sequence() == sequence && lastAcknowledged.sequence() < sequence) {
            lastAcknowledged = lastInPart;
        }
        while (!unacknowledged.isEmpty() && unacknowledged.getFirst().sequence() <= sequence) {
            Heartbeat heartbeat = unacknowledged.removeFirst();
            if (heartbeat.sequence() == sequence) {
                lastAcknowledged = heartbeat;
            }
        }
    }

    /**
     * The grid has renewed some of what this heartbeat covered: the stream is alive.
     *
     * @return when it was sent, from which what is renewed counts; empty if it is of an earlier stream or was answered before
     */
    public OptionalLong answeredInPart(long sequence) {
        while (!unacknowledged.isEmpty() && unacknowledged.getFirst().sequence() <= sequence) {
            Heartbeat heartbeat = unacknowledged.removeFirst();
            if (heartbeat.sequence() == sequence) {
                lastInPart = heartbeat;
                return OptionalLong.of(heartbeat.sentAtNanos());
            }
        }
        return OptionalLong.empty();
    }

    /** Acknowledgements of what was sent on the stream that has ended can no longer arrive. */
    public void disconnected() {
        unacknowledged.clear();
        lastInPart = new Heartbeat(0, 0);
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

    /** When the oldest heartbeat was sent that is still not acknowledged; empty if all are. */
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

    private record Heartbeat(long sequence, long sentAtNanos) {}
}
