package io.carillon.engine.grid.wire;

import java.util.List;
import java.util.stream.Stream;

/** The types of the domain and of commands that members exchange or keep in maps. */
public final class WireTypes {

    private static final List<WireType<?>> ALL = Stream.of(
                    JobWire.TYPES, RunWire.TYPES, CommandWire.TYPES, ReplyWire.TYPES)
            .<WireType<?>>flatMap(List::stream)
            .toList();

    private WireTypes() {}

    public static List<WireType<?>> all() {
        return ALL;
    }
}
