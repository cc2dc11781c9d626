package io.carillon.engine.grid.lease;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.port.Leases.Lease;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sets leases, except where a later attempt has one. */
final class GrantLeases extends LeaseProcessor<Void> {

    private static final long serialVersionUID = 1L;

    /** @param ttlMillis of the entry */
    record Grant(Lease lease, long ttlMillis) {}

    private transient Map<RunKey, Grant> grants;

    GrantLeases(Map<RunKey, Grant> grants) {
        this.grants = grants;
    }

    GrantLeases() {
        this(Map.of());
    }

    @Override
    public @Nullable Void process(Map.Entry<RunKey, Lease> entry) {
        Grant grant = grants.get(entry.getKey());
        Lease current = entry.getValue();
        if (grant != null && (current == null || current.fencingToken() <= grant.lease.fencingToken())) {
            set(entry, grant.lease, grant.ttlMillis);
        }
        return null;
    }

    @Override
    public int getClassId() {
        return LeaseProcessorFactory.GRANT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(grants.size());
        for (Map.Entry<RunKey, Grant> each : grants.entrySet()) {
            each.getKey().writeData(out);
            out.writeObject(each.getValue().lease);
            out.writeLong(each.getValue().ttlMillis);
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        int size = in.readInt();
        grants = new HashMap<>(size * 2);
        for (int i = 0; i < size; i++) {
            RunKey key = RunKey.read(in);
            Lease lease = in.readObject();
            grants.put(key, new Grant(lease, in.readLong()));
        }
    }
}
