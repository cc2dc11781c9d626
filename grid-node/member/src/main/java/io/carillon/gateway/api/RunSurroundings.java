package io.carillon.gateway.api;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.engine.command.RunReply.Waits;
import io.carillon.engine.port.Leases.Lease;
import java.time.Duration;
import java.util.Optional;

/** What the grid knows of a run beyond its rows. Thread-safe. */
public interface RunSurroundings {

    /** True if some member knows a worker for this, busy or not. */
    boolean anyWorkerFor(Capability capability);

    /** Slots that could take such a run now, on all members, as they last told. */
    int freeSlots(Capability capability);

    /** The lease as heartbeats have renewed it; empty if the grid has no entry, or does not answer in time. */
    Optional<Lease> lease(RunId run, Duration limit);

    /** What the run's owner has it wait for; empty if it does not answer in time. */
    Optional<Waits> waits(RunId run, Duration limit);
}
