package io.carillon.engine.grid.key;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import com.hazelcast.partition.PartitionAware;
import io.carillon.domain.id.JobId;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job's key: the sixteen bytes of its id, high half first. The grid compares keys by their bytes, so the layout never
 * changes.
 */
public final class JobKey implements IdentifiedDataSerializable, PartitionAware<Integer> {

    private JobId id;

    public JobKey(JobId id) {
        this.id = id;
    }

    /** For the factory; {@link #readData} fills it before anybody sees it. */
    JobKey() {
        this(new JobId(new UUID(0, 0)));
    }

    public JobId id() {
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
        return KeyFactory.JOB_KEY;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(id.value().getMostSignificantBits());
        out.writeLong(id.value().getLeastSignificantBits());
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        id = new JobId(new UUID(in.readLong(), in.readLong()));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JobKey that && id.equals(that.id);
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
