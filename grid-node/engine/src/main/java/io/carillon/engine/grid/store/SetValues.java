package io.carillon.engine.grid.store;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a backup is told after an operation: the outcome, never the operation. A backup may hold another value than the
 * owner had, or none, so that doing the same there need not give the same.
 *
 * @param <K> a map's key
 * @param <V> its value; null removes
 */
final class SetValues<K, V> implements EntryProcessor<K, V, Void>, IdentifiedDataSerializable {

    private static final long serialVersionUID = 1L;

    private transient Map<K, @Nullable V> values;

    SetValues(Map<K, @Nullable V> values) {
        this.values = values;
    }

    /** For the factory; {@link #readData} fills it. */
    SetValues() {
        this(Map.of());
    }

    @Override
    public @Nullable Void process(Map.Entry<K, V> entry) {
        if (values.containsKey(entry.getKey())) {
            set(entry, values.get(entry.getKey()));
        }
        return null;
    }

    @SuppressWarnings("NullAway") // Null removes the entry, which the map's own signature does not say.
    private static <K, V> void set(Map.Entry<K, V> entry, @Nullable V value) {
        entry.setValue(value);
    }

    @Override
    public @Nullable EntryProcessor<K, V, Void> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return ProcessorFactory.ID;
    }

    @Override
    public int getClassId() {
        return ProcessorFactory.SET_VALUES;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(values.size());
        for (Map.Entry<K, @Nullable V> each : values.entrySet()) {
            out.writeObject(each.getKey());
            out.writeObject(each.getValue());
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        int size = in.readInt();
        values = new HashMap<>(size * 2);
        for (int i = 0; i < size; i++) {
            K key = in.readObject();
            values.put(key, in.readObject());
        }
    }
}
