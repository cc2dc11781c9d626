package io.carillon.engine.grid.statistics;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.AbstractProcessor;
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
 * is a window's length: so there are no snapshots, and nothing to restore. Where batches are missing, it says that what follows begins anew.
 *
 * <p>That comes after all that was read at once, and not while there is more to read: of the windows of a catch-up only the newest is of
 * use.
 *
 * <p>Time is what batches say, within what the clock of this member allows: one that is far ahead would make all others late.
 */
final class ReadBatches extends AbstractProcessor {

    static final String RING = "statistics-batches";

    /** How much older than the newest an event may be: members publish each second, and their clocks differ by less. */
    static final long LATE_MILLIS = 3_000;

    /** Beyond any difference of clocks that are in order. */
    static final long AHEAD_MILLIS = 60_000;

    private static final int AT_ONCE = 100;

    private final Watermarks marks = new Watermarks(LATE_MILLIS);
    private @Nullable Source source;
    private @Nullable CompletableFuture<ReadResultSet<byte[]>> reading;
    private @Nullable Traverser<Object> read;
    private long next;
    private boolean begun;
    private boolean begins = true;

    private record Source(Ringbuffer<byte[]> ring, int atOnce, StatisticsTally tally) {}

    @Override
    protected void init(Context context) {
        Ringbuffer<byte[]> ring = context.hazelcastInstance().getRingbuffer(RING);
        // An operator may have made the ring smaller, and more than all of it cannot be asked for.
        int atOnce = (int) Math.min(AT_ONCE, ring.capacity());
        source = new Source(ring, atOnce, StatisticsTally.of(context.hazelcastInstance()));
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
        Source from = source;
        if (from == null) {
            throw new IllegalStateException("not initialised");
        }
        CompletableFuture<ReadResultSet<byte[]>> under = reading;
        if (under == null) {
            reading = from.ring().readManyAsync(next, 1, from.atOnce(), null).toCompletableFuture();
        } else if (under.isDone()) {
            reading = null;
            read = Traversers.traverseIterable(items(under.join(), from));
        }
        return false;
    }

    private List<Object> items(ReadResultSet<byte[]> result, Source from) {
        StatisticsTally tally = from.tally();
        long first = result.getNextSequenceToReadFrom() - result.readCount();
        // What had gone before the first look was nobody's loss. A ring that lost all copies begins with lower numbers.
        if (begun && first != next) {
            tally.overwritten.add(Math.max(0, first - next));
            begins = true;
        }
        begun = true;
        next = result.getNextSequenceToReadFrom();
        long aheadMillis = tally.nowMillis() + AHEAD_MILLIS;
        if (marks.millis() > aheadMillis) {
            // The clock that all go by went back: until it comes there again everything would be late.
            marks.forget();
            begins = true;
        }
        List<Object> items = new ArrayList<>(result.size() + 2);
        boolean risen = false;
        for (int i = 0; i < result.size(); i++) {
            StatBatch batch = batch(result.get(i), tally);
            if (batch != null && batch.atMillis() > aheadMillis) {
                batch.stats().values().forEach(stats -> tally.ahead.add(stats.events()));
            } else if (batch != null) {
                if (begins) {
                    items.add(new Begins(batch.atMillis()));
                    begins = false;
                }
                items.add(batch);
                risen |= marks.seen(batch.atMillis());
            }
        }
        if (risen && result.readCount() < from.atOnce()) {
            items.add(new TimeCame(marks.millis()));
        }
        return items;
    }

    private static @Nullable StatBatch batch(byte[] bytes, StatisticsTally tally) {
        try {
            return StatBatch.read(bytes);
        } catch (IllegalArgumentException e) {
            tally.unreadable.increment();
            return null;
        }
    }
}
