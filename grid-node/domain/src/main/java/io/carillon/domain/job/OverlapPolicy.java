package io.carillon.domain.job;

/** What becomes of an occurrence while an earlier run of the schedule has not ended. */
public enum OverlapPolicy {
    ALLOW,
    SKIP,
    QUEUE_ONE
}
