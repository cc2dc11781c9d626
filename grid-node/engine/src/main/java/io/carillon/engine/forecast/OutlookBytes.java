package io.carillon.engine.forecast;

import io.carillon.domain.forecast.PoolOutlook;
import io.carillon.domain.forecast.ShardOutlook;
import io.carillon.engine.packed.PackedReader;
import io.carillon.engine.packed.PackedWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An outlook as bytes. They begin with their form's number, so that members of two builds can tell them apart. */
public final class OutlookBytes {

    private static final int FORM = 1;

    private OutlookBytes() {}

    public static byte[] of(ShardOutlook outlook) {
        PackedWriter writer = new PackedWriter()
                .number(FORM)
                .number(outlook.shard())
                .number(outlook.from().getEpochSecond())
                .number(outlook.countedAt().toEpochMilli())
                .number(outlook.minutes())
                .number(outlook.pools().size());
        outlook.pools().forEach((pool, counts) -> {
            writer.text(pool).number(counts.open()).number(counts.due().size());
            counts.due().forEach(writer::number);
        });
        return writer.number(outlook.unreadable()).toBytes();
    }

    /** @throws IllegalArgumentException if the bytes are of another form */
    public static ShardOutlook read(byte[] bytes) {
        PackedReader reader = new PackedReader(bytes);
        long form = reader.number();
        if (form != FORM) {
            throw new IllegalArgumentException("an outlook of form " + form);
        }
        int shard = small(reader.number());
        Instant from = Instant.ofEpochSecond(reader.number());
        Instant countedAt = Instant.ofEpochMilli(reader.number());
        int minutes = small(reader.number());
        int pools = reader.count();
        Map<String, PoolOutlook> read = new HashMap<>();
        for (int i = 0; i < pools; i++) {
            String pool = reader.text();
            long open = reader.number();
            int size = reader.count();
            List<Long> due = new ArrayList<>(size);
            for (int minute = 0; minute < size; minute++) {
                due.add(reader.number());
            }
            read.put(pool, new PoolOutlook(due, open));
        }
        return new ShardOutlook(shard, from, countedAt, minutes, read, reader.more() ? reader.number() : 0);
    }

    private static int small(long number) {
        if (number < 0 || number > Short.MAX_VALUE) {
            throw new IllegalArgumentException(number + " is no shard, and not as many minutes");
        }
        return (int) number;
    }
}
