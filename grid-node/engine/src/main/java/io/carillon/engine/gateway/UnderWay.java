package io.carillon.engine.gateway;

import io.carillon.domain.id.RunId;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs that may be on their way to a worker of this gateway although no session holds them yet. An attempt that leaves this
 * set for a session is held by the session first. Thread-safe.
 */
final class UnderWay {

    private final Set<RunId> runs = ConcurrentHashMap.newKeySet();

    void add(Collection<RunId> begun) {
        runs.addAll(begun);
    }

    void remove(RunId run) {
        runs.remove(run);
    }

    boolean contains(RunId run) {
        return runs.contains(run);
    }
}
