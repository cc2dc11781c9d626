package io.carillon.domain.store;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.Circuit;
import io.carillon.domain.alert.Webhook;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Alerts that wait, and the circuits of their endpoints. Each call is committed when it returns. Blocks; throws {@link
 * StoreUnavailableException}. Thread-safe.
 */
public interface AlertStore {

    /** An owner with an alert whose time has come. */
    record Waiting(Webhook webhook, @Nullable Circuit circuit) {}

    /** Those that are not closed now, by owner id, after this one; at most {@code limit}. */
    List<Waiting> waiting(Instant now, String afterOwner, int limit);

    /** Takes alerts of this owner whose time has come; nobody else takes them before {@code until}. */
    List<Alert> take(String ownerId, Instant now, Instant until, int limit);

    /** Closes an endpoint until then for everybody but the caller, if it is as the caller saw it. */
    boolean takeProbe(String ownerId, Circuit seen, Instant until);

    Optional<Circuit> circuit(String ownerId);

    /** The alert is told, and its endpoint well. */
    void delivered(Alert alert, Instant now);

    /** Without effect on an alert that was taken again since. */
    void again(Alert alert, Instant at, Circuit circuit);

    /** False, and without effect on the alert, if it was taken again or settled since. */
    boolean givenUp(Alert alert, Circuit circuit);

    /** Removes waiting alerts of an owner who wants to be told nowhere, and says how many */
    int drop(String ownerId, int limit);

    /** Removes alerts that were delivered before then, and says how many */
    int forgetDelivered(Instant before);

    /** How many wait, of one owner or of all; counted up to {@code most}. */
    int countWaiting(@Nullable String ownerId, int most);
}
