package io.carillon.benchmarks.peers;

import java.time.Duration;
import java.time.Instant;

/** A scheduler, at work from its start to its closing. Its handlers call {@link Calls#handle}. */
interface Peer extends AutoCloseable {

    /**
     * Makes one-off jobs durable, numbered from 0: the first one due at an instant, each next one a step later; returns when
     * all are committed.
     */
    void create(int count, Instant first, Duration step) throws Exception;

    @Override
    void close() throws Exception;
}
