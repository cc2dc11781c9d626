package io.carillon.engine.statistics;

import io.carillon.engine.packed.PackedReader;
import io.carillon.engine.packed.PackedWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What happened on one member within about a second, added up. One without anything in it says that time goes on.
 *
 * @param atMillis when, by the time that members agree on
 */
public record StatBatch(long atMillis, Map<StatKey, RunStats> stats) {

    private static final int FORM = 1;

    private static final Comparator<Map.Entry<StatKey, RunStats>> MOST_TELLING = Comparator.comparing(
                    (Map.Entry<StatKey, RunStats> each) -> each.getKey().kind())
            .thenComparing(each -> each.getValue().events(), Comparator.reverseOrder())
            .thenComparing(each -> each.getKey().name());

    public StatBatch {
        stats = Map.copyOf(stats);
    }

    /**
     * The same within a bound: pools come before owners and owners before jobs, those before others of which more is told. What has no room is
     * added to the others of its kind; these are at most three, take a kilobyte or two, and come on top.
     */
    public StatBatch fitted(int bytesMax) {
        List<Map.Entry<StatKey, RunStats>> inOrder = new ArrayList<>(stats.entrySet());
        inOrder.sort(MOST_TELLING);
        Map<StatKey, RunStats> fitting = new HashMap<>();
        int left = bytesMax;
        for (Map.Entry<StatKey, RunStats> each : inOrder) {
            StatKey key = each.getKey();
            int size = key.isOthers() ? 0 : packed(key, each.getValue()).length;
            if (!key.isOthers() && size <= left) {
                fitting.put(key, each.getValue());
                left -= size;
            } else {
                fitting.computeIfAbsent(StatKey.others(key.kind()), others -> new RunStats())
                        .add(each.getValue());
            }
        }
        return new StatBatch(atMillis, fitting);
    }

    /** Events that are told without a name, for want of room. */
    public long together() {
        return stats.entrySet().stream()
                .filter(each -> each.getKey().isOthers())
                .mapToLong(each -> each.getValue().events())
                .sum();
    }

    public byte[] toBytes() {
        PackedWriter writer = new PackedWriter().number(FORM).number(atMillis).number(stats.size());
        stats.forEach((key, each) -> writer.packed(packed(key, each)));
        return writer.toBytes();
    }

    private static byte[] packed(StatKey key, RunStats stats) {
        PackedWriter writer = new PackedWriter().number(key.kind().code()).text(key.name());
        stats.write(writer);
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
