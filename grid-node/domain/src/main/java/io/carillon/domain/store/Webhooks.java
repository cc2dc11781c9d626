package io.carillon.domain.store;

import io.carillon.domain.alert.Webhook;
import java.time.Instant;
import java.util.UUID;

/** Where owners want to be told. Blocks; throws {@link StoreUnavailableException}. */
public interface Webhooks {

    /** Of version 0 if nothing is known of the owner. */
    Webhook find(String ownerId);

    /**
     * Writes the next version if the row is of the one before, and forgets what the endpoint's circuit knew.
     *
     * @return false if it is not
     */
    boolean save(Webhook next, UUID writeId, Instant now);
}
