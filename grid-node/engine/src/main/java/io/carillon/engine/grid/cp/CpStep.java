package io.carillon.engine.grid.cp;

/** What a member does for the CP subsystem after a look. */
enum CpStep {
    NOTHING,
    /** The seat of an earlier process at this address is given up: it is dead, since this one has its port. */
    REMOVE_GHOST,
    /** This member takes an empty seat. */
    PROMOTE,
    /** The groups have lost their majority for good, and begin anew, empty. */
    RESET
}
