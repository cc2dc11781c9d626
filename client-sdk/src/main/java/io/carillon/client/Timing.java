package io.carillon.client;

/** Whether runs may be moved later by a fixed offset of the job, so that not all of the world starts on the hour. */
public enum Timing {
    FLEXIBLE,
    EXACT,
    /** A word of a newer cluster; not for requests. */
    UNKNOWN
}
