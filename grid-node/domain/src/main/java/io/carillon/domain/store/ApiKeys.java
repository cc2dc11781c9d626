package io.carillon.domain.store;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.Principal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The keys of the doors. Blocks for a round trip; throws {@link StoreUnavailableException}. Thread-safe. */
public interface ApiKeys {

    /** A number that is another one after every change. Read it before {@link #good}. */
    long edition();

    /** All keys that are not revoked and have not expired. */
    List<ApiKey> good(Instant now);

    /** If the principal may see it. */
    Optional<ApiKey> find(Principal principal, UUID id);

    /**
     * Newest first, those of the principal's scope.
     *
     * @throws IllegalArgumentException for a cursor it did not make
     */
    Page<ApiKey> page(Principal principal, int limit, @Nullable String cursor);

    /**
     * Writes the next version of a key, or the first one, and the entry with it.
     *
     * @return false if somebody else was quicker
     */
    boolean save(ApiKey next, AuditEntry entry);

    /** Takes note of the last days on which keys were used. */
    void used(Map<UUID, LocalDate> days);
}
