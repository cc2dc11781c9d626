package io.carillon.engine.statistics;

import io.carillon.engine.packed.PackedReader;
import io.carillon.engine.packed.PackedWriter;

/**
 * Statistics of a span of time.
 *
 * @param endMillis what happened at that time or later is not in it
 */
public record StatWindow(StatKey key, long endMillis, long sizeMillis, RunStats stats) {

    private static final int FORM = 1;

    public byte[] toBytes() {
        PackedWriter writer = new PackedWriter()
                .number(FORM)
                .number(key.kind().code())
                .text(key.name())
                .number(endMillis)
                .number(sizeMillis);
        stats.write(writer);
        return writer.toBytes();
    }

    /** @throws IllegalArgumentException if the bytes are of another form */
    public static StatWindow read(byte[] bytes) {
        PackedReader reader = new PackedReader(bytes);
        long form = reader.number();
        if (form != FORM) {
            throw new IllegalArgumentException("a window of form " + form);
        }
        StatKey key = new StatKey(StatKey.kindOf(reader.number()), reader.text());
        return new StatWindow(key, reader.number(), reader.number(), RunStats.read(reader));
    }
}
