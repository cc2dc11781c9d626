package io.carillon.engine.gateway;

/** What happens in a gateway, for counters. Called on any thread; must not block. */
public interface GatewayEvents {

    GatewayEvents NONE = new GatewayEvents() {};

    /** A worker reported under a token that has no right any more. */
    default void staleReport() {}

    /** A worker was told that it has lost an attempt. */
    default void revoked() {}

    /** Leases that a heartbeat asked for could not be renewed, for want of an answer. */
    default void renewalFailed() {}

    /** Handed-off runs were forgotten for want of room; their owners offer them again. */
    default void offersDropped(int runs) {}
}
