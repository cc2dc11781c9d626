package io.carillon.engine.grid.lease;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.carillon.domain.time.Micros;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.port.Leases.Lease;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Extends leases that exist with the same token. The answer names the others. */
final class RenewLeases extends LeaseProcessor<Boolean> {

    private static final long serialVersionUID = 1L;

    private transient Map<RunKey, Long> tokens;
    private transient Instant expiresAt;
    private long ttlMillis;

    RenewLeases(Map<RunKey, Long> tokens, Instant expiresAt, long ttlMillis) {
        this.tokens = tokens;
        this.expiresAt = expiresAt;
        this.ttlMillis = ttlMillis;
    }

    RenewLeases() {
        this(Map.of(), Instant.EPOCH, 0);
    }

    /** @return null if renewed: only what must be looked at travels back */
    @Override
    public @Nullable Boolean process(Map.Entry<RunKey, Lease> entry) {
        Long token = tokens.get(entry.getKey());
        Lease current = entry.getValue();
        if (token == null || current == null || current.fencingToken() != token) {
            return false;
        }
        if (current.expiresAt().isBefore(expiresAt)) {
            set(entry, new Lease(token, expiresAt, current.workerId()), ttlMillis);
        }
        return null;
    }

    @Override
    public int getClassId() {
        return LeaseProcessorFactory.RENEW;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(Micros.of(expiresAt));
        out.writeLong(ttlMillis);
        out.writeInt(tokens.size());
        for (Map.Entry<RunKey, Long> each : tokens.entrySet()) {
            each.getKey().writeData(out);
            out.writeLong(each.getValue());
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        expiresAt = Micros.toInstant(in.readLong());
        ttlMillis = in.readLong();
        int size = in.readInt();
        tokens = new HashMap<>(size * 2);
        for (int i = 0; i < size; i++) {
            RunKey key = RunKey.read(in);
            tokens.put(key, in.readLong());
        }
    }
}
