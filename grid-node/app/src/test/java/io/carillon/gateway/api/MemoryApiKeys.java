package io.carillon.gateway.api;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Principal;
import io.carillon.domain.store.ApiKeys;
import io.carillon.domain.store.AuditLog;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.StoreUnavailableException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Keys and the audit log in memory. */
public final class MemoryApiKeys implements ApiKeys {

    private final Map<UUID, ApiKey> keys = Collections.synchronizedMap(new LinkedHashMap<>());
    public final Map<UUID, LocalDate> used = new HashMap<>();
    public final StoredAudit log = new StoredAudit();
    private final AtomicLong edition = new AtomicLong(1);
    private volatile boolean away;
    private final AtomicInteger secret = new AtomicInteger();

    /** The database cannot be reached, or can again. */
    public void away(boolean now) {
        away = now;
    }

    public void put(ApiKey key) {
        keys.put(key.id(), key);
        edition.incrementAndGet();
    }

    public byte[] nextSecret() {
        byte[] bytes = new byte[KeyText.SECRET_BYTES];
        bytes[0] = (byte) secret.incrementAndGet();
        return bytes;
    }

    @Override
    public long edition() {
        if (away) {
            throw new StoreUnavailableException("away", new IllegalStateException("away"));
        }
        return edition.get();
    }

    @Override
    public List<ApiKey> good(Instant now) {
        return List.copyOf(keys.values()).stream()
                .filter(key -> key.isGood(now))
                .toList();
    }

    @Override
    public Optional<ApiKey> find(Principal principal, UUID id) {
        return Optional.ofNullable(keys.get(id)).filter(key -> maySee(principal, key.ownerId()));
    }

    @Override
    public Page<ApiKey> page(Principal principal, int limit, @Nullable String cursor) {
        return new Page<>(
                List.copyOf(keys.values()).stream()
                        .filter(key -> maySee(principal, key.ownerId()))
                        .limit(limit)
                        .toList(),
                null);
    }

    @Override
    public boolean save(ApiKey next, AuditEntry entry) {
        ApiKey before = keys.get(next.id());
        if ((before == null ? 0 : before.version()) != next.version() - 1) {
            return false;
        }
        put(next);
        log.add(entry);
        return true;
    }

    @Override
    public void used(Map<UUID, LocalDate> days) {
        used.putAll(days);
    }

    static boolean maySee(Principal principal, @Nullable String ownerId) {
        return principal.ownerScope() == null || principal.ownerScope().equals(ownerId);
    }

    /** What was written, in order. */
    public static final class StoredAudit implements AuditLog {

        public final List<AuditEntry> entries = Collections.synchronizedList(new ArrayList<>());

        @Override
        public Page<Recorded> page(Principal principal, Filter filter, int limit, @Nullable String cursor) {
            List<Recorded> seen = new ArrayList<>();
            for (int i = entries.size() - 1; i >= 0; i--) {
                if (maySee(principal, entries.get(i).ownerId())) {
                    seen.add(new Recorded(i + 1, entries.get(i)));
                }
            }
            return new Page<>(seen, null);
        }

        @Override
        public void add(AuditEntry entry) {
            entries.add(entry);
        }

        @Override
        public int forgetBefore(Instant before) {
            return 0;
        }
    }
}
