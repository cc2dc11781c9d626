package io.carillon.domain.time;

import java.time.Duration;
import java.time.Instant;

/**
 * The only door to time and chance.
 *
 * <p>{@link #now()} is calendar time on the store's clock, truncated to microseconds (what PostgreSQL keeps), and never
 * goes back by more than a reference step that was alarmed. {@link #nanos()} only measures elapsed time. Thread-safe.
 */
public interface TimeSource {

    /** Calendar time on the store's clock, in whole microseconds. */
    Instant now();

    /** Monotonic nanoseconds since an arbitrary origin. */
    long nanos();

    /** How far {@link #now()} may be from the store's clock, either way. */
    Duration errorBound();

    /** A uniformly distributed number in [0, 1). */
    double chance();

    /** 64 uniformly distributed bits, fit for identifiers. */
    long randomBits();
}
