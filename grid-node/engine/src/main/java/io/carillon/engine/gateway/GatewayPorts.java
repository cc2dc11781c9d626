package io.carillon.engine.gateway;

import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.Leases;
import io.carillon.engine.port.Ownership;

/** What a gateway needs of the world. */
public record GatewayPorts(
        Owners owners, Leases leases, Credits credits, Ownership ownership, TimeSource time, GatewayEvents events) {}
