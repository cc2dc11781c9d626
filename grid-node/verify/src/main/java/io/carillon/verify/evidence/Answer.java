package io.carillon.verify.evidence;

import java.time.Instant;

/**
 * The target answered a call. A call without an answer was going on when the evidence was closed, or its process died.
 *
 * @param number of the call
 * @param at just before the answer went, so that whoever reads it does so later
 */
public record Answer(long number, Reply reply, Instant at) implements Fact {

    public enum Reply {
        SUCCESS,
        /** A failure that may be retried. */
        RETRYABLE,
        /** A failure that may not. */
        PERMANENT,
        /** The handler was interrupted, or the connection was closed by the caller, before there was an answer. */
        BROKEN_OFF
    }
}
