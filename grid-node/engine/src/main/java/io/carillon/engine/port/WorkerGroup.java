package io.carillon.engine.port;

import java.util.Set;

/**
 * Workers of one gateway that can run the same things.
 *
 * @param handlers registered by each of them
 * @param anyHandler they also take handlers of the pool that no connected worker has registered
 * @param slots of those that take new work, busy or not
 * @param free slots of all of them, none of those that take no new work
 */
public record WorkerGroup(String pool, Set<String> handlers, boolean anyHandler, int workers, int slots, int free) {

    public WorkerGroup {
        handlers = Set.copyOf(handlers);
    }
}
