package io.carillon.gateway.api;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.Circuit;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.store.AlertStore;
import io.carillon.domain.store.Webhooks;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Webhooks and circuits in memory. */
public final class StoredWebhooks implements Webhooks, AlertStore {

    public final Map<String, Webhook> webhooks = new ConcurrentHashMap<>();
    public final List<AuditEntry> entries = new CopyOnWriteArrayList<>();
    public final Map<String, Circuit> circuits = new ConcurrentHashMap<>();
    /** Somebody else's writes that come first. */
    public int overtaken;

    @Override
    public Webhook find(String ownerId) {
        return Objects.requireNonNullElse(webhooks.get(ownerId), new Webhook(ownerId, null, null, 0));
    }

    @Override
    public boolean save(Webhook next, UUID writeId, Instant now, @Nullable AuditEntry audit) {
        if (overtaken-- > 0 || find(next.ownerId()).version() != next.version() - 1) {
            return false;
        }
        webhooks.put(next.ownerId(), next);
        if (audit != null) {
            entries.add(audit);
        }
        return true;
    }

    @Override
    public Optional<Circuit> circuit(String ownerId) {
        return Optional.ofNullable(circuits.get(ownerId));
    }

    @Override
    public int countWaiting(@Nullable String ownerId, int most) {
        return 7;
    }

    @Override
    public List<Waiting> waiting(Instant now, String afterOwner, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Alert> take(String ownerId, Instant now, Instant until, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean takeProbe(String ownerId, Circuit seen, Instant until) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delivered(Alert alert, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void again(Alert alert, Instant at, Circuit circuit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean givenUp(Alert alert, Circuit circuit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int drop(String ownerId, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int forgetDelivered(Instant before) {
        throw new UnsupportedOperationException();
    }
}
