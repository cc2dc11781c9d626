package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.DeadLetters;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RedriveStore;
import io.carillon.domain.store.RunFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Dead letters and redrives in memory; what was asked for is remembered. */
public final class StoredDeadLetters implements DeadLetters, RedriveStore {

    public final List<DeadLetter> letters = new ArrayList<>();
    public final Map<UUID, Redrive> redrives = new LinkedHashMap<>();
    public volatile @Nullable RunFilter filter;
    public volatile @Nullable Principal principal;
    public volatile int limit;

    @Override
    public Page<DeadLetter> page(Principal who, RunFilter wanted, int most, @Nullable String cursor) {
        if (cursor != null && !cursor.equals(StoredRows.GOOD_CURSOR)) {
            throw new IllegalArgumentException("no cursor of mine");
        }
        principal = who;
        filter = wanted;
        limit = most;
        return new Page<>(letters, cursor == null ? StoredRows.GOOD_CURSOR : null);
    }

    @Override
    public synchronized void begin(Redrive redrive) {
        redrives.putIfAbsent(redrive.id(), redrive);
    }

    @Override
    public synchronized int countOpen(Principal who) {
        return (int) redrives.values().stream()
                .filter(Redrive::open)
                .filter(each -> Objects.equals(each.principal().ownerScope(), who.ownerScope()))
                .count();
    }

    @Override
    public synchronized Optional<Redrive> find(Principal who, UUID id) {
        return Optional.ofNullable(redrives.get(id))
                .filter(each -> who.ownerScope() == null
                        || who.ownerScope().equals(each.principal().ownerScope()));
    }

    @Override
    public Optional<Redrive> due(Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RunId> dead(Redrive redrive, int most) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int countWaiting(Collection<RunId> runs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized boolean save(Redrive next) {
        Redrive before = redrives.get(next.id());
        if (before == null || !before.open() || before.version() != next.version() - 1) {
            return false;
        }
        redrives.put(next.id(), next);
        return true;
    }
}
