package io.carillon.engine.grid;

import io.carillon.engine.grid.handoff.HandOffWire;
import io.carillon.engine.grid.lease.LeaseWire;
import io.carillon.engine.grid.route.MailWire;
import io.carillon.engine.grid.wire.WireSamples;
import io.carillon.engine.grid.wire.WireType;
import io.carillon.engine.grid.wire.WireTypes;
import java.util.List;
import java.util.stream.Stream;

/** All types that members exchange or keep in maps, with a value of each. */
final class GridTypes {

    private GridTypes() {}

    static List<WireType<?>> all() {
        return Stream.of(WireTypes.all(), MailWire.TYPES, LeaseWire.TYPES, HandOffWire.TYPES)
                .<WireType<?>>flatMap(List::stream)
                .toList();
    }

    static List<Object> samples() {
        return Stream.of(WireSamples.all(), MailWire.SAMPLES, LeaseWire.SAMPLES, HandOffWire.SAMPLES)
                .<Object>flatMap(List::stream)
                .toList();
    }
}
