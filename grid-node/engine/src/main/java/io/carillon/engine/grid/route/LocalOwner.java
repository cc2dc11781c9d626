package io.carillon.engine.grid.route;

import io.carillon.engine.command.Request;
import java.util.Collection;

/** The shard loops of this member. */
@FunctionalInterface
public interface LocalOwner {

    /** Takes requests for shards of this member. Must not block, and answers each once. */
    void submit(Collection<? extends Request> requests);
}
