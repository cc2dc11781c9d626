package io.carillon.engine.port;

import io.carillon.domain.dispatch.Capability;
import java.util.List;

/** What gateways tell each other of their workers. Never blocks; thread-safe. */
public interface Credits {

    /** Replaces what this member's gateway has told. Called at most every few tens of milliseconds. */
    void advertise(List<WorkerGroup> groups);

    /**
     * True if a worker of another member's gateway has registered this very handler, busy or not; workers here that
     * take any handler then leave it alone. Cheap: asked under the gateway's lock.
     */
    boolean registeredElsewhere(Capability capability);
}
