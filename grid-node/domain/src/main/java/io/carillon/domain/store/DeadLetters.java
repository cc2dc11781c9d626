package io.carillon.domain.store;

import io.carillon.domain.access.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Dead runs as the API reads them: committed rows, no more than the principal may see.
 *
 * <p>Blocks for one round trip. Throws {@link StoreUnavailableException}, and {@link IllegalArgumentException} for a cursor
 * it did not make.
 */
public interface DeadLetters {

    /**
     * Newest nominal time first. A page ends early when its payloads and stacks have grown large.
     *
     * @param filter its status is not looked at
     */
    Page<DeadLetter> page(Principal principal, RunFilter filter, int limit, @Nullable String cursor);
}
