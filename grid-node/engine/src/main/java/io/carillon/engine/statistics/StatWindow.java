package io.carillon.engine.statistics;

import io.carillon.engine.packed.PackedReader;
import io.carillon.engine.packed.PackedWriter;

/**
 * Statistics of a span of time.
 *
 * @param endMillis what happened at that time or later is not in it
 * @param sizeMillis what happened earlier before the end is not in it: after a restart that is less than the full size
 * @param together events of this kind within the span that had no room under their own key: some may be this one's
 */
public record StatWindow(StatKey key, long endMillis, long sizeMillis, RunStats stats, long together) {

    private static final int FORM = 1;

    public byte[] toBytes() {
        PackedWriter writer = new PackedWriter()
                .number(FORM)
                .number(key.kind().code())
                .text(key.name())
                .number(endMillis)
                .number(sizeMillis);
        stats.write(writer);
        return writer.number(together).toBytes();
    }

    public long startMillis() {
        return endMillis - sizeMillis;
    }

    /** @throws IllegalArgumentException if the bytes are of another form */
    public static StatWindow read(byte[] bytes) {
        PackedReader reader = new PackedReader(bytes);
        long form = reader.number();
        if (form != FORM) {
            throw new IllegalArgumentException("a window of form " + form);
        }
        StatKey key = new StatKey(StatKey.kindOf(reader.number()), reader.text());
        long endMillis = reader.number();
        long sizeMillis = reader.number();
        RunStats stats = RunStats.read(reader);
        return new StatWindow(key, endMillis, sizeMillis, stats, reader.more() ? reader.number() : 0);
    }
}
