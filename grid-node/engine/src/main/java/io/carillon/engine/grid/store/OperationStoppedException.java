package io.carillon.engine.grid.store;

import com.hazelcast.spi.exception.SilentException;

/**
 * Ends an operation on a map without a trace in it. Part of the flow, so the grid does not log it.
 *
 * <p>It has no cause on purpose: it may travel, and a member that cannot read an exception never answers its caller.
 */
public final class OperationStoppedException extends IllegalStateException implements SilentException {

    private static final long serialVersionUID = 1L;

    OperationStoppedException(String message) {
        super(message);
    }
}
