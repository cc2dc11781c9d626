package io.carillon.verify.stub;

import java.time.Instant;

/** When clocks change in Berlin. */
final class Nights {
    /** From 02:00 to 03:00. */
    static final Instant GAP = Instant.parse("2026-03-29T01:00:00Z");

    /** From 03:00 back to 02:00. */
    static final Instant OVERLAP = Instant.parse("2026-10-25T01:00:00Z");

    private Nights() {}
}
