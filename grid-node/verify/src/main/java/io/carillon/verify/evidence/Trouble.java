package io.carillon.verify.evidence;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that the recorder met with and that must not be, whatever else is true: each is a violation.
 *
 * @param job concerned, if one is known
 * @param run concerned, if one is known
 * @param text what it was, for people
 */
public record Trouble(
        Instant at, Kind kind, @Nullable UUID job, @Nullable UUID run, String text) implements Fact {

    public enum Kind {
        /** The cluster did not become whole after the last fault. */
        NOT_WHOLE,
        /** Runs that were due had not ended long after the load. */
        NOT_ENDED,
        /** Requests of the plan were not made or not finished, since callers waited for answers even when all was whole. */
        LOAD_LEFT_OUT,
        /** A target was called without what every call must say. */
        BAD_CALL,
        /** A target was not given the payload of its job. */
        BAD_PAYLOAD,
        /** A job is listed, and it has no ledger. */
        NO_LEDGER
    }
}
