package io.carillon.engine.grid.statistics;

import com.hazelcast.core.HazelcastInstance;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What a member has counted of batches and windows, and its time. Steps of the pipeline find that of the member they run on. */
final class StatisticsTally {

    private static final String IN_CONTEXT = "carillon.statistics";
    private static final long FAR = Long.MAX_VALUE / 2;

    final LongAdder published = new LongAdder();
    /** Batches that were not put into the ring. */
    final LongAdder unpublished = new LongAdder();
    /** Batches that the ring dropped before they were read. */
    final LongAdder overwritten = new LongAdder();

    final LongAdder unreadable = new LongAdder();
    final LongAdder late = new LongAdder();
    /** Events of a time that is not here yet. */
    final LongAdder ahead = new LongAdder();
    /** Events among the others, since the windows had no room. */
    final LongAdder noRoom = new LongAdder();
    /** The same, since a batch had none. */
    final LongAdder batchBytes = new LongAdder();

    final LongAdder windows = new LongAdder();
    final LongAdder unwritten = new LongAdder();

    private final LongSupplier nowMillis;

    StatisticsTally(LongSupplier nowMillis) {
        this.nowMillis = nowMillis;
    }

    /** By the time that members share. */
    long nowMillis() {
        return nowMillis.getAsLong();
    }

    void show(HazelcastInstance grid) {
        grid.getUserContext().put(IN_CONTEXT, this);
    }

    /** One that nobody reads, and for which nothing is ahead of its time, where none was shown. */
    static StatisticsTally of(HazelcastInstance grid) {
        ConcurrentMap<String, Object> context = grid.getUserContext();
        return context.get(IN_CONTEXT) instanceof StatisticsTally shown ? shown : new StatisticsTally(() -> FAR);
    }
}
