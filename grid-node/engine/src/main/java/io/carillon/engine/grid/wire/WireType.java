package io.carillon.engine.grid.wire;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The Compact serializer of one type, put together from how it is written and how it is read. */
public final class WireType<T> implements CompactSerializer<T> {

    private static final String PREFIX = "carillon.";

    private final Class<T> type;
    private final String typeName;
    private final BiConsumer<CompactWriter, T> write;
    private final Function<CompactReader, T> read;

    private WireType(
            Class<T> type, String typeName, BiConsumer<CompactWriter, T> write, Function<CompactReader, T> read) {
        this.type = type;
        this.typeName = typeName;
        this.write = write;
        this.read = read;
    }

    /** @param name on the wire, below {@code carillon.}; never changes, whatever the class is called */
    public static <T> WireType<T> of(
            Class<T> type, String name, BiConsumer<CompactWriter, T> write, Function<CompactReader, T> read) {
        return new WireType<>(type, PREFIX + name, write, read);
    }

    /** A type without fields. */
    public static <T> WireType<T> ofNothing(Class<T> type, String name, T only) {
        return of(type, name, (writer, value) -> {}, reader -> only);
    }

    @Override
    public T read(CompactReader reader) {
        return read.apply(reader);
    }

    @Override
    public void write(CompactWriter writer, T value) {
        write.accept(writer, value);
    }

    @Override
    public String getTypeName() {
        return typeName;
    }

    @Override
    public Class<T> getCompactClass() {
        return type;
    }
}
