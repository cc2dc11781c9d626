package io.carillon.engine.grid.lease;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import io.carillon.engine.grid.wire.WireFields;
import io.carillon.engine.grid.wire.WireType;
import io.carillon.engine.port.Leases.Lease;
import java.time.Instant;
import java.util.List;

/** The wire form of a lease. */
public final class LeaseWire {

    public static final List<WireType<?>> TYPES =
            List.of(WireType.of(Lease.class, "Lease", LeaseWire::write, LeaseWire::read));

    public static final List<Object> SAMPLES = List.of(new Lease(1, Instant.EPOCH, "worker"));

    private LeaseWire() {}

    private static void write(CompactWriter writer, Lease lease) {
        writer.writeInt64("fencingToken", lease.fencingToken());
        WireFields.instant(writer, "expiresAt", lease.expiresAt());
        writer.writeString("workerId", lease.workerId());
    }

    private static Lease read(CompactReader reader) {
        return new Lease(
                reader.readInt64("fencingToken"),
                WireFields.instant(reader, "expiresAt"),
                WireFields.text(reader, "workerId"));
    }
}
