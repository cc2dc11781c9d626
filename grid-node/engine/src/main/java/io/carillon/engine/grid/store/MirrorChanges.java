package io.carillon.engine.grid.store;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import io.carillon.engine.grid.store.MapMirror.Change;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Brings entries up to rows that are durable already; older news changes nothing. Over the wire it is empty: if the
 * shard has moved, its new owner mirrors by itself, and late news could bring back what has ended there.
 */
final class MirrorChanges<K, V> implements EntryProcessor<K, V, Void>, IdentifiedDataSerializable {

    private static final long serialVersionUID = 1L;

    private final transient Map<K, Change<V>> changes;
    private final transient ToLongFunction<V> versionOf;
    /** Touched by one partition thread. */
    private final transient Map<K, @Nullable V> applied;

    MirrorChanges(Map<K, Change<V>> changes, ToLongFunction<V> versionOf) {
        this.changes = changes;
        this.versionOf = versionOf;
        this.applied = new HashMap<>(changes.size() * 2);
    }

    /** As it arrives on another member. */
    MirrorChanges() {
        this(Map.of(), any -> 0);
    }

    @Override
    public @Nullable Void process(Map.Entry<K, V> entry) {
        Change<V> change = changes.get(entry.getKey());
        if (change == null) {
            return null;
        }
        V current = entry.getValue();
        boolean news = change.forced() || current == null || versionOf.applyAsLong(current) <= change.version();
        if (news && !(current == null && change.entry() == null)) {
            set(entry, change.entry());
            applied.put(entry.getKey(), change.entry());
        }
        return null;
    }

    @SuppressWarnings("NullAway") // Null removes the entry, which the map's own signature does not say.
    private static <K, V> void set(Map.Entry<K, V> entry, @Nullable V value) {
        entry.setValue(value);
    }

    @Override
    public @Nullable EntryProcessor<K, V, Void> getBackupProcessor() {
        return applied.isEmpty() ? null : new SetValues<>(applied);
    }

    @Override
    public int getFactoryId() {
        return ProcessorFactory.ID;
    }

    @Override
    public int getClassId() {
        return ProcessorFactory.MIRROR;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
