package io.carillon.verify.evidence;

/** Why there is a run. */
public enum Trigger {
    SCHEDULE,
    MANUAL,
    BACKFILL
}
