package io.carillon.engine.command;

import java.util.Collection;

/**
 * The way to the owners of shards, whichever member they are. Batches stay batches on the wire. Never blocks;
 * thread-safe. Every request is answered, with a refusal at the latest after the command timeout.
 */
public interface Owners {

    void submit(Collection<? extends Request> requests);
}
