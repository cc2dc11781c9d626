package io.carillon.worker.state;

/** Why an attempt was told to stop. */
public enum StopReason {
    /** Somebody cancelled the run: how it ended is reported. */
    CANCELLED,
    /** The grid has taken the run back. */
    REVOKED,
    /** A later attempt of the same run was assigned to this worker. */
    SUPERSEDED,
    /** No heartbeat was acknowledged for so long that the lease may end before the next one is. */
    LEASE_ENDING,
    /** The attempt has taken longer than it may. */
    TIMED_OUT,
    /** The worker shuts down and its grace period is over. */
    SHUT_DOWN;

    /** True if another attempt may be at work already. */
    public boolean leaseIsLost() {
        return switch (this) {
            case REVOKED, SUPERSEDED, LEASE_ENDING -> true;
            case CANCELLED, TIMED_OUT, SHUT_DOWN -> false;
        };
    }
}
