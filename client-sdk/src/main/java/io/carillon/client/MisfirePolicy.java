package io.carillon.client;

/** What becomes of occurrences that the cluster could not make runs of in time. */
public enum MisfirePolicy {
    /** One run for the latest of them. */
    RUN_ONCE,
    /** Each of them, oldest first. */
    RUN_ALL,
    /** None; they are counted. */
    SKIP,
    /** A word of a newer cluster; not for requests. */
    UNKNOWN
}
