package io.carillon.engine.gateway;

import java.util.Set;

/**
 * Who a worker is and what it can run, as it says itself.
 *
 * @param workerId unique among live workers
 * @param handlers under which it registered code
 * @param anyHandler it also takes handlers that no connected worker of the pool has registered
 * @param slots how many runs it holds at once, 1 to {@link #SLOTS_MAX}
 */
public record WorkerProfile(String workerId, String pool, Set<String> handlers, boolean anyHandler, int slots) {

    public static final int SLOTS_MAX = 100_000;

    public WorkerProfile {
        if (workerId.isEmpty() || pool.isEmpty()) {
            throw new IllegalArgumentException("a worker must have an id and a pool");
        }
        if (slots < 1 || slots > SLOTS_MAX) {
            throw new IllegalArgumentException("slots must be from 1 to " + SLOTS_MAX + ", was " + slots);
        }
        handlers = Set.copyOf(handlers);
    }
}
