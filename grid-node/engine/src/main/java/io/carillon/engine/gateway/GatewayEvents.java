package io.carillon.engine.gateway;

/** What happens in a gateway, for counters. Called on any thread; must not block. */
public interface GatewayEvents {

    GatewayEvents NONE = new GatewayEvents() {};

    /** A worker reported under a token that has no right any more. */
    default void staleReport() {}

    /** Workers were told that they have lost attempts. */
    default void revoked(int attempts) {}

    /** Leases that a heartbeat asked for could not be renewed, for want of an answer. */
    default void renewalFailed() {}

    /** A checkpoint was saved, or refused because its attempt has no right to the run any more. */
    default void checkpoint(boolean saved) {}

    /** What handlers said was dropped for want of room, the store being slow or away. */
    default void notesDropped(int notes) {}

    /** Handed-off runs were forgotten for want of room; their owners offer them again. */
    default void offersDropped(int runs) {}
}
