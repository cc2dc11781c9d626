package io.carillon.engine.grid.handoff;

import io.carillon.engine.port.Attempt;
import java.util.List;

/**
 * Attempts that must stop, told to all gateways.
 *
 * @param lost true: their leases are lost; false: their runs were cancelled
 */
record StopBatch(boolean lost, List<Attempt> attempts) {

    StopBatch {
        attempts = List.copyOf(attempts);
    }
}
