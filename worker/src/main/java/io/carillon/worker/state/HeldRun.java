package io.carillon.worker.state;

import org.jspecify.annotations.Nullable;

/** An attempt that occupies a slot. Belongs to {@link HeldRuns}. */
public final class HeldRun {
    private static final long NEVER_RENEWED = Long.MIN_VALUE;

    private final AttemptKey key;
    private final long receivedAtNanos;
    private final long firstSequence;
    private final long acceptLeaseNanos;
    private final long leaseNanos;
    private final long timeoutAtNanos;
    private final Work work;
    private volatile long renewedAtNanos = NEVER_RENEWED;
    private boolean counted = true;
    private @Nullable StopReason stopped;

    /**
     * @param firstSequence of the first heartbeat that covers it
     * @param acceptLeaseNanos how long its right lasts from the receipt, at most leaseNanos: the worker never learns whether
     *     the grid has heard that it was received, so only a heartbeat makes more of it
     * @param leaseNanos how long a renewal lasts
     * @param timeoutAtNanos when its time is up
     */
    public HeldRun(
            AttemptKey key,
            long receivedAtNanos,
            long firstSequence,
            long acceptLeaseNanos,
            long leaseNanos,
            long timeoutAtNanos,
            Work work) {
        if (acceptLeaseNanos > leaseNanos) {
            // A renewal would move the deadline to an earlier time, where nobody looks for it.
            throw new IllegalArgumentException("the accept lease is longer than the lease");
        }
        this.key = key;
        this.receivedAtNanos = receivedAtNanos;
        this.firstSequence = firstSequence;
        this.acceptLeaseNanos = acceptLeaseNanos;
        this.leaseNanos = leaseNanos;
        this.timeoutAtNanos = timeoutAtNanos;
        this.work = work;
    }

    public AttemptKey key() {
        return key;
    }

    public Work work() {
        return work;
    }

    /** True as long as the grid counts the attempt as this worker's; false once only the thread is left of it. */
    public boolean counted() {
        return counted;
    }

    /** The latest reason for which it was told to stop; null if it was not. */
    public @Nullable StopReason stopped() {
        return stopped;
    }

    public void stop(StopReason reason) {
        stopped = reason;
        work.stop(reason);
    }

    /** When its time is up. */
    public long timeoutAtNanos() {
        return timeoutAtNanos;
    }

    /** How long it may take. */
    public long timeoutNanos() {
        return timeoutAtNanos - receivedAtNanos;
    }

    /** The earliest moment at which the grid may give the attempt up. May be called by any thread. */
    public long leaseEndsAtNanos(LeaseClock leases) {
        return endsAtNanos(leases, receivedAtNanos + acceptLeaseNanos, leaseNanos);
    }

    /**
     * Its lease is renewed by a heartbeat sent then, whatever becomes of the others. One that was sent before the run was
     * received does not cover it.
     */
    void renewed(long sequence, long sentAtNanos) {
        if (sequence >= firstSequence) {
            renewedAtNanos = Math.max(renewedAtNanos, sentAtNanos);
        }
    }

    /** When it must be told to stop because its lease may end, a margin before that. */
    long fenceAtNanos(LeaseClock leases) {
        return endsAtNanos(
                leases,
                receivedAtNanos + acceptLeaseNanos - LeaseMargin.of(acceptLeaseNanos),
                leaseNanos - LeaseMargin.of(leaseNanos));
    }

    /** A heartbeat that covers it was sent after its receipt, so a renewal, its own or of all, is never the earlier end. */
    private long endsAtNanos(LeaseClock leases, long freshEndsAtNanos, long renewalNanos) {
        long ownNanos = renewedAtNanos;
        long endsAtNanos = leases.endsAtNanos(firstSequence, freshEndsAtNanos, renewalNanos);
        return ownNanos == NEVER_RENEWED ? endsAtNanos : Math.max(endsAtNanos, ownNanos + renewalNanos);
    }

    /** Whether its right is a shorter one until a heartbeat renews it. */
    boolean needsEarlyHeartbeat() {
        return acceptLeaseNanos < leaseNanos;
    }

    boolean isRenewed(LeaseClock leases) {
        return renewedAtNanos != NEVER_RENEWED || leases.isAcknowledged(firstSequence);
    }

    /** When a heartbeat should be sent for it: soon after the receipt, and as long again after one that was not acknowledged. */
    long heartbeatWantedAtNanos(LeaseClock leases) {
        long since = leases.isSent(firstSequence) ? leases.lastSentAtNanos() : receivedAtNanos;
        return since + acceptLeaseNanos / 10 * 3;
    }

    void discount() {
        counted = false;
    }
}
