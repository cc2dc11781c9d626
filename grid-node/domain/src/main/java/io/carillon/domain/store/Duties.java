package io.carillon.domain.store;

import java.time.Instant;

/**
 * What one member does for all: held for a time, renewed while it is done. Whoever lost one and does not know it yet may
 * do it beside its new holder for a moment, so everything done under a duty must bear to be done twice.
 */
@FunctionalInterface
public interface Duties {

    /**
     * Takes the duty if nobody holds it, or renews it. Blocks; throws {@link StoreUnavailableException}.
     *
     * @return true if it is this holder's until then
     */
    boolean hold(String duty, String holder, Instant now, Instant until);
}
