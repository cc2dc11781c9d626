package io.carillon.domain.store;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Redrives of many, kept so that any member can go on with them. Blocks; throws {@link StoreUnavailableException}. */
public interface RedriveStore {

    /** Committed when this returns; without effect if there is one of this id. */
    void begin(Redrive redrive);

    /** Those of the principal's scope that are open. */
    int countOpen(Principal principal);

    /** If the principal may see it. */
    Optional<Redrive> find(Principal principal, UUID id);

    /** The open one that has waited longest for its step, if its time has come. */
    Optional<Redrive> due(Instant now);

    /** The next dead runs of this redrive, by rising id. */
    List<RunId> dead(Redrive redrive, int limit);

    /** How many of these were redriven and wait for their start. */
    int countWaiting(Collection<RunId> runs);

    /** Writes the next version, unless another one was written or it has ended. */
    boolean save(Redrive next);
}
