package io.carillon.domain.ledger;

import java.time.Instant;

/**
 * Where definitions and rows do not agree.
 *
 * @param nominalAt the first nominal time concerned
 * @param n how many occurrences
 */
public record Discrepancy(Kind kind, long revision, Instant nominalAt, long n) {

    public enum Kind {
        /** Owed, and in neither a run nor a skip: lost. */
        MISSING,
        /** Accounted for more than once. */
        DOUBLED,
        /** A run or a skip of a time that its revision does not owe. */
        NOT_OWED
    }
}
