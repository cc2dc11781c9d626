package io.carillon.domain.dispatch;

import java.util.Objects;

/** What a worker must offer to be able to take an entry: it serves the pool and has the handler. */
public record Capability(String pool, String handler) {
    public Capability {
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(handler, "handler");
    }
}
