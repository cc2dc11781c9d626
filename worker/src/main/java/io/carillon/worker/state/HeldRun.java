package io.carillon.worker.state;

import org.jspecify.annotations.Nullable;

/** An attempt that occupies a slot. Belongs to {@link HeldRuns}. */
public final class HeldRun {
    private final AttemptKey key;
    private final long receivedAtNanos;
    private final long firstSequence;
    private final long leaseNanos;
    private final long timeoutAtNanos;
    private final Work work;
    private volatile long renewedInPartNanos;
    private boolean counted = true;
    private @Nullable StopReason stopped;

    /**
     * @param firstSequence of the first heartbeat that covers it
     * @param leaseNanos how long a renewal lasts
     * @param timeoutAtNanos when its time is up
     */
    public HeldRun(
            AttemptKey key, long receivedAtNanos, long firstSequence, long leaseNanos, long timeoutAtNanos, Work work) {
        this.key = key;
        this.receivedAtNanos = receivedAtNanos;
        this.renewedInPartNanos = receivedAtNanos;
        this.firstSequence = firstSequence;
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
        long whole = leases.countsFromNanos(firstSequence, receivedAtNanos);
        return Math.max(whole, renewedInPartNanos) + leaseNanos;
    }

    /**
     * Its lease is renewed by a heartbeat sent then, although not all of the others are. One that was sent before the run was
     * received does not cover it, and is older than its receipt, from which it counts at least.
     */
    public void renewedInPart(long sentAtNanos) {
        renewedInPartNanos = Math.max(renewedInPartNanos, sentAtNanos);
    }

    /** When it must be told to stop because its lease may end, a margin before that. */
    long fenceAtNanos(LeaseClock leases) {
        return leaseEndsAtNanos(leases) - LeaseMargin.of(leaseNanos);
    }

    void discount() {
        counted = false;
    }
}
