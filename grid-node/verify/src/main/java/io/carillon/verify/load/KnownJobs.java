package io.carillon.verify.load;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Which jobs are known to exist, and by which id. Thread-safe. */
final class KnownJobs {

    private final Map<String, UUID> ids = new ConcurrentHashMap<>();
    private final Set<String> uncertain = ConcurrentHashMap.newKeySet();

    void exists(String name, UUID id) {
        ids.put(name, id);
    }

    /** What its definition is, is not known any more: it is left alone. */
    void lost(String name) {
        uncertain.add(name);
    }

    Optional<UUID> find(String name) {
        return uncertain.contains(name) ? Optional.empty() : Optional.ofNullable(ids.get(name));
    }
}
