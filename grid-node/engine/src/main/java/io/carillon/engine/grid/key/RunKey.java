package io.carillon.engine.grid.key;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import com.hazelcast.partition.PartitionAware;
import io.carillon.domain.id.RunId;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run's key: the sixteen bytes of its id, high half first. The grid compares keys by their bytes, so the layout never
 * changes.
 */
public final class RunKey implements IdentifiedDataSerializable, PartitionAware<Integer> {

    /** A well-formed id of shard 0 that no run has: its nominal time is the epoch and its hash zero. */
    private static final RunId BLANK = new RunId(new UUID(0x8000L, 0x8000_0000_0000_0000L));

    private RunId id;

    public RunKey(RunId id) {
        this.id = id;
    }

    /** For the factory; {@link #readData} fills it before anybody sees it. */
    RunKey() {
        this(BLANK);
    }

    /** Reads what {@link #writeData} has written. */
    public static RunKey read(ObjectDataInput in) throws IOException {
        RunKey key = new RunKey();
        key.readData(in);
        return key;
    }

    public RunId id() {
        return id;
    }

    @Override
    public Integer getPartitionKey() {
        return ShardKeys.of(id.shard());
    }

    @Override
    public int getFactoryId() {
        return KeyFactory.ID;
    }

    @Override
    public int getClassId() {
        return KeyFactory.RUN_KEY;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(id.value().getMostSignificantBits());
        out.writeLong(id.value().getLeastSignificantBits());
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        id = new RunId(new UUID(in.readLong(), in.readLong()));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RunKey that && id.equals(that.id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
