package io.carillon.engine.grid.handoff;

import io.carillon.engine.port.Silent;
import java.util.List;

/** Attempts that an owner asks all gateways after. */
record RollCallBatch(List<Silent> attempts) {

    RollCallBatch {
        attempts = List.copyOf(attempts);
    }
}
