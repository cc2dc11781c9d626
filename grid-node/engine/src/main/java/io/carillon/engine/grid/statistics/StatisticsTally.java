package io.carillon.engine.grid.statistics;

import com.hazelcast.core.HazelcastInstance;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** What a member has counted of batches and windows. Steps of the pipeline find that of the member they run on. */
final class StatisticsTally {

    private static final String IN_CONTEXT = "carillon.statistics";

    final LongAdder published = new LongAdder();
    /** Batches that were not put into the ring. */
    final LongAdder unpublished = new LongAdder();
    /** Batches that the ring dropped before they were read. */
    final LongAdder overwritten = new LongAdder();

    final LongAdder unreadable = new LongAdder();
    final LongAdder late = new LongAdder();
    final LongAdder noRoom = new LongAdder();
    final LongAdder windows = new LongAdder();
    final LongAdder unwritten = new LongAdder();

    void show(HazelcastInstance grid) {
        grid.getUserContext().put(IN_CONTEXT, this);
    }

    /** One that nobody reads, where none was shown. */
    static StatisticsTally of(HazelcastInstance grid) {
        ConcurrentMap<String, Object> context = grid.getUserContext();
        return context.get(IN_CONTEXT) instanceof StatisticsTally shown ? shown : new StatisticsTally();
    }
}
