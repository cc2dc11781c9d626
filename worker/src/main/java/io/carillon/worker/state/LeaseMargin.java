package io.carillon.worker.state;

/**
 * How long before the end of a lease its handler is told to stop: a tenth of the lease, at most 5 s. It is the time a
 * handler has to notice.
 */
public final class LeaseMargin {
    private static final long MAX_NANOS = 5_000_000_000L;

    private LeaseMargin() {}

    public static long of(long leaseNanos) {
        return Math.min(MAX_NANOS, leaseNanos / 10);
    }
}
