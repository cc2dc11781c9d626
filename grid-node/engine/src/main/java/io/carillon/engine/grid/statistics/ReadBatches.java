package io.carillon.engine.grid.statistics;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Watermark;
import com.hazelcast.ringbuffer.ReadResultSet;
import com.hazelcast.ringbuffer.Ringbuffer;
import io.carillon.engine.statistics.StatBatch;
import io.carillon.engine.statistics.Watermarks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ring from its oldest batch on, and says how far time has come. A restart reads again what the ring still has, which
 * is a window's length: so there are no snapshots, and nothing to restore.
 *
 * <p>A watermark comes after all that was read at once, and none while there is more to read: of the windows of a catch-up only the newest
 * is of use.
 */
final class ReadBatches extends AbstractProcessor {

    static final String RING = "statistics-batches";

    /** How much older than the newest an event may be: members publish each second, and their clocks differ by less. */
    static final long LATE_MILLIS = 3_000;

    private static final int AT_ONCE = 500;

    private final Watermarks marks = new Watermarks(LATE_MILLIS);
    private @Nullable Ringbuffer<byte[]> ring;
    private StatisticsTally tally = new StatisticsTally();
    private long next;
    private @Nullable CompletableFuture<ReadResultSet<byte[]>> reading;
    private @Nullable Traverser<Object> read;

    @Override
    protected void init(Context context) {
        ring = context.hazelcastInstance().getRingbuffer(RING);
        tally = StatisticsTally.of(context.hazelcastInstance());
    }

    /** Never done. */
    @Override
    public boolean complete() {
        if (read != null) {
            if (!emitFromTraverser(read)) {
                return false;
            }
            read = null;
        }
        Ringbuffer<byte[]> from = ring;
        if (from == null) {
            throw new IllegalStateException("not initialised");
        }
        CompletableFuture<ReadResultSet<byte[]>> under = reading;
        if (under == null) {
            reading = from.readManyAsync(next, 1, AT_ONCE, null).toCompletableFuture();
        } else if (under.isDone()) {
            reading = null;
            read = Traversers.traverseIterable(items(under.join()));
        }
        return false;
    }

    private List<Object> items(ReadResultSet<byte[]> result) {
        long skipped = result.getNextSequenceToReadFrom() - next - result.readCount();
        // What had gone before the first look was nobody's loss.
        if (next > 0) {
            tally.overwritten.add(Math.max(0, skipped));
        }
        next = result.getNextSequenceToReadFrom();
        List<Object> items = new ArrayList<>(result.size() + 1);
        boolean risen = false;
        for (int i = 0; i < result.size(); i++) {
            try {
                StatBatch batch = StatBatch.read(result.get(i));
                items.add(batch);
                risen |= marks.seen(batch.atMillis());
            } catch (IllegalArgumentException e) {
                tally.unreadable.increment();
            }
        }
        if (risen && result.readCount() < AT_ONCE) {
            items.add(new Watermark(marks.millis()));
        }
        return items;
    }
}
