package io.carillon.client;

/** What happens to an occurrence while an earlier run of the schedule has not ended. */
public enum OverlapPolicy {
    ALLOW,
    SKIP,
    /** At most one waits. */
    QUEUE_ONE,
    /** A word of a newer cluster; not for requests. */
    UNKNOWN
}
