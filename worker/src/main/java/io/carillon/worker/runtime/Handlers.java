package io.carillon.worker.runtime;

import io.carillon.proto.v1.Assignment;
import io.carillon.worker.handler.JobHandler;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which code takes which run: the handler registered under the run's name, else the one for HTTP targets if the run has one,
 * else the fallback.
 *
 * @param fallback takes runs of any name; null: they are handed back
 */
public record Handlers(
        Map<String, JobHandler> byName, @Nullable JobHandler fallback) {
    /** The name under which HTTP targets are served. */
    public static final String HTTP = "http";

    public Handlers {
        byName = Map.copyOf(byName);
    }

    @Nullable
    JobHandler find(Assignment assignment) {
        JobHandler named = byName.get(assignment.getHandler());
        if (named == null && assignment.hasHttp()) {
            named = byName.get(HTTP);
        }
        return named != null ? named : fallback;
    }

    /** In alphabetical order. */
    public Iterable<String> names() {
        return new TreeSet<>(byName.keySet());
    }
}
