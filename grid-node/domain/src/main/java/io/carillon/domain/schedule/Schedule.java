package io.carillon.domain.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The nominal times of a job: a strictly increasing sequence of instants. Immutable and thread-safe. */
public interface Schedule {

    /** The first nominal time strictly after {@code nominal}; null when there is none. */
    @Nullable
    Instant nextAfter(Instant nominal);
}
