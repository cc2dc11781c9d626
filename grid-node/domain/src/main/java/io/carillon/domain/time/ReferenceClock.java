package io.carillon.domain.time;

import java.time.Instant;

/** The clock all members agree on: the durable store's. Blocks for one round trip. */
public interface ReferenceClock {

    /** @throws RuntimeException if it cannot be read */
    Instant read();
}
