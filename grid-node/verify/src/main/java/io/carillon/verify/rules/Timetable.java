package io.carillon.verify.rules;

import java.time.Instant;
import java.util.SortedSet;

/** The nominal times of a schedule, without bounds, jitter or policies. */
public interface Timetable {

    /** Those in ({@code after}, {@code upTo}]. */
    SortedSet<Instant> between(Instant after, Instant upTo);
}
