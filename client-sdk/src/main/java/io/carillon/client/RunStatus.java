package io.carillon.client;

/** The state of a run. */
public enum RunStatus {
    /** Not yet due. */
    SCHEDULED,
    /** Due, waiting for a worker. */
    QUEUED,
    RUNNING,
    SUCCEEDED,
    /** This attempt failed, the next one comes at {@link Run#retryAt()}. */
    FAILED,
    /** No retry is left. */
    DEAD,
    CANCELLED,
    /** A word of a newer cluster; not for requests. */
    UNKNOWN
}
