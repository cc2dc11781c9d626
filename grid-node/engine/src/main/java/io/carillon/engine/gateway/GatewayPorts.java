package io.carillon.engine.gateway;

import io.carillon.domain.store.NoteStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.Leases;
import io.carillon.engine.port.Ownership;

/** What a gateway needs of the world. */
public record GatewayPorts(
        Owners owners,
        Leases leases,
        Credits credits,
        Ownership ownership,
        NoteStore notes,
        TimeSource time,
        GatewayEvents events) {

    /** For a gateway that keeps nothing of what handlers say. */
    public GatewayPorts(
            Owners owners, Leases leases, Credits credits, Ownership ownership, TimeSource time, GatewayEvents events) {
        this(owners, leases, credits, ownership, NoteStore.NONE, time, events);
    }
}
