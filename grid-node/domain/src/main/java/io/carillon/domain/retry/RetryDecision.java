package io.carillon.domain.retry;

import java.time.Instant;

/** What follows a failed attempt. */
public sealed interface RetryDecision {

    /** The next attempt may start at this instant. */
    record RetryAt(Instant at) implements RetryDecision {}

    /** There is no next attempt. */
    record Exhausted(Reason reason) implements RetryDecision {}

    /** Why there is no next attempt. */
    enum Reason {
        /** The failure was permanent. */
        PERMANENT_FAILURE,
        /** All retries are used, or there never were any. */
        NO_RETRIES_LEFT
    }
}
