package io.carillon.gateway.access;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Principal;
import io.carillon.domain.store.ApiKeys;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * All good keys in memory, so that looking at one never waits: calls are looked at on the transport's threads. Whoever owns
 * it has {@link #refresh} called every second; a key that was revoked elsewhere is refused after the next one.
 *
 * <p>While PostgreSQL cannot be asked the keys last heard of stay good for a bounded time, since workers must go on.
 * Thread-safe.
 */
public final class KeyRing {

    private static final String SCHEME = "Bearer ";

    /** The keys as of a moment; replaced as a whole. */
    private record Known(long edition, Map<UUID, ApiKey> keys, long askedNanos) {}

    private final ApiKeys store;
    private final TimeSource time;
    private final long staleNanos;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Map<UUID, LocalDate> used = new ConcurrentHashMap<>();
    private volatile @Nullable Known known;

    /** @param staleMax how long the keys are trusted that cannot be compared with the database */
    public KeyRing(ApiKeys store, TimeSource time, Duration staleMax) {
        this.store = store;
        this.time = time;
        this.staleNanos = staleMax.toNanos();
    }

    /** What came of a look at a key. */
    public sealed interface Check {}

    public record Accepted(Credential credential) implements Check {}

    /** None was shown, or it opens nothing: which of them, and why, is not told. */
    public record Refused() implements Check {}

    /** PostgreSQL has been away for too long, so nobody knows. */
    public record Unknown() implements Check {}

    /**
     * @param authorization the header as it came; null: there was none
     * @param address of the caller
     */
    public Check check(@Nullable String authorization, @Nullable String address) {
        KeyText text = authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? null
                : KeyText.parse(authorization.substring(SCHEME.length()).strip());
        if (text == null) {
            return new Refused();
        }
        Known now = known;
        if (now == null || time.nanos() - now.askedNanos > staleNanos) {
            return new Unknown();
        }
        String hash = text.hash();
        ApiKey key = now.keys.get(text.id());
        if (key == null || !key.accepts(hash, time.now())) {
            return new Refused();
        }
        used.put(key.id(), time.now().atZone(ZoneOffset.UTC).toLocalDate());
        Principal principal = new Principal(key.id().toString(), key.ownerId(), key.name(), address);
        return new Accepted(new Credential(key.id(), principal, key.role(), () -> isGood(text.id(), hash)));
    }

    private boolean isGood(UUID id, String hash) {
        Known now = known;
        ApiKey key = now == null ? null : now.keys.get(id);
        return key != null
                && now != null
                && time.nanos() - now.askedNanos <= staleNanos
                && key.accepts(hash, time.now());
    }

    /** Called after every refresh: a look at whether streams are still allowed costs little, and keys expire by themselves. */
    public void afterRefresh(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Blocks for a round trip, or two if a key has changed.
     *
     * @throws StoreUnavailableException what is known stays as it is
     */
    public synchronized void refresh() {
        try {
            long askedNanos = time.nanos();
            // The edition first: what is read after it is as new at least.
            long edition = store.edition();
            Known before = known;
            if (before != null && before.edition == edition) {
                known = new Known(edition, before.keys, askedNanos);
            } else {
                Instant now = time.now();
                Map<UUID, ApiKey> keys = new HashMap<>();
                store.good(now).forEach(key -> keys.put(key.id(), key));
                known = new Known(edition, Map.copyOf(keys), askedNanos);
            }
        } finally {
            listeners.forEach(Runnable::run);
        }
    }

    /** Writes the last days of use that are not written yet. Blocks. */
    public void writeUse() {
        Map<UUID, LocalDate> days = Map.copyOf(used);
        store.used(days);
        // A key that was used meanwhile on the same day is written already.
        days.forEach(used::remove);
    }
}
