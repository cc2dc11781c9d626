package io.carillon.engine.statistics;

import io.carillon.engine.packed.PackedReader;
import io.carillon.engine.packed.PackedWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What happened on one member within about a second, added up. One without anything in it says that time goes on.
 *
 * @param atMillis when, by the time that members agree on
 */
public record StatBatch(long atMillis, Map<StatKey, RunStats> stats) {

    private static final int FORM = 1;

    public StatBatch {
        stats = Map.copyOf(stats);
    }

    public byte[] toBytes() {
        PackedWriter writer = new PackedWriter().number(FORM).number(atMillis).number(stats.size());
        stats.forEach((key, each) -> {
            writer.number(key.kind().code()).text(key.name());
            each.write(writer);
        });
        return writer.toBytes();
    }

    /** @throws IllegalArgumentException if the bytes are of another form */
    public static StatBatch read(byte[] bytes) {
        PackedReader reader = new PackedReader(bytes);
        long form = reader.number();
        if (form != FORM) {
            throw new IllegalArgumentException("a batch of form " + form);
        }
        long atMillis = reader.number();
        int size = reader.count();
        Map<StatKey, RunStats> stats = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            StatKey key = new StatKey(StatKey.kindOf(reader.number()), reader.text());
            stats.put(key, RunStats.read(reader));
        }
        return new StatBatch(atMillis, stats);
    }
}
