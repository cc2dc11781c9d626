package io.carillon.engine.grid.lease;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.carillon.domain.time.Micros;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.port.Leases.Lease;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Removes the leases that are over, and answers with all as they were: the look and the removal are one step. */
final class TakeExpiredLeases extends LeaseProcessor<Lease> {

    private static final long serialVersionUID = 1L;

    private transient Instant now;

    TakeExpiredLeases(Instant now) {
        this.now = now;
    }

    TakeExpiredLeases() {
        this(Instant.EPOCH);
    }

    @Override
    @SuppressWarnings("NullAway") // Null removes the entry, which the map's own signature does not say.
    public @Nullable Lease process(Map.Entry<RunKey, Lease> entry) {
        Lease lease = entry.getValue();
        if (lease != null && !lease.expiresAt().isAfter(now)) {
            entry.setValue(null);
        }
        return lease;
    }

    @Override
    public int getClassId() {
        return LeaseProcessorFactory.TAKE_EXPIRED;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(Micros.of(now));
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        now = Micros.toInstant(in.readLong());
    }
}
