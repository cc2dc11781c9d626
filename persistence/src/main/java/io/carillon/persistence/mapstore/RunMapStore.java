package io.carillon.persistence.mapstore;

import com.hazelcast.map.MapStore;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.RunEntry;
import io.carillon.domain.store.ShardStore;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The map of runs mirrors rows: runs are written before they come here, with the claim that makes them or by the writer
 * that moves them. It holds live runs only, so an ended one is absent however often it is asked for. Removing an entry
 * deletes nothing.
 */
public final class RunMapStore implements MapStore<RunId, RunEntry> {

    private final ShardStore rows;
    private final Duration answerTimeout;

    /** @param answerTimeout above the store's own timeouts together, far below a minute */
    public RunMapStore(ShardStore rows, Duration answerTimeout) {
        this.rows = rows;
        this.answerTimeout = answerTimeout;
    }

    /** @throws StoreRefusedException if the entry does not say that it is durable */
    @Override
    public void store(RunId id, RunEntry entry) {
        if (!entry.durable()) {
            throw new StoreRefusedException("run " + id + " version "
                    + entry.run().version() + " is not in the database; runs are not written through their map");
        }
    }

    @Override
    public void storeAll(Map<RunId, RunEntry> entries) {
        entries.forEach(this::store);
    }

    /** A row outlives its entry. */
    @Override
    public void delete(RunId id) {}

    @Override
    public void deleteAll(Collection<RunId> ids) {}

    @Override
    public @Nullable RunEntry load(RunId id) {
        return loadAll(List.of(id)).get(id);
    }

    @Override
    public Map<RunId, RunEntry> loadAll(Collection<RunId> ids) {
        Map<RunId, RunEntry> found = new HashMap<>();
        for (LiveRun live : Answers.await(rows.loadRuns(ids), answerTimeout)) {
            if (!live.run().state().terminal()) {
                found.put(live.run().id(), RunEntry.durable(live.run()));
            }
        }
        return found;
    }

    /** None: owners load what they need when they gain a shard. */
    @Override
    public @Nullable Iterable<RunId> loadAllKeys() {
        return null;
    }
}
