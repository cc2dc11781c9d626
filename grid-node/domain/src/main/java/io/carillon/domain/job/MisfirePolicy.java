package io.carillon.domain.job;

/** What becomes of occurrences that could not be claimed in time. Codes are stored. */
public enum MisfirePolicy {
    /** One run for the latest missed occurrence; the others are skipped and counted. */
    RUN_ONCE,
    /** Every missed occurrence, oldest first, at a bounded rate. */
    RUN_ALL,
    /** None; all are skipped and counted. */
    SKIP
}
