package io.carillon.engine.grid.lease;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.ExtendedMapEntry;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.port.Leases.Lease;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What is done to the leases of one shard in one operation. All of it compares tokens and sets explicit values, so a
 * backup may do the same for itself.
 */
abstract class LeaseProcessor<R> implements EntryProcessor<RunKey, Lease, R>, IdentifiedDataSerializable {

    private static final long serialVersionUID = 1L;

    /** A plain {@code setValue} would give the entry the map's own time to live: none. */
    static void set(Map.Entry<RunKey, Lease> entry, Lease lease, long ttlMillis) {
        ((ExtendedMapEntry<RunKey, Lease>) entry).setValue(lease, ttlMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public int getFactoryId() {
        return LeaseProcessorFactory.ID;
    }
}
