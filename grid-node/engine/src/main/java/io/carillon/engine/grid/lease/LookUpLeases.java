package io.carillon.engine.grid.lease;

import com.hazelcast.core.ReadOnly;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.port.Leases.Lease;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads leases; the maps' own bulk read would block its caller. */
final class LookUpLeases extends LeaseProcessor<Lease> implements ReadOnly {

    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Lease process(Map.Entry<RunKey, Lease> entry) {
        return entry.getValue();
    }

    @Override
    public @Nullable EntryProcessor<RunKey, Lease, Lease> getBackupProcessor() {
        return null;
    }

    @Override
    public int getClassId() {
        return LeaseProcessorFactory.LOOK_UP;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
