package io.carillon.client;

/** The state of a job. */
public enum JobStatus {
    ACTIVE,
    PAUSED,
    DELETED,
    /** A one-off whose run has ended. */
    COMPLETED,
    /** A word of a newer cluster; not for requests. */
    UNKNOWN
}
