package io.carillon.domain.store;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.Principal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who changed what. What has a transaction of its own is written in it, by whoever writes that; the rest is added here. Blocks;
 * throws {@link StoreUnavailableException}. Thread-safe.
 */
public interface AuditLog {

    /** @param id rises with the time of writing, not without gaps */
    record Recorded(long id, AuditEntry entry) {}

    /** Null: any. {@code from} is inclusive, {@code to} is not. */
    record Filter(
            @Nullable String ownerId,
            @Nullable String subject,
            @Nullable String action,
            @Nullable String target,
            @Nullable Instant from,
            @Nullable Instant to) {}

    /**
     * Newest first, what the principal may see.
     *
     * @throws IllegalArgumentException for a cursor it did not make
     */
    Page<Recorded> page(Principal principal, Filter filter, int limit, @Nullable String cursor);

    void add(AuditEntry entry);

    /** Removes a piece of what is older. @return how many entries; there may be more while it is not 0 */
    int forgetBefore(Instant before);
}
