package io.carillon.domain.store;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.alert.Webhook;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Where owners want to be told. Blocks; throws {@link StoreUnavailableException}. */
public interface Webhooks {

    /** Of version 0 if nothing is known of the owner. */
    Webhook find(String ownerId);

    /**
     * Writes the next version if the row is of the one before, and forgets what the endpoint's circuit knew.
     *
     * @param audit written with it; null: nothing
     * @return false if it is not
     */
    boolean save(Webhook next, UUID writeId, Instant now, @Nullable AuditEntry audit);

    /** The same, on nobody's behalf. */
    default boolean save(Webhook next, UUID writeId, Instant now) {
        return save(next, writeId, now, null);
    }
}
