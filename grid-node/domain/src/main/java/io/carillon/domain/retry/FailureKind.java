package io.carillon.domain.retry;

/** How an attempt failed, as far as retrying is concerned. A lost lease is not among them: it uses up no retry. */
public enum FailureKind {
    /** The handler failed in a way that may pass. */
    RETRYABLE,
    /** The handler said that trying again is useless. */
    PERMANENT,
    /** The attempt took longer than its timeout. */
    TIMEOUT
}
