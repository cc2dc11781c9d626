package io.carillon.domain.job;

/** Whether a run may be moved later within a window, to spread load. */
public enum Timing {
    /** Decided by the gap to the next occurrence. */
    DEFAULT,
    FLEXIBLE,
    EXACT
}
