package io.carillon.client;

/** Why there is a run. */
public enum RunTrigger {
    SCHEDULE,
    MANUAL,
    BACKFILL,
    /** A word of a newer cluster. */
    UNKNOWN
}
