package io.carillon.worker.program;

/** Who takes runs whose handler nobody registered. */
enum Fallback {
    /** They are not taken. */
    NONE,
    /** They are written to the log, and succeed. */
    LOG
}
