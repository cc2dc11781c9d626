package io.carillon.worker.runtime;

import java.util.concurrent.atomic.AtomicLong;

/** How much all attempts of a worker together may have waiting to be sent. Thread-safe. */
final class LineRoom {
    static final long BYTES_MAX = 16L * 1024 * 1024;

    private final AtomicLong used = new AtomicLong();

    /** False, and nothing is taken, where that would be too much. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) <= BYTES_MAX) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    void give(long bytes) {
        used.addAndGet(-bytes);
    }
}
