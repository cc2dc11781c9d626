package io.carillon.engine.sim;

import java.time.Duration;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How long a worker may be at what it holds, by its own clock, as the worker's runtime reckons it. */
final class WorkerLeases {

    private final long leaseNanos;
    private final long acceptNanos;
    private final TreeMap<Long, Long> unanswered = new TreeMap<>();
    private long lastSequence;
    private long ackedSequence;
    private long ackedSentNanos;
    private long partSequence;
    private long partSentNanos;

    WorkerLeases(Duration lease, Duration acceptLease) {
        this.leaseNanos = lease.toNanos();
        this.acceptNanos = Math.min(acceptLease.toNanos(), lease.toNanos());
    }

    long nextSequence() {
        return lastSequence + 1;
    }

    long sent(long nowNanos) {
        unanswered.put(++lastSequence, nowNanos);
        return lastSequence;
    }

    void acknowledged(long sequence) {
        Long sent = sequence == partSequence ? (Long) partSentNanos : unanswered.get(sequence);
        if (sent != null && sequence > ackedSequence) {
            ackedSequence = sequence;
            ackedSentNanos = sent;
        }
        unanswered.headMap(sequence, true).clear();
    }

    /** When the heartbeat was sent that is answered in part; null if it is too old. The whole answer may follow. */
    @Nullable
    Long answeredInPart(long sequence) {
        Long sent = unanswered.get(sequence);
        if (sent != null) {
            partSequence = sequence;
            partSentNanos = sent;
            unanswered.headMap(sequence, true).clear();
        }
        return sent;
    }

    void disconnected() {
        unanswered.clear();
        partSequence = 0;
    }

    /** True if two heartbeats have had no answer: the stream is given up. */
    boolean isSilent() {
        return unanswered.size() > 2;
    }

    boolean isRenewed(Work work) {
        return ackedSequence >= work.firstSequence || work.renewedNanos != Long.MIN_VALUE;
    }

    /** True once its handler must be told to stop: a tenth before the end. */
    boolean isEnding(Work work, long nowNanos) {
        long since = work.receivedNanos;
        long length = acceptNanos;
        if (isRenewed(work)) {
            length = leaseNanos;
            long whole = ackedSequence >= work.firstSequence ? ackedSentNanos : work.renewedNanos;
            boolean part = work.renewedNanos != Long.MIN_VALUE && work.renewedNanos - whole > 0;
            since = part ? work.renewedNanos : whole;
        }
        return nowNanos - since >= length - length / 10;
    }
}
