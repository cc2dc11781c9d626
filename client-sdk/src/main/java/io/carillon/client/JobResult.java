package io.carillon.client;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What became of one job of many; either {@code created} or {@code failure} is there.
 *
 * @param jobId as it was sent: after a {@link CarillonException.Unavailable} the job may be sent again under it
 */
public record JobResult(
        UUID jobId, @Nullable CreatedJob created, @Nullable CarillonException failure) {

    /** @throws CarillonException if it was not created */
    public CreatedJob orThrow() {
        if (created == null) {
            throw failure == null ? new IllegalStateException("neither created nor failed") : failure;
        }
        return created;
    }
}
