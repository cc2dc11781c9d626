package io.carillon.engine.grid.lease;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.port.Leases.Lease;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Removes the leases it is sent to. */
final class ReleaseLeases extends LeaseProcessor<Void> {

    private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("NullAway") // Null removes the entry, which the map's own signature does not say.
    public @Nullable Void process(Map.Entry<RunKey, Lease> entry) {
        entry.setValue(null);
        return null;
    }

    @Override
    public int getClassId() {
        return LeaseProcessorFactory.RELEASE;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
