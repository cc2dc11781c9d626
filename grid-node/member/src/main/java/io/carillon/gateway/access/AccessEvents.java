package io.carillon.gateway.access;

/** Calls that were turned away at a door. Any thread. */
public interface AccessEvents {

    /** Why a call went no further. */
    enum Reason {
        /** No key, or none that opens anything. */
        UNAUTHENTICATED,
        /** A good key, for something else. */
        FORBIDDEN,
        /** Nobody could say whether the key is good. */
        UNKNOWN
    }

    void turnedAway(Reason reason);
}
