package io.carillon.engine.sim;

import io.carillon.engine.gateway.HeldRun;

/** An attempt that a worker is at. */
final class Work {

    final HeldRun key;
    final long receivedMicros;
    final long receivedNanos;
    /** Of the first heartbeat that covers it. */
    final long firstSequence;

    long renewedNanos = Long.MIN_VALUE;
    /** Told to stop, for whatever reason: its handler does nothing more. */
    boolean stopped;

    Work(HeldRun key, long receivedMicros, long receivedNanos, long firstSequence) {
        this.key = key;
        this.receivedMicros = receivedMicros;
        this.receivedNanos = receivedNanos;
        this.firstSequence = firstSequence;
    }
}
